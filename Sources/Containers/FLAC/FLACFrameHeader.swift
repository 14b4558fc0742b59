import CAVFormat

/// The header of a frame of FLAC (RFC 9639 §9.1).
///
/// ```
///  1111 1111 │ 1111 100v │ size, rate │ channels, depth │ number │ size, rate in full │ checksum
/// ```
public struct FLACFrameHeader: Hashable, Sendable {
  /// Whether the number counts samples, and not frames.
  public let countsSamples: Bool
  /// Samples of each channel.
  public let sampleCount: Int
  /// The frame's number, or its first sample's.
  public let number: Int64
  /// Samples a second; 0 for those of the stream's header.
  private let rate: Int
  /// The codes of channels and depth.
  private let layout: UInt8
  /// The number of channels.
  var channels: Int { layout >> 4 < 8 ? Int(layout >> 4) + 1 : 2 }
  /// Bits of a sample; 0 for those of the stream's header, nil where there is no such code.
  var depth: Int? { Self.depths[Int(layout >> 1 & 7)] }
  /// The place of its number, from the frame's beginning on.
  let numberPlaces: Range<Int>
  /// The place of its checksum, behind everything else of it.
  let end: Int

  /// The longest header, in bytes.
  public static let longest = 16
  /// Bits of a sample by their code: 0 stands for those of the stream's header.
  private static let depths: [Int?] = [0, 8, 12, nil, 16, 20, 24, 32]
  private static let rates = [
    0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
  ]

  /// Whether `bytes` have at `place` what every header begins with.
  public static func isMarked(_ bytes: [UInt8], at place: Int) -> Bool {
    place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] & 0xFE == 0xF8
  }

  /// The header at `place` of `bytes`; nil where there is none, or it is not whole.
  public init?(_ bytes: [UInt8], at place: Int = 0) {
    guard place + 6 < bytes.count, Self.isMarked(bytes, at: place) else { return nil }
    let codes = bytes[place + 2]
    var end = place + 4
    guard let number = Self.number(bytes, at: &end) else { return nil }
    let numberEnd = end
    /// The next `length` bytes as a number; zero where they are not there, as then the checksum is not.
    func following(_ length: Int) -> Int {
      defer { end += length }
      return end + length > bytes.count ? 0 : bytes[end..<end + length].reduce(0) { $0 << 8 | Int($1) }
    }
    switch codes >> 4 {
    case 0: return nil
    case 1: sampleCount = 192
    case 2...5: sampleCount = 144 << Int(codes >> 4)
    case 6: sampleCount = following(1) + 1
    case 7: sampleCount = following(2) + 1
    default: sampleCount = 1 << Int(codes >> 4)
    }
    switch codes & 15 {
    case 12: rate = following(1) * 1_000
    case 13: rate = following(2)
    case 14: rate = following(2) * 10
    case 15: return nil
    default: rate = Self.rates[Int(codes & 15)]
    }
    guard end < bytes.count, FLACChecksum.ofHeader(bytes, in: place..<end) == bytes[end] else { return nil }
    (self.number, countsSamples, layout) = (number, bytes[place + 1] & 1 != 0, bytes[place + 3])
    (numberPlaces, self.end) = (4..<numberEnd - place, end - place)
  }

  /// The place in `bytes`, at `place` or behind it, at which a header may begin: the next byte of ones; their end where
  /// there is none.
  public static func nextPlace(in bytes: [UInt8], from place: Int) -> Int {
    guard place < bytes.count else { return bytes.count }
    return unsafe bytes.withUnsafeBufferPointer { all in
      // SAFETY: `place` lies before the end, and the search ends there.
      guard let start = all.baseAddress, let found = unsafe memchr(start + place, 0xFF, all.count - place) else {
        return all.count
      }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }
  }

  /// Whether it can be the header of a frame of the stream with `info`.
  public func fits(_ info: FLACStreamInfo) -> Bool {
    guard layout & 1 == 0, let depth else { return false }
    return (depth == 0 || depth == info.depth) && (rate == 0 || rate == info.rate)
      && channels == info.channels && layout >> 4 <= 10
  }

  /// A number in as many bytes as it needs, coded as UTF-8 codes characters, but up to 36 bits; nil where there is none.
  private static func number(_ bytes: [UInt8], at place: inout Int) -> Int64? {
    guard place < bytes.count else { return nil }
    let first = bytes[place]
    let length = (~first).leadingZeroBitCount
    place += 1
    guard length > 0 else { return Int64(first) }
    guard (2...7).contains(length), place + length - 1 < bytes.count else { return nil }
    var number = Int64(first) & (0x7F >> Int64(length))
    for byte in bytes[place..<(place + length - 1)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    place += length - 1
    return number
  }

  /// `number`, which has 36 bits at most, coded so.
  static func coded(_ number: Int64) -> [UInt8] {
    guard number >= 0x80 else { return [UInt8(truncatingIfNeeded: number)] }
    // With n bytes, there are 6 bits in each that follows, and 7 - n in the first, if any.
    var count = 2
    while count < 7, number >> Int64(6 * (count - 1) + 7 - count) > 0 { count += 1 }
    var bytes: [UInt8] = []
    for place in (0..<count).reversed() {
      let bits = UInt8(truncatingIfNeeded: number >> Int64(6 * place))
      bytes.append(0x80 | bits & 0x3F)
    }
    let mark = UInt8(truncatingIfNeeded: 0xFF00 >> count)
    let bits = UInt8(truncatingIfNeeded: number >> Int64(6 * (count - 1)))
    bytes[0] = mark | bits & ~(mark >> 1 | mark)
    return bytes
  }
}
