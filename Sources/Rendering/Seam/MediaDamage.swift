public import EditingModel
public import MediaFormats
public import MediaTime

/// The handling of media with parts that cannot be decoded: damaged packets, or files that are cut short.
public enum DamagePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The file, or the frame, is refused with an error that says what is damaged.
  case refuse
  /// Intact media are rendered. In place of damaged ones, the last intact picture stays, and the sound is silent; each
  /// such stretch is reported as ``MediaDamage``.
  case keep

  /// The remedy in errors of damaged media.
  package static let remedy =
    "Copy or download the file again, or render what is there: the damage policy “keep”."
}

/// Damage of a media file that was kept in the render.
///
/// ```
///  frames      7 8 9 ✕ ✕ ✕ ✕ ✕ 15 16         of the file: 10 to 14 are damaged
///  shown       7 8 9 9 9 9 9 9 15 16
/// ```
public struct MediaDamage: Hashable, Sendable, Codable {
  /// The file.
  public var asset: AssetReference
  /// The damaged part of the film's media; nil for damage of the file as a whole, as when it is cut short.
  public var stretch: Stretch?
  /// The cause, in the decoder's words, or as a sentence on the file.
  public var cause: String

  /// Frames or samples of one track.
  public struct Stretch: Hashable, Sendable, Codable {
    /// Whether they are pictures or samples.
    public var mediaType: MediaType
    /// The number of the track among those of its kind.
    public var trackIndex: Int
    /// Their numbers, from the track's first on.
    public var range: Range<Int64>
    /// Their presentation times, in the file's time.
    public var time: Range<Rational>

    /// `range` of a track, which is presented in `time`.
    public init(mediaType: MediaType, trackIndex: Int, range: Range<Int64>, time: Range<Rational>) {
      self.mediaType = mediaType
      self.trackIndex = trackIndex
      self.range = range
      self.time = time
    }
  }

  /// Damage of `asset`, in `stretch`.
  public init(asset: AssetReference, stretch: Stretch?, cause: String) {
    self.asset = asset
    self.stretch = stretch
    self.cause = cause
  }
}

extension MediaDamage: CustomStringConvertible {
  /// "a.mp4: frames 10 to 14 (00:00:00.400 to 00:00:00.600) are damaged; the last intact picture is shown."
  public var description: String {
    guard let stretch else { return "\(asset.name): \(cause)" }
    let (range, time) = (stretch.range, stretch.time)
    let what = stretch.mediaType == .video ? "frame" : "sample"
    let numbers =
      range.count == 1 ? "\(what) \(range.lowerBound)" : "\(what)s \(range.lowerBound) to \(range.upperBound - 1)"
    return "\(asset.name): \(numbers) (\(time.lowerBound.timecode) to \(time.upperBound.timecode)) "
      + (range.count == 1 ? "is" : "are") + " damaged; "
      + (stretch.mediaType == .video ? "the last intact picture is shown." : "there is silence.")
  }
}
