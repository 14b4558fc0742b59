// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: out parameters are written once.

/// A description cannot be made of what is given.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12_710
/// There is no memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12_711
/// The value is not set.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12_718
/// An argument of a function that reads or writes sample descriptions is none that it takes.
public let kCMFormatDescriptionBridgeError_InvalidParameter: OSStatus = -12_712
/// There is no memory for a sample description.
public let kCMFormatDescriptionBridgeError_AllocationFailed: OSStatus = -12_713
/// Bytes are no sample description.
public let kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription: OSStatus = -12_714
/// A format has what no sample description says.
public let kCMFormatDescriptionBridgeError_InvalidFormatDescription: OSStatus = -12_715
/// A format is of another kind than the sample description.
public let kCMFormatDescriptionBridgeError_IncompatibleFormatDescription: OSStatus = -12_716
/// Sample descriptions of that flavor do not say it.
public let kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor: OSStatus = -12_717
/// A slice's name is none.
public let kCMFormatDescriptionBridgeError_InvalidSlice: OSStatus = -12_719

/// Picture and sound by turns, a description of them.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// A format of picture and sound by turns, four letters.
public typealias CMMuxedStreamType = FourCharCode
/// MPEG-1's system stream (`'mp1s'`).
public let kCMMuxedStreamType_MPEG1System: CMMuxedStreamType = 0x6D70_3173
/// MPEG-2's transport stream (`'mp2t'`).
public let kCMMuxedStreamType_MPEG2Transport: CMMuxedStreamType = 0x6D70_3274
/// MPEG-2's program stream (`'mp2p'`).
public let kCMMuxedStreamType_MPEG2Program: CMMuxedStreamType = 0x6D70_3270
/// DV (`'dv  '`).
public let kCMMuxedStreamType_DV: CMMuxedStreamType = 0x6476_2020
/// Several buffers that stand for one moment (`'tbgr'`).
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x7462_6772

extension CMFormatDescription {
  /// A program's statement of a format that the engine has no place for.
  struct Statement: Hashable, Sendable {
    let type: MediaType
    let subType: MediaSubType
    /// The decoder's configuration.
    var cookie: [UInt8] = []
    /// The tags of each of several buffers.
    var tags: [Set<CMTag>] = []
  }

  /// The errors of its initializers, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// A description cannot be made of what is given.
    public static let invalidParameter = NSError(kCMFormatDescriptionError_InvalidParameter)
    /// There is no memory.
    public static let allocationFailed = NSError(kCMFormatDescriptionError_AllocationFailed)
    /// The value is not set.
    public static let valueNotAvailable = NSError(kCMFormatDescriptionError_ValueNotAvailable)
  }

  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMFormatDescription.self) }

  /// The description of media of the kind `mediaType` in the format `mediaSubType`, with `extensions` as its only
  /// properties: text, subtitles and captions, whose sample descriptions they contain in full; streams; and pictures
  /// without a size, sound without a rate.
  public convenience init(
    mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions? = nil
  ) throws {
    let said = extensions ?? Extensions()
    if let text = Self.text(of: mediaType, mediaSubType.rawValue, said.values) {
      self.init(text.format, stating: text.stated)
    } else {
      self.init(Statement(type: mediaType, subType: mediaSubType), stating: said)
    }
  }

  /// The description of picture and sound by turns in the format `muxedStreamType`.
  public convenience init(muxedStreamType: MediaSubType, extensions: Extensions? = nil) throws {
    try self.init(mediaType: .muxed, mediaSubType: muxedStreamType, extensions: extensions)
  }

  /// Whether it is the same as `otherFormatDescription` but for what is said under these keys, of itself and among the boxes of its sample
  /// description.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    guard mediaType == otherFormatDescription.mediaType, mediaSubType == otherFormatDescription.mediaSubType,
      dimensions == otherFormatDescription.dimensions, statement == otherFormatDescription.statement,
      audioStreamBasicDescription == otherFormatDescription.audioStreamBasicDescription
    else { return false }
    func rest(_ extensions: Extensions) -> Extensions {
      let atoms = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
      var values = extensions.values.filter { !extensionKeysToIgnore.contains(Extensions.Key(rawValue: $0.key)) }
      if let boxes = values[atoms] as? [CFString: Any], !sampleDescriptionExtensionAtomKeysToIgnore.isEmpty {
        values[atoms] = boxes.filter { !sampleDescriptionExtensionAtomKeysToIgnore.contains($0.key) }
      }
      return Extensions(values: values)
    }
    return rest(extensions).isEqual(to: rest(otherFormatDescription.extensions))
  }

  // MARK: Pictures

  /// The size at which pictures are seen, in square pixels or in stored ones, of their clean aperture or of all of them.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    CMVideoFormatDescriptionGetPresentationDimensions(
      self, usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
  }

  /// The part of the stored pictures that is meant to be seen, counted from the top, or from the bottom.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    CMVideoFormatDescriptionGetCleanAperture(self, originIsAtTopLeft: originIsAtTopLeft)
  }

  /// Whether it is the format of the picture in `imageBuffer`.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    CMVideoFormatDescriptionMatchesImageBuffer(self, imageBuffer: imageBuffer)
  }

  /// The keys under which formats and pictures say the same.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
    [
      kCVImageBufferCleanApertureKey, kCVImageBufferPixelAspectRatioKey, kCVImageBufferFieldCountKey,
      kCVImageBufferFieldDetailKey, kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
      kCVImageBufferYCbCrMatrixKey, kCVImageBufferGammaLevelKey, kCVImageBufferChromaLocationTopFieldKey,
      kCVImageBufferChromaLocationBottomFieldKey, kCVImageBufferICCProfileKey,
      kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey,
      kCVImageBufferAlphaChannelModeKey,
    ].map { Extensions.Key(rawValue: $0) }
  }
}

extension CMFormatDescription.Extensions {
  /// Whether both have the same values.
  func isEqual(to other: CMFormatDescription.Extensions) -> Bool {
    NSDictionary(dictionary: values).isEqual(to: other.values)
  }
}

extension CMFormatDescription.MediaType {
  /// Several buffers that stand for one moment.
  public static let taggedBufferGroup = Self(rawValue: kCMMediaType_TaggedBufferGroup)
}

extension CMFormatDescription.MediaSubType {
  /// MPEG-1's system stream.
  public static let mpeg1System = Self(rawValue: kCMMuxedStreamType_MPEG1System)
  /// MPEG-2's transport stream.
  public static let mpeg2Transport = Self(rawValue: kCMMuxedStreamType_MPEG2Transport)
  /// MPEG-2's program stream.
  public static let mpeg2Program = Self(rawValue: kCMMuxedStreamType_MPEG2Program)
  /// DV.
  public static let dv = Self(rawValue: kCMMuxedStreamType_DV)
  /// A count of frames in 32 bits.
  public static let counter32 = Self(rawValue: kCMTimeCodeFormatType_Counter32)
  /// A count of frames in 64 bits.
  public static let counter64 = Self(rawValue: kCMTimeCodeFormatType_Counter64)
  /// ICY's metadata.
  public static let icy = Self(rawValue: kCMMetadataFormatType_ICY)
  /// ID3's frames.
  public static let id3 = Self(rawValue: kCMMetadataFormatType_ID3)
  /// Metadata in boxes.
  public static let boxed = Self(rawValue: kCMMetadataFormatType_Boxed)
}

/// The number of the class of descriptions.
public func CMFormatDescriptionGetTypeID() -> CFTypeID { CMFormatDescription.typeID }

/// Stores the description of media of a kind in a format, as ``CMFormatDescription/init(mediaType:mediaSubType:extensions:)`` makes it.
@discardableResult
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  let made = try? CMFormatDescription(
    mediaType: .init(rawValue: mediaType), mediaSubType: .init(rawValue: mediaSubType),
    extensions: .init(base: extensions))
  unsafe formatDescriptionOut.pointee = made
  return made == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

/// Stores the description of picture and sound by turns (`CMMuxedFormatDescriptionCreate`).
@discardableResult
public func CMMuxedFormatDescriptionCreate(
  allocator: CFAllocator?, muxType: CMMuxedStreamType, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMMuxedFormatDescription?>
) -> OSStatus {
  unsafe CMFormatDescriptionCreate(
    allocator: allocator, mediaType: kCMMediaType_Muxed, mediaSubType: muxType, extensions: extensions,
    formatDescriptionOut: formatDescriptionOut)
}

/// Whether two formats are the same but for what is said under some keys (`CMFormatDescriptionEqualIgnoringExtensionKeys`).
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?,
  extensionKeysToIgnore: CFTypeRef?, sampleDescriptionExtensionAtomKeysToIgnore: CFTypeRef?
) -> Bool {
  guard let first = formatDescription, let second = otherFormatDescription else { return false }
  func keys(_ value: CFTypeRef?) -> [String] {
    func key(_ value: Any?) -> String? { value as? String ?? (value as? NSString).map { "\($0)" } }
    if let array = value as? [Any] ?? (value as? NSArray).map({ Array($0) }) { return array.compactMap(key) }
    return key(value).map { [$0] } ?? []
  }
  return first.equalTo(
    second, extensionKeysToIgnore: keys(extensionKeysToIgnore).map { .init(rawValue: $0) },
    sampleDescriptionExtensionAtomKeysToIgnore: keys(sampleDescriptionExtensionAtomKeysToIgnore))
}

/// The keys under which formats and pictures say the same (`CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers`).
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
  CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue)
}
