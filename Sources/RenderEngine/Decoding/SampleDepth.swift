import GStreamer
import Rendering

/// The depth of H.264's and HEVC's pictures, by their headers: some depths have no pixel format in GStreamer 1.22, whose
/// libav elements end the process at them.
struct SampleDepth {
  /// Bits of a sample.
  private let bits: Int
  /// Whether there is no chroma.
  private let isGray: Bool

  /// The depth of a stream of `caps`, of a demuxer or a parser; nil where they do not say.
  init?(_ caps: Caps) {
    if let bits = caps.integer("bit-depth-luma") {
      (self.bits, isGray) = (bits, caps.string("chroma-format") == "4:0:0")
      return
    }
    guard let record = caps.bytes("codec_data") else { return nil }
    switch caps.mediaType {
    case "video/x-h265" where record.count > 18:
      // ISO/IEC 14496-15 §8.3.3.1.
      (bits, isGray) = (8 + Int(record[17] & 7), record[16] & 3 == 0)
    case "video/x-h264":
      guard let place = Self.extensionOfRecord(record) else { return nil }
      (bits, isGray) = (8 + Int(record[place + 1] & 7), record[place] & 3 == 0)
    default: return nil
    }
  }

  /// Where the chroma format follows the parameter sets of a record of H.264 (ISO/IEC 14496-15 §5.3.3.1.2); nil where it
  /// does not.
  private static func extensionOfRecord(_ record: [UInt8]) -> Int? {
    guard record.count > 6, [100, 110, 122, 144, 244, 44].contains(record[1]) else { return nil }
    var place = 5
    for mask: UInt8 in [0x1F, 0xFF] {
      guard place < record.count else { return nil }
      let count = record[place] & mask
      place += 1
      for _ in 0..<count { place += 2 + Int(record.bigEndian(at: place, 2)) }
    }
    return place + 1 < record.count ? place : nil
  }

  /// Throws where pictures of this depth cannot be decoded.
  func check(_ codec: String) throws(RenderError) {
    guard bits == 9 || bits > 12 || isGray && bits > 8 else { return }
    throw RenderError(
      .unsupported, "The pictures, coded as \(codec), are \(isGray ? "gray " : "")of \(bits) bits, which is not read.",
      remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -pix_fmt yuv444p12le -c:a copy NEW.mkv.")
  }
}
