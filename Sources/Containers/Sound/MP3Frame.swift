/// The header of a frame of Layer III (ISO/IEC 11172-3 §2.4.1.3).
package struct MP3Frame {
  private let header: [UInt8]

  /// The frame that `bytes` begin with; nil where they are something else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] >> 3 & 3 != 1,
      (1...14).contains(bytes[2] >> 4), bytes[2] >> 2 & 3 != 3
    else { return nil }
    header = Array(bytes[0..<4])
  }

  /// Bytes of the frame at the beginning of `bytes` that contains a tag of Fraunhofer's encoder (VBRI) and no sound;
  /// nil without such a frame.
  package static func tableLength(_ bytes: [UInt8]) -> Int? {
    bytes.dropFirst(36).starts(with: "VBRI".utf8) ? MP3Frame(bytes)?.byteCount : nil
  }

  /// Whether it is MPEG-1's, and not that of the lower rates of MPEG-2 and 2.5.
  private var isMPEG1: Bool { header[1] >> 3 & 3 == 3 }

  /// Samples of each channel.
  var sampleCount: Int { isMPEG1 ? 1_152 : 576 }

  /// Samples a second.
  var sampleRate: Int {
    let halvings = [2, 0, 1, 0][Int(header[1] >> 3 & 3)]
    return [44_100, 48_000, 32_000][Int(header[2] >> 2 & 3)] >> halvings
  }

  /// Bits a second.
  var bitrate: Int {
    let kilobits =
      isMPEG1
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    return kilobits[Int(header[2] >> 4)] * 1_000
  }

  /// The number of its channels.
  var channels: Int { header[3] >> 6 == 3 ? 1 : 2 }

  /// The number of its bytes.
  var byteCount: Int { sampleCount / 8 * bitrate / sampleRate + Int(header[2] >> 1 & 1) }
}
