// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of ``CMTime/value`` in the dictionary of a time.
public let kCMTimeValueKey = "value"

/// The key of ``CMTime/timescale`` in the dictionary of a time.
public let kCMTimeScaleKey = "timescale"

/// The key of ``CMTime/epoch`` in the dictionary of a time.
public let kCMTimeEpochKey = "epoch"

/// The key of ``CMTime/flags`` in the dictionary of a time.
public let kCMTimeFlagsKey = "flags"

extension CMTime {
  /// The four fields by name, as Apple's `CMTimeCopyAsDictionary` puts a time into a property list.
  public var dictionaryRepresentation: [String: Int64] {
    [
      kCMTimeValueKey: value, kCMTimeScaleKey: Int64(timescale), kCMTimeEpochKey: epoch,
      kCMTimeFlagsKey: Int64(flags.rawValue),
    ]
  }

  /// The time of a dictionary of its fields; the invalid time when a field is missing or does not fit its type. Apple's
  /// `CMTimeMakeFromDictionary`.
  public init(dictionaryRepresentation fields: [String: Int64]) {
    guard let value = fields[kCMTimeValueKey], let epoch = fields[kCMTimeEpochKey],
      let timescale = fields[kCMTimeScaleKey].flatMap(CMTimeScale.init(exactly:)),
      let flags = fields[kCMTimeFlagsKey].flatMap(UInt32.init(exactly:))
    else {
      self.init()
      return
    }
    self.init(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
  }
}
