public import EditingModel

/// One audio track over the whole render: pieces of media and silence, and a volume.
public struct Strip: Hashable, Sendable {
  /// The composition's track.
  public var trackID: TrackID
  /// Contiguous, in order, from sample 0 to the last.
  public var pieces: [StripPiece]
  /// Straight pieces of linear gain, contiguous, over all samples.
  public var volume: [VolumePiece]

  /// The strip of track `trackID`.
  public init(trackID: TrackID, pieces: [StripPiece], volume: [VolumePiece]) {
    self.trackID = trackID
    self.pieces = pieces
    self.volume = volume
  }
}
