import Foundation

extension AVMetadataItem {
  /// The identifier of `key`, text, in `keySpace`; nil of a key that is none (`identifierForKey:keySpace:`).
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    let text: String? =
      switch key {
      case let text as String: text
      case let text as NSString: text as String
      case let key as AVMetadataKey: key.rawValue
      default: nil
      }
    return text.flatMap { $0.isEmpty ? nil : AVMetadataIdentifier(space: keySpace.rawValue, key: $0) }
  }

  /// The space of `identifier`'s key; nil where it is no identifier (`keySpaceForIdentifier:`).
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    identifier.parts.map { AVMetadataKeySpace($0.space) }
  }

  /// `identifier`'s key, text; nil where it is no identifier (`keyForIdentifier:`).
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? { identifier.parts.map(\.key) }
}
