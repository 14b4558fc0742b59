package import MediaFormats
package import MediaTime

/// A movie's description of its timecode: the conversion of frame numbers to hours, minutes, seconds and frames
/// (QuickTime File Format, timecode sample description).
///
/// ```
///  tmcd   reserved 4 │ flags 4 │ units a second 4 │ units a frame 4 │ frames a second 1 │ reserved 1 │ boxes
/// ```
package struct TimecodeDescription: Hashable, Sendable {
  /// Frames are dropped from the count (1), it wraps at 24 hours (2), it may be negative (4), samples count up (8).
  package var flags: UInt32
  /// Units a second.
  package var timescale: Int64
  /// Units of a frame.
  package var frameDuration: Int64
  /// Frames that a second of the count has.
  package var frameQuanta: Int

  /// The movies' names of timecode and of counts in 32 and in 64 bits.
  package static let codecTypes = ["tmcd", "tc64", "cn32", "cn64"]

  /// A timecode of frames of `frameDuration` in `timescale` units a second, with `frameQuanta` frames in a counted
  /// second.
  package init(flags: UInt32, timescale: Int64, frameDuration: Int64, frameQuanta: Int) {
    (self.flags, self.timescale, self.frameDuration) = (flags, timescale, frameDuration)
    self.frameQuanta = frameQuanta
  }

  /// The timecode of `format`; nil of another format, or one that says no frames.
  package init?(_ format: DataFormat) {
    let bytes = format.bytes
    guard Self.codecTypes.contains(format.codecType), bytes.count >= 17 else { return nil }
    self.init(
      flags: UInt32(bytes.bigEndian(at: 4, 4)), timescale: Int64(bytes.bigEndian(at: 8, 4)),
      frameDuration: Int64(bytes.bigEndian(at: 12, 4)), frameQuanta: Int(bytes[16]))
    guard timescale > 0, frameDuration > 0 else { return nil }
  }

  /// The same as a movie has it, called `codecType`.
  package func format(called codecType: String) -> DataFormat {
    let numbers: [UInt64] = [0, UInt64(flags), UInt64(clamping: timescale), UInt64(clamping: frameDuration)]
    var bytes = numbers.flatMap { [UInt8](bigEndian: $0, 4) }
    bytes += [UInt8(clamping: frameQuanta), 0]
    return DataFormat(codecType: codecType, bytes: bytes)
  }
}

extension DataFormat {
  /// The sample `bytes` for a time later by `time`: of timecode the frame number then, of other data unchanged.
  package func advanced(_ bytes: [UInt8], by time: Rational) -> [UInt8] {
    guard time != .zero, let timecode = TimecodeDescription(self), [4, 8].contains(bytes.count),
      let frames = try? (time * Rational(timecode.timescale, timecode.frameDuration)).rounded(scaledBy: 1)
    else { return bytes }
    var advanced = bytes
    let number = bytes.bigEndian(at: 0, bytes.count) &+ UInt64(bitPattern: frames)
    advanced.setBigEndian(number, at: 0, bytes.count)
    return advanced
  }
}
