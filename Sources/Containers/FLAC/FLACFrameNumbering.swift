/// Numbers the frames of FLAC that are a part of a stream, or several streams one after another, and finds what their header
/// has to say.
///
/// ```
///  a part           frames of equal blocks keep their kind, and count from 0
///  several parts    a part's last block is shorter: blocks are of any length, and each says which sample it begins with
/// ```
struct FLACFrameNumbering {
  /// The stream's information before its frames are known.
  let beginning: FLACStreamInfo
  private let isVariable: Bool
  private var frameCount: Int64 = 0
  private var summary: FLACSummary
  /// Samples of the shortest block but the last one, of the last one, and of the longest.
  private var leastBlock: Int?
  private var lastBlock: Int?
  private var mostBlock = 0

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
    // The sum is that of other samples.
    info.sum = FLACStreamInfo.unknownMD5
    beginning = info
    summary = FLACSummary(info)
  }

  /// The stream information of the frames so far, as of a whole stream; nil where there are none.
  var end: FLACStreamInfo? {
    guard summary.sampleCount > 0 else { return nil }
    var info = summary.streamInfo(sum: FLACStreamInfo.unknownMD5)
    info.blocks = min(leastBlock ?? mostBlock, mostBlock)...mostBlock
    return info
  }

  /// `frame` as the next one of the stream.
  ///
  /// - Throws: `PacketFileError` with `.unreadable` where it is no frame.
  mutating func next(_ frame: [UInt8]) throws(PacketFileError) -> [UInt8] {
    // Behind the header come a subframe and the frame's checksum.
    guard frame.count > 8, let head = FLACFrameHeader(frame), frame.count >= head.end + 3 else {
      throw PacketFileError(.unreadable, "A packet is not what its codec's are.")
    }
    let countsSamples = isVariable || head.countsSamples
    var bytes = Array(frame[..<4])
    bytes[1] = countsSamples ? bytes[1] | 1 : bytes[1] & 0xFE
    bytes += FLACFrameHeader.coded(countsSamples ? summary.sampleCount : frameCount)
    bytes += frame[head.numberPlaces.upperBound..<head.end]
    bytes.append(FLACChecksum.ofHeader(bytes, in: 0..<bytes.count))
    bytes += frame[(head.end + 1)..<(frame.count - 2)]
    var sum = FLACChecksum()
    sum.add(bytes.span)
    bytes += [UInt8(sum.value >> 8), UInt8(sum.value & 0xFF)]
    if let lastBlock { leastBlock = min(leastBlock ?? lastBlock, lastBlock) }
    (lastBlock, mostBlock) = (head.sampleCount, max(mostBlock, head.sampleCount))
    summary.add(sampleCount: head.sampleCount, byteCount: bytes.count)
    frameCount += 1
    return bytes
  }
}
