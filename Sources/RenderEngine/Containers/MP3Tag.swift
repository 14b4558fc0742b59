import Rendering

/// The first frame of an MP3 file, which is silent and says how long the file is and what a decoder gives before and after
/// the sound (Xing's tag with LAME's extension). Players without a word for it play it as silence.
///
/// ```
///  frame header │ side information: zeros │ "Info" │ what follows: 15 │ frames │ bytes │ places │ quality │ LAME's part
/// ```
struct MP3Tag {
  /// What LAME puts before the sound; a decoder adds 529.
  private static let encoderDelay: Int64 = 576
  /// Xing's part and LAME's.
  private static let length = 4 + 4 + 4 + 4 + 100 + 4 + 36

  /// Zeros, but for the header, for a file that begins with the frame in `bytes`.
  static func room(before bytes: [UInt8]) throws -> [UInt8] {
    guard let frame = Frame(bytes), let tag = frame.holding(Self.length) else { throw Self.strange }
    return tag.header + [UInt8](repeating: 0, count: tag.byteCount - 4)
  }

  /// Fills in the tag of the finished file, which holds `sampleCount` samples of each channel.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the file is no row of frames.
  func correct(_ file: FileBytes, sampleCount: Int64) throws {
    guard let tag = Frame(try file.read(at: 0, 4)) else { throw Self.strange }
    let places = try places(of: file, from: UInt64(tag.byteCount))
    let samples = Int64(places.count * tag.sampleCount)
    let padding = samples - Self.encoderDelay - sampleCount
    guard (0..<4_096).contains(padding) else { throw Self.strange }

    var bytes = [UInt8](repeating: 0, count: tag.byteCount)
    func put(_ part: [UInt8], at offset: Int) { bytes.replaceSubrange(offset..<offset + part.count, with: part) }
    put(tag.header, at: 0)
    let start = 4 + tag.sideByteCount
    put(Array("Info".utf8), at: start)
    bytes.setBigEndian(15, at: start + 4, 4)
    bytes.setBigEndian(UInt64(places.count), at: start + 8, 4)
    bytes.setBigEndian(file.count, at: start + 12, 4)
    put((0..<100).map { Self.place(of: $0, among: places, fileLength: file.count) }, at: start + 16)
    let lame = start + 120
    put(Array("LAME3.100".utf8), at: lame)
    // The tag's revision, and a constant bit rate.
    bytes[lame + 9] = 0x01
    bytes[lame + 20] = UInt8(clamping: tag.bitrate / 1_000)
    bytes.setBigEndian(UInt64(Self.encoderDelay << 12 | padding), at: lame + 21, 3)
    bytes.setBigEndian(file.count, at: lame + 28, 4)
    bytes.setBigEndian(UInt64(Self.checksum(of: bytes[..<(lame + 34)])), at: lame + 34, 2)
    try file.write(bytes, at: 0)
  }

  /// How many bytes the frame has at the beginning of `bytes` that holds a tag of Fraunhofer's encoder (VBRI) and no sound; nil
  /// where there is none.
  static func tableLength(_ bytes: [UInt8]) -> Int? {
    bytes.dropFirst(36).starts(with: "VBRI".utf8) ? Frame(bytes)?.byteCount : nil
  }

  /// Where each frame begins.
  private func places(of file: FileBytes, from start: UInt64) throws -> [UInt64] {
    var places: [UInt64] = []
    var offset = start
    var (window, windowStart): ([UInt8], UInt64) = ([], start)
    while offset < file.count {
      if offset + 4 > windowStart + UInt64(window.count) {
        (window, windowStart) = (try file.read(at: offset, 1 << 18), offset)
      }
      let inside = Int(offset - windowStart)
      guard inside + 4 <= window.count, let frame = Frame(Array(window[inside..<inside + 4])) else {
        throw Self.strange
      }
      places.append(offset)
      offset += UInt64(frame.byteCount)
    }
    return places
  }

  /// Where in the file, of 256, `percent` of it have been played.
  private static func place(of percent: Int, among places: [UInt64], fileLength: UInt64) -> UInt8 {
    guard !places.isEmpty, fileLength > 0 else { return 0 }
    return UInt8(clamping: Int(places[places.count * percent / 100] * 256 / fileLength))
  }

  /// CRC-16 with the polynomial 8005, reflected.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
  }

  private static let strange = RenderError(.engineFailed, "The finished file is no row of MP3 frames.")

  /// The header of a frame of Layer III (ISO/IEC 11172-3 §2.4.1.3).
  private struct Frame {
    let header: [UInt8]

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] >> 3 & 3 != 1,
        (1...14).contains(bytes[2] >> 4), bytes[2] >> 2 & 3 != 3
      else { return nil }
      header = Array(bytes[0..<4])
    }

    /// Whether it is MPEG-1's, and not that of the lower rates of MPEG-2 and 2.5.
    private var isMPEG1: Bool { header[1] >> 3 & 3 == 3 }
    private var isMono: Bool { header[3] >> 6 == 3 }
    /// Samples of each channel.
    var sampleCount: Int { isMPEG1 ? 1_152 : 576 }
    var sideByteCount: Int { isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17) }

    private var sampleRate: Int {
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

    var byteCount: Int { sampleCount / 8 * bitrate / sampleRate + Int(header[2] >> 1 & 1) }

    /// The smallest frame of the same kind, without a checksum, that is not smaller than this one and has room for `length`
    /// bytes; nil where there is none.
    func holding(_ length: Int) -> Frame? {
      for step in (header[2] >> 4)...14 {
        var bytes = header
        bytes[1] |= 1
        bytes[2] = step << 4 | bytes[2] & 0x0C
        guard let frame = Frame(bytes) else { return nil }
        if frame.byteCount >= 4 + frame.sideByteCount + length { return frame }
      }
      return nil
    }
  }
}
