// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import Containers
public import CoreVideo
import EditingModel
import MediaFormats

// SAFETY: out parameters are written once.

/// The format of metadata that holds for a while.
public typealias CMMetadataFormatDescription = CMFormatDescription
/// A format of metadata, four letters.
public typealias CMMetadataFormatType = FourCharCode

/// Values in boxes, each with its key (`'mebx'`).
public let kCMMetadataFormatType_Boxed: CMMetadataFormatType = 0x6D65_6278
/// ID3's frames (`'id3 '`).
public let kCMMetadataFormatType_ID3: CMMetadataFormatType = 0x6964_3320
/// ICY's (`'icy '`).
public let kCMMetadataFormatType_ICY: CMMetadataFormatType = 0x6963_7920

/// The name of a value, an identifier: "mdta/com.apple.quicktime.still-image-time".
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString = "MetadataIdentifier"
/// The type of a value, a uniform type identifier.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString = "MetadataDataType"
/// Its language, a BCP 47 tag.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
  "MetadataExtendedLanguageTag"
/// The setup data that a program needs to read it. It is not written.
public let kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: CFString = "MetadataSetupData"

/// The space of a key.
public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "MetadataKeyNamespace"
/// A key.
public let kCMMetadataFormatDescriptionKey_Value: CFString = "MetadataKeyValue"
/// The samples' own number of a key.
public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "MetadataKeyLocalID"
/// The type of a key's values, a uniform type identifier.
public let kCMMetadataFormatDescriptionKey_DataType: CFString = "MetadataKeyDataType"
/// The language of the values of a key, a BCP 47 tag.
public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "MetadataKeyLanguageTag"

extension CMFormatDescription {
  /// The keys of metadata in boxes, with what samples call them; nil of other media.
  package var metadataKeys: TimedMetadataKeys? { format.data.flatMap(TimedMetadataKeys.init) }

  /// The sample of `values`, each with what samples call its key.
  package func metadataSample(of values: [(localID: UInt32, bytes: [UInt8])]) -> [UInt8] {
    TimedMetadataKeys.sample(of: values)
  }

  /// The format of metadata in boxes with `keys`.
  package convenience init(_ keys: TimedMetadataKeys) { self.init(FormatDescription(keys.format)) }

  /// The format of metadata of these specifications, in boxes.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where one says no identifier.
  public convenience init(boxedMetadataSpecifications: [[String: Any]]) throws {
    guard let format = Self.metadata(boxedMetadataSpecifications) else { throw Error.invalidParameter }
    self.init(format)
  }

  /// The identifiers of what it states; none of other media.
  public var identifiers: [String] { metadataKeys?.keys.map(\.identifier) ?? [] }

  /// The declaration of the key that samples call `localKeyID`; nil of one that it does not declare.
  public func keyWithLocalID(_ localKeyID: OSType) -> [String: Any]? {
    CMMetadataFormatDescriptionGetKeyWithLocalID(self, localKeyID: localKeyID)
  }

  fileprivate static func metadata(_ specifications: [Any]) -> FormatDescription? {
    var keys: [TimedMetadataKeys.Key] = []
    for specification in specifications {
      guard let values = dictionary(specification),
        let identifier = values[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier] as? CFString,
        let slash = identifier.firstIndex(of: "/"), identifier[..<slash].utf8.count == 4
      else { return nil }
      let name = String(identifier[identifier.index(after: slash)...]).replacing("%A9", with: "©")
      keys.append(
        TimedMetadataKeys.Key(
          localID: UInt32(keys.count + 1), space: String(identifier[..<slash]), name: name,
          dataType: values[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType] as? CFString,
          languageTag: values[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] as? CFString))
    }
    return FormatDescription(TimedMetadataKeys(keys).format)
  }

  /// A dictionary of Swift's or of Foundation's, with keys of text.
  static func dictionary(_ value: Any) -> [CFString: Any]? {
    if let values = value as? [CFString: Any] { return values }
    guard let values = value as? NSDictionary else { return nil }
    var found: [CFString: Any] = [:]
    for (key, value) in values {
      guard let key = key as? CFString ?? (key as? NSString).map({ "\($0)" }) else { return nil }
      found[key] = (value as? NSString).map { "\($0)" } ?? value
    }
    return found
  }
}

extension TimedMetadataKeys.Key {
  /// The key with its space, as programs name it.
  package var identifier: String { "\(space)/\(name.replacing("©", with: "%A9"))" }
}

/// Stores a description of metadata of these specifications, dictionaries each
/// (`CMMetadataFormatDescriptionCreateWithMetadataSpecifications`).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where one says no identifier, or the type is not
///   ``kCMMetadataFormatType_Boxed``.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  guard metadataType == kCMMetadataFormatType_Boxed,
    let format = CMFormatDescription.metadata(metadataSpecifications)
  else { return kCMFormatDescriptionError_InvalidParameter }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(format)
  return noErr
}

/// The identifiers of what it states; nil of other media (`CMMetadataFormatDescriptionGetIdentifiers`).
public func CMMetadataFormatDescriptionGetIdentifiers(_ description: CMMetadataFormatDescription) -> CFArray? {
  description.metadataKeys.map { $0.keys.map(\.identifier) }
}

/// The declaration of the key that samples call `localKeyID`; nil of one that it does not declare
/// (`CMMetadataFormatDescriptionGetKeyWithLocalID`).
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
  _ description: CMMetadataFormatDescription, localKeyID: OSType
) -> CFDictionary? {
  guard let key = description.metadataKeys?.keys.first(where: { $0.localID == localKeyID }) else { return nil }
  var values: CFDictionary = [
    kCMMetadataFormatDescriptionKey_Namespace: key.space, kCMMetadataFormatDescriptionKey_Value: key.name,
    kCMMetadataFormatDescriptionKey_LocalID: NSNumber(value: key.localID),
  ]
  values[kCMMetadataFormatDescriptionKey_DataType] = key.dataType
  values[kCMMetadataFormatDescriptionKey_LanguageTag] = key.languageTag
  return values
}
