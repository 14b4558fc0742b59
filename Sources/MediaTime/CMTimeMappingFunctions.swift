// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
