public import EditingModel
public import MediaTime

/// A track's storage in its file: facts that programs ask for, and planning does not.
public struct TrackStorage: Hashable, Sendable, Codable {
  /// The codec's four letters, as movies name it ("avc1"); nil where they have no name for it.
  public var codecType: String?
  /// The decoder's configuration before the first packet; empty without one.
  public var privateData: [UInt8] = []
  /// Bytes of all packets; nil where the file was not read to its end.
  public var byteCount: Int64?
  /// For how long those packets last, in seconds; nil where it is not known.
  public var seconds: Double?
  /// Whether the track is played by default: a movie's flag of that name, and Matroska's two, that the track is enabled
  /// and that players may choose it by themselves.
  public var isEnabled = true
  /// Linear gain that the file asks for.
  public var preferredVolume = 1.0
  /// The edit list, in the file's time; empty where the file has none.
  public var segments: [AssetTrackSegment] = []
  /// Units a second of the track's own times; nil where the file has no units of its own for each track.
  public var timescale: CMTimeScale?
  /// Whether packets stand in another order than they are shown in.
  public var isReordered = false
  /// What the track is for, as the file says; empty where it says nothing, and of files in fragments.
  public var dispositions: [TrackDisposition] = []

  /// A track without known facts.
  public init() {}

  /// Bits a second, on the average; 0 where it is not known.
  public var bitRate: Double {
    guard let byteCount, let seconds, seconds > 0 else { return 0 }
    return Double(byteCount) * 8 / seconds
  }
}
