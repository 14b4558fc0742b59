// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A time range of a source and the time range of a target over which it is shown: the times of one segment of a track.
/// Apple's `CMTimeMapping`.
public struct CMTimeMapping: Hashable, Sendable, Codable {
  /// The range of the source; the invalid range of an empty edit.
  public var source: CMTimeRange

  /// The range of the target.
  public var target: CMTimeRange

  /// A mapping of two ranges; of different durations when the source is slowed down or sped up.
  public init(source: CMTimeRange, target: CMTimeRange) {
    self.source = source
    self.target = target
  }

  /// The mapping of two invalid ranges.
  public static let invalid = CMTimeMapping(source: .invalid, target: .invalid)

  /// Whether the target range is valid.
  public var isValid: Bool { target.isValid }

  /// Whether the mapping is a gap: a valid target without a source.
  public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

extension CMTimeMapping: CustomStringConvertible {
  /// `{source, target}`, each as a range describes itself.
  public var description: String { "{\(source), \(target)}" }
}

/// Apple's C name of ``CMTimeMapping/invalid``.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// ``CMTimeMapping/init(source:target:)``.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// A gap: a mapping of the invalid range to `target`.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}

/// ``CMTimeMapping/isValid``.
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }

/// The contrary of ``CMTimeMapping/isValid``.
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }

/// ``CMTimeMapping/isEmpty``.
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }
