/// Numbers the frames of FLAC that are a part of a stream, or several streams one after another, and finds what their header
/// has to say.
///
/// ```
///  a part           frames of equal blocks keep their kind, and count from 0
///  several parts    a part's last block is shorter: blocks are of any length, and each says which sample it begins with
/// ```
struct FLACFrames {
  /// What is known of the stream before its frames are.
  let beginning: FLACStreamInfo
  private let isVariable: Bool
  private var (frameCount, sampleCount): (UInt64, UInt64) = (0, 0)
  /// Samples of the shortest block but the last one, of the last one, and of the longest.
  private var leastBlock: Int?
  private var lastBlock: Int?
  private var mostBlock = 0
  private var frames: (least: Int, most: Int) = (.max, 0)

  /// The frames of `parts`, one after another; nil where one of them is no FLAC.
  init?(joining parts: [PacketStream]) {
    let infos = parts.compactMap { FLACStreamInfo($0) }
    guard infos.count == parts.count, var info = infos.first else { return nil }
    isVariable = parts.count > 1
    let most = infos.map(\.blocks.upperBound).max() ?? 0
    // Shorter ones than 16 there are none but at an end.
    info.blocks = (isVariable ? min(16, most) : info.blocks.lowerBound)...most
    info.frames = (0, 0)
    info.sampleCount = 0
    info.forgetSum()
    beginning = info
  }

  /// What is to be said of the frames so far, as of a whole stream; nil where there are none.
  var end: FLACStreamInfo? {
    guard sampleCount > 0 else { return nil }
    var info = beginning
    info.blocks = min(leastBlock ?? mostBlock, mostBlock)...mostBlock
    info.frames = frames
    info.sampleCount = sampleCount
    return info
  }

  /// `frame` as the next one of the stream.
  ///
  /// - Throws: `PacketFileError` with `.unreadable` where it is no frame.
  mutating func next(_ frame: [UInt8]) throws(PacketFileError) -> [UInt8] {
    guard let head = FLACFrameHead(frame) else {
      throw PacketFileError(.unreadable, "A packet is not what its codec's are.")
    }
    let countsSamples = isVariable || head.countsSamples
    var bytes = Array(frame[..<4])
    bytes[1] = countsSamples ? bytes[1] | 1 : bytes[1] & 0xFE
    bytes += FLACFrameHead.coded(countsSamples ? sampleCount : frameCount) + frame[head.number.upperBound..<head.end]
    bytes.append(FLACFrameHead.shortSum(bytes))
    bytes += frame[(head.end + 1)..<(frame.count - 2)]
    let sum = FLACFrameHead.longSum(bytes)
    bytes += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    if let lastBlock { leastBlock = min(leastBlock ?? lastBlock, lastBlock) }
    (lastBlock, mostBlock) = (head.blockLength, max(mostBlock, head.blockLength))
    frames = (min(frames.least, bytes.count), max(frames.most, bytes.count))
    frameCount += 1
    sampleCount += UInt64(head.blockLength)
    return bytes
  }
}

/// The first bytes of a frame of FLAC (RFC 9639 §9.1).
struct FLACFrameHead {
  /// Whether its number is that of its first sample, and not its own.
  let countsSamples: Bool
  /// How many samples of each channel it has.
  let blockLength: Int
  /// Where its number stands.
  let number: Range<Int>
  /// Where the check sum of the head stands, behind everything else of it.
  let end: Int

  /// That of `frame`; nil where it is none.
  init?(_ frame: [UInt8]) {
    guard frame.count > 8, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
    countsSamples = frame[1] & 1 == 1
    let ones = (~frame[4]).leadingZeroBitCount
    // One byte, or as many as the first has ones in front: never one, and never eight.
    guard ones != 1, ones < 8 else { return nil }
    number = 4..<4 + max(1, ones)
    let (length, rate) = (Int(frame[2] >> 4), Int(frame[2] & 15))
    let lengthBytes = length == 6 ? 1 : length == 7 ? 2 : 0
    let rateBytes = rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0
    end = number.upperBound + lengthBytes + rateBytes
    guard rate != 15, frame.count >= end + 3 else { return nil }
    switch length {
    case 1: blockLength = 192
    case 2...5: blockLength = 144 << length
    case 6, 7:
      blockLength = frame[number.upperBound..<number.upperBound + lengthBytes].reduce(0) { $0 << 8 | Int($1) } + 1
    case 8...15: blockLength = 1 << length
    default: return nil
    }
    guard frame[end] == Self.shortSum(frame[..<end]) else { return nil }
  }

  /// `number`, which has 36 bits at most, in the bytes of UTF-8, extended to seven.
  static func coded(_ number: UInt64) -> [UInt8] {
    guard number >= 0x80 else { return [UInt8(number)] }
    // With n bytes, there are 6 bits in each that follows, and 7 - n in the first, if any.
    var count = 2
    while count < 7, number >> UInt64(6 * (count - 1) + 7 - count) > 0 { count += 1 }
    var bytes: [UInt8] = []
    for place in (0..<count).reversed() {
      let bits = UInt8(truncatingIfNeeded: number >> UInt64(6 * place))
      bytes.append(0x80 | bits & 0x3F)
    }
    let mark = UInt8(truncatingIfNeeded: 0xFF00 >> count)
    let bits = UInt8(truncatingIfNeeded: number >> UInt64(6 * (count - 1)))
    bytes[0] = mark | bits & ~(mark >> 1 | mark)
    return bytes
  }

  /// The check sum of a head: polynomial 07.
  static func shortSum(_ bytes: some Sequence<UInt8>) -> UInt8 {
    var sum: UInt8 = 0
    for byte in bytes {
      sum ^= byte
      for _ in 0..<8 {
        let carry: UInt8 = sum & 0x80 == 0 ? 0 : 0x07
        sum = sum << 1 ^ carry
      }
    }
    return sum
  }

  /// The check sum of a frame: polynomial 8005.
  static func longSum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      let row = Int(UInt8(sum >> 8) ^ byte)
      sum = sum << 8 ^ longSums[row]
    }
    return sum
  }

  /// The check sum of each byte.
  private static let longSums: [UInt16] = {
    var sums: [UInt16] = []
    for index in UInt16(0)..<256 {
      var sum = index << 8
      for _ in 0..<8 {
        let carry: UInt16 = sum & 0x8000 == 0 ? 0 : 0x8005
        sum = sum << 1 ^ carry
      }
      sums.append(sum)
    }
    return sums
  }()
}
