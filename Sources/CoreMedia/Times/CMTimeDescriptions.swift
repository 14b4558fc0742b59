// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
public import MediaTime

/// Writes the description of `time` and a new line to the standard error (`CMTimeShow`).
public func CMTimeShow(_ time: CMTime) { FileHandle.standardError.write(Data("\(time)\n".utf8)) }

/// Writes the description of `range` and a new line to the standard error (`CMTimeRangeShow`).
public func CMTimeRangeShow(_ range: CMTimeRange) { FileHandle.standardError.write(Data("\(range)\n".utf8)) }

/// The description of `time` (`CMTimeCopyDescription`).
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? { time.description }

/// The description of `range` (`CMTimeRangeCopyDescription`).
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? { range.description }

/// The four fields of `time` by their keys (`CMTimeCopyAsDictionary`).
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
  time.dictionaryRepresentation.mapValues { NSNumber(value: $0) }
}

/// The time whose fields a dictionary has; the invalid time where one is missing (`CMTimeMakeFromDictionary`).
public func CMTimeMakeFromDictionary(_ dictionary: CFDictionary?) -> CMTime {
  let fields = (dictionary ?? [:]).compactMapValues { ($0 as? NSNumber)?.int64Value ?? ($0 as? Int64) }
  return CMTime(dictionaryRepresentation: fields)
}

/// The key of a range's start in its dictionary.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration in its dictionary.
public let kCMTimeRangeDurationKey: CFString = "duration"

/// The times of `range` by their keys (`CMTimeRangeCopyAsDictionary`).
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: allocator) ?? [:],
    kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: allocator) ?? [:],
  ]
}

/// The range whose times a dictionary has; the invalid range where one is missing (`CMTimeRangeMakeFromDictionary`).
public func CMTimeRangeMakeFromDictionary(_ dictionary: CFDictionary) -> CMTimeRange {
  CMTimeRange(
    start: CMTimeMakeFromDictionary(dictionary[kCMTimeRangeStartKey] as? CFDictionary),
    duration: CMTimeMakeFromDictionary(dictionary[kCMTimeRangeDurationKey] as? CFDictionary))
}

/// The key of a mapping's source in its dictionary.
public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target in its dictionary.
public let kCMTimeMappingTargetKey: CFString = "target"

/// Writes the description of `mapping` and a new line to the standard error (`CMTimeMappingShow`).
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  FileHandle.standardError.write(Data("\(mapping)\n".utf8))
}

/// The description of `mapping` (`CMTimeMappingCopyDescription`).
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
  mapping.description
}

/// The ranges of `mapping` by their keys (`CMTimeMappingCopyAsDictionary`).
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
  [
    kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator) ?? [:],
    kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator) ?? [:],
  ]
}

/// The mapping whose ranges a dictionary has; invalid ranges where they are missing (`CMTimeMappingMakeFromDictionary`).
public func CMTimeMappingMakeFromDictionary(_ dictionary: CFDictionary) -> CMTimeMapping {
  func range(_ key: CFString) -> CMTimeRange {
    (dictionary[key] as? CFDictionary).map(CMTimeRangeMakeFromDictionary) ?? .invalid
  }
  return CMTimeMapping(source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

/// Whether two mappings are the same (`CMTimeMappingEqual`).
public func CMTimeMappingEqual(_ mapping1: CMTimeMapping, _ mapping2: CMTimeMapping) -> Bool { mapping1 == mapping2 }
