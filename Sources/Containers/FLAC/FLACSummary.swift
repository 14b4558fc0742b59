/// The header's totals of a stream of FLAC (RFC 9639 §8.2), collected from its frames.
public struct FLACSummary: Sendable {
  private let beginning: FLACStreamInfo
  private var frames: (least: Int, most: Int) = (.max, 0)
  /// Samples of each channel in the frames so far.
  public private(set) var sampleCount: Int64 = 0

  /// No frames yet of the stream that begins as `beginning` says.
  public init(_ beginning: FLACStreamInfo) {
    self.beginning = beginning
  }

  /// Adds the frame of `byteCount` bytes that begins with `bytes`.
  ///
  /// - Throws: `PacketFileError` with `.unreadable` where they are no frame's.
  public mutating func add(_ bytes: [UInt8], byteCount: Int) throws(PacketFileError) {
    guard let header = FLACFrameHeader(bytes) else {
      throw PacketFileError(.unreadable, "A packet is not what its codec's are.")
    }
    add(sampleCount: header.sampleCount, byteCount: byteCount)
  }

  /// Adds a frame of `byteCount` bytes with `count` samples of each channel.
  mutating func add(sampleCount count: Int, byteCount: Int) {
    frames = (min(frames.least, byteCount), max(frames.most, byteCount))
    sampleCount += Int64(count)
  }

  /// The header of the frames so far, whose samples have the sum `sum`, of 16 bytes (MD5); the stream's beginning where there are none.
  public func streamInfo(sum: [UInt8]) -> FLACStreamInfo {
    guard sampleCount > 0 else { return beginning }
    var info = beginning
    info.frames = frames
    info.sampleCount = sampleCount
    info.sum = sum
    return info
  }
}
