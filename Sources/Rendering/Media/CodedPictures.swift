public import MediaFormats
import MediaTime

/// The encoded pictures of a media track: the facts that copies of some of them into another file depend on.
///
/// ```
///  packets, as they are decoded   0  1  2  3  4 │ 5  6  7  8
///  frames of the track            0  3  1  2  4 │ 5  8  6  7
///                                 ▲             ▲ entry points: what follows needs nothing of what stands before
/// ```
public struct CodedPictures: Hashable, Sendable {
  /// The codec.
  public var codec: VideoCodec
  /// The pixel format of decoded pictures; nil where a film has no such format.
  public var pixelFormat: PixelFormat?
  /// The codec's profile, of those that can be chosen (`VideoCodec.profiles`), of H.264, ProRes and DNxHR: the widest
  /// one of H.264, and elsewhere the single one of the film.
  public var profile: String?
  /// The decoder's configuration in the container: parameter sets and the like. Packets of files with different ones
  /// cannot be joined directly.
  public var configuration: [UInt8]
  /// The numbers by which packets call their parameter sets; empty for codecs that have none.
  public var parameterSets: Set<Int>
  /// The frame of the track that each packet shows, in the order of decoding; nil for one that is not presented.
  public var frames: [Int?]
  /// The packets with which a decoder can begin whatever stood before, and from which on none refers to one before, but for those
  /// that follow them at once and are presented earlier: their places in `frames`, in order.
  public var entryPoints: [Int]

  /// Pictures in `codec`.
  public init(
    codec: VideoCodec, pixelFormat: PixelFormat?, configuration: [UInt8] = [], parameterSets: Set<Int> = [],
    frames: [Int?], entryPoints: [Int]
  ) {
    (self.codec, self.pixelFormat) = (codec, pixelFormat)
    (self.configuration, self.parameterSets) = (configuration, parameterSets)
    (self.frames, self.entryPoints) = (frames, entryPoints)
  }
}

extension CodedPictures {
  /// The entry points at which frame `frame` begins or a later one.
  func entryPoints(from frame: Int) -> ArraySlice<Int> {
    entryPoints[entryPoints.partitioningIndex { (frames[$0] ?? 0) >= frame }...]
  }

  /// The frames from entry point `place` on that can be decoded without any other and are presented without a gap, up to `end` at
  /// most, and by how many packets one of them is decoded after it is due where each packet takes as long as a frame.
  ///
  /// Leading pictures, which are decoded after it and presented before, are not among them. It may end amid a group of pictures: where
  /// all that was decoded is all that is presented.
  ///
  /// ```
  ///  packets   0  3  1  2 │ 6  4  5        with an end at 6: frames 0 to 3
  ///                       ▲ all of 0…3
  /// ```
  func closedRun(from place: Int, before end: Int) -> (frames: Range<Int>, delay: Int)? {
    guard let first = frames[place] else { return nil }
    var (last, delay, count) = (first - 1, 0, 0)
    var found: (Range<Int>, Int)?
    for frame in frames[place...] {
      guard let frame, frame < end else { break }
      guard frame >= first else {
        if count == 1 { continue } else { break }
      }
      delay = max(delay, count - (frame - first))
      last = max(last, frame)
      count += 1
      if last - first + 1 == count { found = (first..<(last + 1), delay) }
    }
    return found
  }
}
