package import Rendering

/// The name of a stream's codec by RFC 6381, with profile and level: players ask a browser for it before they load anything.
///
/// | codec | by | example |
/// |---|---|---|
/// | H.264 | RFC 6381 §3.3: profile, constraints and level of its parameter sets | `avc1.64001F` |
/// | HEVC | ISO/IEC 14496-15 §E.3 | `hvc1.1.6.L93.90` |
/// | AAC | RFC 6381 §3.3: the audio object type | `mp4a.40.2` |
/// | others | their registered names | `ac-3`, `Opus`, `fLaC` |
package struct CodecString {
  /// The name.
  package let text: String

  /// The name of the codec of `stream`.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a codec that has no such name, or whose parameters do not say it.
  package init(_ stream: PacketStream) throws(RenderError) {
    let bytes = stream.configuration
    let text: String? =
      switch stream.codec {
      case "h264": bytes.count > 3 && bytes[0] == 1 ? "avc1." + bytes[1...3].map(Self.digits).joined() : nil
      case "hevc": Self.hevc(bytes)
      case "aac": bytes.first.map { "mp4a.40.\($0 >> 3)" }
      case "mp3": "mp4a.40.34"
      case "ac3": "ac-3"
      case "eac3": "ec-3"
      case "opus": "Opus"
      case "flac": "fLaC"
      case "alac": "alac"
      default: nil
      }
    guard let text else {
      throw RenderError(
        .unsupported, "The codec \(stream.codec) has no name that a playlist could give it.",
        remedy: "Choose H.264 or HEVC for pictures, AAC for sound.")
    }
    self.text = text
  }

  private static func digits(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + text : text
  }

  /// The profile, compatibility, tier and level, and constraints in `hvcC`, the record `bytes` (ISO/IEC 14496-15 §8.3.3).
  private static func hevc(_ bytes: [UInt8]) -> String? {
    guard bytes.count > 12, bytes[0] == 1 else { return nil }
    let space = ["", "A", "B", "C"][Int(bytes[1] >> 6)]
    let tier = bytes[1] & 0x20 == 0 ? "L" : "H"
    let flags = UInt32(truncatingIfNeeded: bytes.bigEndian(at: 2, 4))
    // The flag of profile 0 is the first bit of the record and the last of the name.
    var reversed: UInt32 = 0
    for bit: UInt32 in 0..<32 where flags & (1 << bit) != 0 { reversed |= 1 << (31 - bit) }
    var constraints = Array(bytes[6..<12])
    while constraints.last == 0 { constraints.removeLast() }
    let compatibility = String(reversed, radix: 16, uppercase: true)
    var parts = ["hvc1", "\(space)\(bytes[1] & 0x1F)", compatibility, "\(tier)\(bytes[12])"]
    for byte in constraints { parts.append(String(byte, radix: 16, uppercase: true)) }
    return parts.joined(separator: ".")
  }
}
