import Containers
import GStreamer
import MediaFormats
import Rendering

// QUIRK: ProRes, written: libavcodec's encoder leaves the frame header's code points at “unknown”. In: FFmpeg 5.1. Test: "is
// written in ten bits by every codec that is used for it, and says so", "standard dynamic range says its colors in its pictures,
// too".
// QUIRK: VP9, written: `vp9enc` knows the matrix of some colorimetries alone. In: GStreamer 1.22. Test: "is written in ten bits
// by every codec that is used for it, and says so", "standard dynamic range says its colors in its pictures, too".

/// Adds fields that encoders leave out to packets and their descriptions: decoders prefer a picture's own header to the
/// file's.
///
/// * ProRes: the frame's header has code points, and libavcodec's encoder leaves them at "unknown". * VP9: the header
/// of a key frame has a number for the matrix, and `vp9enc` sets it for some colorimetries alone. * AV1: its packets
/// have no decoder configuration beside them, and begin with a delimiter that files leave out.
struct BitstreamCorrection {
  private let codec: VideoCodec
  private let colorimetry: Colorimetry

  /// The correction of packets of `codec` in the colors `colorimetry`; nil where nothing is left out.
  init?(_ codec: VideoCodec, _ colorimetry: Colorimetry) {
    guard codec == .prores || codec == .vp9 || codec == .av1 else { return nil }
    self.codec = codec
    self.colorimetry = colorimetry
  }

  /// `packet` with what it lacks.
  func corrected(_ packet: Buffer) throws -> Buffer {
    if codec == .av1 { return try av1(packet) }
    let head = try packet.withBytes { bytes in (0..<min(bytes.count, 32)).map { bytes[$0] } }
    return codec == .prores ? try proRes(packet, head) : try vp9(packet, head)
  }

  /// `caps`, those of a stream that begins with `packet`, which is corrected, with the decoder configuration.
  func corrected(_ caps: Caps, of packet: Buffer) throws -> Caps {
    guard codec == .av1 else { return caps }
    let bytes = try packet.bytes()
    guard let (header, _) = AV1SequenceHeader.found(in: bytes) else {
      throw RenderError(.engineFailed, "The encoder's first packet has no sequence header that can be read.")
    }
    return try Caps("\(caps),codec_data=(buffer)\(header.decoderConfiguration.hexadecimal)")
  }

  /// Without the temporal delimiter, and the sequence header before a key frame with the colors.
  private func av1(_ packet: Buffer) throws -> Buffer {
    var bytes = try packet.bytes()
    // An OBU of type 2 of no length.
    let isDelimited = bytes.starts(with: [0x12, 0x00])
    if isDelimited { bytes.removeFirst(2) }
    let packet = isDelimited ? try packet.holding(bytes) : packet
    guard packet.isKeyframe else { return packet }
    guard let (found, place) = AV1SequenceHeader.found(in: bytes) else { return packet }
    var header = found
    header.setColorimetry(colorimetry)
    bytes.replaceSubrange(place, with: header.unit)
    return try packet.holding(bytes)
  }

  /// SMPTE RDD 36 §5.1: the frame's size and "icpf", then its header, in which the code points are bytes 14 to 16.
  private func proRes(_ packet: Buffer, _ head: [UInt8]) throws -> Buffer {
    guard head.count >= 25, head[4..<8].elementsEqual("icpf".utf8) else { return packet }
    let points = [colorimetry.primaries, colorimetry.transfer, colorimetry.matrix]
    return try packet.replacingBytes(at: 22, with: points.map { UInt8(clamping: $0) })
  }

  /// VP9 Bitstream Specification §7.2: bits of a key frame's uncompressed header.
  ///
  /// ```
  ///  frame_marker 2 │ profile 2 (and one of profile 3) │ show_existing_frame, frame_type, show_frame, error_res 4 │
  ///  sync code 24 │ ten_or_twelve_bit 1 (of profiles 2 and 3) │ color_space 3
  /// ```
  private func vp9(_ packet: Buffer, _ head: [UInt8]) throws -> Buffer {
    func bit(_ number: Int) -> Int { Int(head[number / 8] >> UInt8(7 - number % 8)) & 1 }
    guard head.count >= 6, bit(0) == 1, bit(1) == 0, let space = colorSpace else { return packet }
    let profile = bit(2) + 2 * bit(3)
    let flags = profile == 3 ? 5 : 4
    // A frame shown again has no header, and only a key frame's says its colors in profile 0.
    guard bit(flags) == 0, bit(flags + 1) == 0 else { return packet }
    let place = flags + 4 + 24 + (profile >= 2 ? 1 : 0)
    var bytes = Array(head[0..<6])
    for index in 0..<3 {
      let (byte, mask) = ((place + index) / 8, UInt8(0x80) >> UInt8((place + index) % 8))
      bytes[byte] = space & (4 >> index) == 0 ? bytes[byte] & ~mask : bytes[byte] | mask
    }
    return try packet.replacingBytes(at: 0, with: bytes)
  }

  /// VP9's number of the matrix; nil for one that it does not have.
  private var colorSpace: Int? {
    switch colorimetry.matrix {
    case 5: 1
    case 1: 2
    case 6: 3
    case 7: 4
    case 9: 5
    default: nil
    }
  }
}
