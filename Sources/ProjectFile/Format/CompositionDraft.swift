import EditingModel
import MediaFormats
import MediaTime

/// A composition in a project.
struct CompositionDraft: Hashable, Sendable {
  /// The size of the picture where no video composition gives one; nil for the first picture's.
  var naturalSize: Size?
  /// The tracks.
  var tracks: [TrackDraft]

  static let form = Form<CompositionDraft>.object(
    "composition", "Media laid out in time.",
    Field(
      optional: "naturalSize", \.naturalSize, .size,
      "The picture's width and height in pixels where no video composition gives them: the first picture's unless given."
    ),
    Field("tracks", \.tracks, .list(of: TrackDraft.form), "The tracks."),
    make: CompositionDraft.init)
}

/// A track in a project.
struct TrackDraft: Hashable, Sendable {
  /// The track's number.
  var id: TrackID
  /// The kind of its media.
  var kind: MediaType
  /// Whether it takes part.
  var enabled = true
  /// Linear gain on top of the audio mix.
  var volume = 1.0
  /// The transform of its pictures where no video composition gives one.
  var transform = Transform.identity
  /// The language, a BCP 47 tag.
  var language: String?
  /// The segments in time order.
  var segments: [SegmentDraft]
  /// The transitions between segments that do not say it themselves.
  var transitions: [PlacedTransitionDraft] = []

  static let form = Form<TrackDraft>.object(
    "track", "One track: segments in time order.",
    Field("id", \.id, .trackID, "The track's number, unique in the composition."),
    Field("kind", \.kind, .choice, "Whether the track shows or sounds."),
    Field("enabled", \.enabled, .boolean, default: true, "Whether the track takes part at all."),
    Field("volume", \.volume, .number(0...10), default: 1, "Linear gain of the track, on top of the audio mix."),
    Field(
      "transform", \.transform, .transform, default: .identity,
      "How its pictures are turned upright where no video composition says so: [a, b, c, d, tx, ty]. The identity leaves it "
        + "to the files."),
    Field(optional: "language", \.language, .text("a language tag, as en-GB"), "The language of the track (BCP 47)."),
    Field("segments", \.segments, .list(of: SegmentDraft.form), "The segments, in time order."),
    Field(
      "transitions", \.transitions, .list(of: PlacedTransitionDraft.form), default: [],
      "Transitions at cuts of the track, as segments too can name them."),
    make: TrackDraft.init)
}

/// A segment in a project.
struct SegmentDraft: Hashable, Sendable {
  /// The name of the asset.
  var asset: String
  /// The beginning of the segment in the asset.
  var start: ProjectTime
  /// The part of the asset that it plays, by its length.
  var duration: ProjectTime
  /// Its beginning in the composition; nil at the end of the segment before.
  var at: ProjectTime?
  /// Its duration in the composition; nil for that in the asset.
  var to: ProjectTime?
  /// The effect of a change of speed on the pitch.
  var pitch = TimePitch.preserve
  /// The transition to the next segment; nil for a cut.
  var transition: TransitionDraft?

  static let form = Form<SegmentDraft>.object(
    "segment", "A stretch of an asset, shown over a stretch of the track.",
    Field("asset", \.asset, .text("the name of an asset"), "The name of the asset, a key under assets."),
    Field("in", \.start, .time, "Where the stretch begins, in the asset's time."),
    Field("duration", \.duration, .duration, "How long the stretch is, in the asset's time."),
    Field(
      optional: "at", \.at, .time,
      "When it begins in the composition: the end of the segment before unless given. Later leaves an empty edit."),
    Field(
      optional: "to", \.to, .duration,
      "How long it lasts in the composition, where that differs from duration: a change of speed."),
    Field("pitch", \.pitch, .choice, default: .preserve, "What a change of speed does to the pitch of sound."),
    Field(
      optional: "transition", \.transition, TransitionDraft.form,
      "How it leads to the next segment of the track, which begins where it ends: a cut unless given."),
    make: SegmentDraft.init)
}

/// An asset in a project: a media file and the tracks of it to use.
struct AssetDraft: Hashable, Sendable {
  /// A path or a `file:` URI.
  var uri: String
  /// The index of the file's video track to use, from 0; nil for the first that the file enables.
  var videoTrack: Int?
  /// The index of the file's audio track to use, from 0; nil for the first that the file enables.
  var audioTrack: Int?
  /// Pictures a second of a sequence of pictures; nil for a file.
  var frameRate: Rational?

  static let form = Form<AssetDraft>.object(
    "asset", "A media file: its time 0 is its earliest presented sample.",
    Field(
      "uri", \.uri, .text("a path or a file: URI"),
      "A path, relative to the project file, or a file: URI. A sequence of pictures has %d or %04d for the number."),
    Field(
      optional: "videoTrack", \.videoTrack, .integer(0...65_535),
      "Which of the file's video tracks to use, counted from 0; unless given the first that is enabled, or else the first."
    ),
    Field(
      optional: "audioTrack", \.audioTrack, .integer(0...65_535),
      "Which of the file's audio tracks to use, counted from 0; unless given the first that is enabled, or else the first."
    ),
    Field(
      optional: "frameRate", \.frameRate, .frameRate,
      "How many pictures a second a sequence of pictures has (shot-%04d.png); for no other media."),
    make: AssetDraft.init)
}
