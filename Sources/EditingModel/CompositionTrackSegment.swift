public import MediaTime

/// One stretch of a track: a range of some media, shown over a range of the track; or nothing for a while
/// (`AVCompositionTrackSegment`).
///
/// ```
///  media   ├────────[ source )──────────┤
///                    ╲        ╲
///  track   ├──────────[ target )────────┤      rate = source.duration / target.duration
/// ```
public struct CompositionTrackSegment: Hashable, Sendable, Codable {
  /// The media, or nil in an empty edit.
  public var source: Source?
  /// Which part of the media is shown over which part of the track. Of an empty edit, only the target is valid
  /// (`CMTimeMappingMakeEmpty`).
  public var timeMapping: CMTimeMapping
  /// What happens to the pitch of sound where the rate is not 1.
  public var timePitch: TimePitch

  /// The media of a segment: a file, and one of its tracks.
  public struct Source: Hashable, Sendable, Codable {
    /// The file.
    public var asset: AssetReference
    /// Which of the file's tracks of the segment's kind: 0 is the first.
    public var trackIndex: Int

    /// Track `trackIndex` (counted among those of one kind) of `asset`.
    public init(asset: AssetReference, trackIndex: Int = 0) {
      self.asset = asset
      self.trackIndex = trackIndex
    }
  }

  /// Shows `sourceRange` of `source` over `targetRange` of the track.
  public init(
    source: Source, sourceRange: CMTimeRange, targetRange: CMTimeRange, timePitch: TimePitch = .preserve
  ) {
    self.source = source
    self.timeMapping = CMTimeMapping(source: sourceRange, target: targetRange)
    self.timePitch = timePitch
  }

  /// An empty edit: the track shows and sounds nothing over `targetRange`.
  public init(emptyOver targetRange: CMTimeRange) {
    self.source = nil
    self.timeMapping = CMTimeMappingMakeEmpty(target: targetRange)
    self.timePitch = .preserve
  }

  /// Whether the track shows nothing here (`AVAssetTrackSegment.isEmpty`).
  public var isEmpty: Bool { source == nil }
}
