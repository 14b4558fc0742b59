import MediaFormats
import Rendering

/// The header of an AIFF file (Apple, Audio Interchange File Format 1.3), or of an AIFF-C file where the samples are numbers.
///
/// ```
///  FORM size AIFF │ COMM: channels, samples, bits, rate │ SSND: offset, block size, samples
///  FORM size AIFC │ FVER │ COMM: …, "fl32", its name     │ SSND
/// ```
struct AIFFHeader: Hashable, Sendable {
  private let channels: Int
  private let rate: Int
  private let bitDepth: Int
  private let isFloat: Bool

  /// The header of a file of `samples`.
  init(_ samples: WriterSettings.Samples) {
    let format = samples.losslessFormat ?? .integer16
    channels = samples.channels
    rate = samples.sampleRate
    (bitDepth, isFloat) = (format.bitDepth, format.isFloat)
  }

  /// GStreamer's name of how samples of `format` are written: with their own width, so that they stay unchanged; with 16 bits
  /// where they were lossy.
  static func format(of format: AudioTrackFacts.LosslessFormat?) -> String {
    switch format {
    case nil, .integer16?: "S16BE"
    case .integer24?: "S24BE"
    case .integer32?: "S32BE"
    case .float?: "F32BE"
    }
  }

  /// The bytes before the samples, of which there are `sampleCount` in each channel.
  func bytes(sampleCount: Int64) -> [UInt8] {
    let size = UInt64(sampleCount) * UInt64(channels * bitDepth / 8)
    // Chunks have even lengths.
    let common =
      Self.number(channels, 2) + Self.number(Int(sampleCount), 4) + Self.number(bitDepth, 2) + Self.extended(rate)
      + (isFloat ? Array("fl32".utf8) + [0, 0] : [])
    let sound = Self.number(Int(size) + 8, 4) + Self.number(0, 4) + Self.number(0, 4)
    let chunks =
      (isFloat ? Array("FVER".utf8) + Self.number(4, 4) + Self.number(0xA280_5140, 4) : [])
      + Array("COMM".utf8) + Self.number(common.count, 4) + common + Array("SSND".utf8) + sound
    let whole = 4 + chunks.count + Int(size + size % 2)
    return Array("FORM".utf8) + Self.number(whole, 4) + Array((isFloat ? "AIFC" : "AIFF").utf8) + chunks
  }

  /// Fills in the lengths of the finished file.
  ///
  /// - Throws: `RenderError` with `.writeFailed` where the file is longer than its header can say.
  func correct(_ file: FileBytes, sampleCount: Int64) throws {
    guard file.count + 1 < 1 << 32 else {
      throw RenderError(
        .writeFailed, "An AIFF file of \(file.count) bytes was asked for, and it holds 4 GB at most.",
        remedy: "Write FLAC, or a shorter file.")
    }
    if file.count % 2 == 1 { try file.write([0], at: file.count) }
    try file.write(bytes(sampleCount: sampleCount), at: 0)
  }

  private static func number(_ number: Int, _ length: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    bytes.setBigEndian(UInt64(truncatingIfNeeded: number), at: 0, length)
    return bytes
  }

  /// `number`, above 0, as an extended number of IEEE 754 with 80 bits: sign and exponent, then the mantissa with its
  /// leading one.
  private static func extended(_ number: Int) -> [UInt8] {
    let zeros = number.leadingZeroBitCount
    return self.number(16_383 + 63 - zeros, 2) + self.number(number << zeros, 8)
  }
}
