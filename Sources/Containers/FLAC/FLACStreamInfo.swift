/// The information before the frames of a stream of FLAC (RFC 9639 §8.2).
public struct FLACStreamInfo: Hashable, Sendable {
  /// The 34 bytes of it.
  public private(set) var bytes: [UInt8]

  /// Its length in bytes.
  public static let byteCount = 34

  /// The information in `bytes`; nil where they are not as many.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The information behind the mark in `headers`, one after another; nil where there is none.
  public init?(in headers: [[UInt8]]) {
    let bytes = Array(headers.joined())
    // The mark, and the head of a block.
    guard let mark = bytes.firstRange(of: Array("fLaC".utf8)) else { return nil }
    self.init(Array(bytes.dropFirst(mark.upperBound + 4).prefix(Self.byteCount)))
  }

  /// The information of `stream`; nil where it is no FLAC, or has none.
  init?(_ stream: PacketStream) {
    guard stream.codec == "flac" else { return nil }
    self.init(stream.configuration)
  }

  /// Samples a second.
  public var rate: Int { Int(number(10, 3) >> 4) }

  /// The number of channels.
  public var channels: Int { Int(number(12, 1) >> 1 & 7) + 1 }

  /// Bits of a sample.
  public var depth: Int { Int(number(12, 2) >> 4 & 0x1F) + 1 }

  // QUIRK: FLAC: `flacdec` knows the depths alone that a frame's header could name before RFC 9639. In: GStreamer 1.22. Test:
  // "samples of any depth are read bit for bit".
  /// Whether only libavcodec decodes such samples.
  public var isUnusual: Bool { ![8, 12, 16, 20, 24].contains(depth) }

  /// Samples of the shortest and the longest block but the last one; of a whole stream of equal blocks both are one number.
  var blocks: ClosedRange<Int> {
    get {
      let (least, most) = (Int(number(0, 2)), Int(number(2, 2)))
      return least...max(least, most)
    }
    set {
      set(UInt64(newValue.lowerBound), at: 0, 2)
      set(UInt64(newValue.upperBound), at: 2, 2)
    }
  }

  /// Bytes of the shortest and the longest frame; 0 where they are not known.
  var frames: (least: Int, most: Int) {
    get { (Int(number(4, 3)), Int(number(7, 3))) }
    set {
      set(UInt64(newValue.least), at: 4, 3)
      set(UInt64(newValue.most), at: 7, 3)
    }
  }

  /// The samples of each channel; 0 where their number is not known.
  public internal(set) var sampleCount: Int64 {
    get { Int64(number(13, 5) & 0xF_FFFF_FFFF) }
    set { set(number(13, 5) & ~0xF_FFFF_FFFF | UInt64(min(newValue, 0xF_FFFF_FFFF)), at: 13, 5) }
  }

  /// The samples' check sum (MD5), of 16 bytes; zeros where it is not known.
  public internal(set) var sum: [UInt8] {
    get { Array(bytes[18...]) }
    set {
      bytes.replaceSubrange(18..., with: newValue.prefix(16) + Array(repeating: 0, count: max(0, 16 - newValue.count)))
    }
  }

  /// A sum that is not known.
  static let unknownMD5 = [UInt8](repeating: 0, count: 16)

  private func number(_ place: Int, _ length: Int) -> UInt64 {
    bytes.bigEndian(at: place, length)
  }

  private mutating func set(_ number: UInt64, at place: Int, _ length: Int) {
    bytes.setBigEndian(number, at: place, length)
  }
}

extension PacketStream {
  /// Bits of a sample where a stream of FLAC says them; nil elsewhere.
  public var flacDepth: Int? { FLACStreamInfo(self)?.depth }
}
