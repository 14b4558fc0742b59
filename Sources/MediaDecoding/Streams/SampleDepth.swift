import Containers
package import GStreamer
package import Rendering

// QUIRK: H.264 and HEVC: GStreamer has no name for pixels of some depths, and its libav elements end the process at them. In:
// GStreamer 1.22. Survey: "mp4 | HEVC | gray, 10 bits", "ts | HEVC | gray, 10 bits".

/// The depth of H.264's and HEVC's pictures, by their headers: some cannot be decoded.
package struct SampleDepth {
  /// Bits of a sample.
  private let bits: Int
  /// Whether there is no chroma.
  private let isGray: Bool

  /// The depth of a stream of `caps`, of a demuxer or a parser; nil where they do not say.
  package init?(_ caps: Caps) {
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
      // The record's bytes behind its parameter sets are wrong in films of phones; decoders do not look at them.
      guard let set = Self.firstSet(of: record), let found = H264SampleDepth(set) else { return nil }
      (bits, isGray) = (found.bits, found.isGray)
    default: return nil
    }
  }

  /// The first sequence parameter set of a record of H.264 (ISO/IEC 14496-15 §5.3.3.1.2); nil where there is none.
  private static func firstSet(of record: [UInt8]) -> ArraySlice<UInt8>? {
    guard record.count > 8, record[5] & 0x1F > 0 else { return nil }
    return record.dropFirst(8).prefix(Int(record.bigEndian(at: 6, 2)))
  }

  /// Throws where pictures of this depth cannot be decoded.
  package func check(_ codec: String) throws(RenderError) {
    guard bits == 9 || bits > 12 || isGray && bits > 8 else { return }
    throw RenderError(
      .unsupported, "The pictures, coded as \(codec), are \(isGray ? "gray " : "")of \(bits) bits, which is not read.",
      remedy: "Convert the file first, as with: ffmpeg -i FILE -c:v ffv1 -pix_fmt yuv444p12le -c:a copy NEW.mkv.")
  }
}
