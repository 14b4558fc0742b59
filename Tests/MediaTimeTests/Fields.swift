import MediaTime
import Testing

/// The four fields of a time, for tests of what equality of times leaves out: 1/2 and 2/4 differ here.
struct Fields: Equatable, CustomTestStringConvertible {
  let value: Int64
  let timescale: Int32
  let flags: CMTimeFlags
  let epoch: Int64

  init(_ time: CMTime) {
    self.init(time.value, time.timescale, flags: time.flags, epoch: time.epoch)
  }

  init(_ value: Int64, _ timescale: Int32, flags: CMTimeFlags = .valid, epoch: Int64 = 0) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  static func rounded(_ value: Int64, _ timescale: Int32) -> Fields {
    Fields(value, timescale, flags: [.valid, .hasBeenRounded])
  }

  var testDescription: String { "\(value)/\(timescale) flags \(flags.rawValue) epoch \(epoch)" }
}

/// `value / timescale` seconds, short enough for a table of cases.
func time(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
  CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
}

/// Whole seconds.
func seconds(_ seconds: Int64) -> CMTime {
  CMTime(value: seconds, timescale: 1)
}

/// The range [start, start + duration) in whole seconds.
func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
  CMTimeRange(start: seconds(start), duration: seconds(duration))
}
