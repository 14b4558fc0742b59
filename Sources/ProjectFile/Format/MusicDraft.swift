import EditingModel
import MediaTime

/// Music under a film in a project.
struct MusicDraft: Hashable, Sendable {
  /// The name of the asset.
  var asset: String
  /// Its beginning in the asset.
  var start = ProjectTime.seconds(.zero)
  /// The length of the asset that is used; nil for all of it.
  var duration: ProjectTime?
  /// Whether it begins again where it ends before the film does.
  var loop = true
  /// Linear gain.
  var volume = 1.0
  /// The duration of its fade in; nil for none.
  var fadeIn: ProjectTime?
  /// The duration of its fade out at the film's end; nil for none.
  var fadeOut: ProjectTime?
  /// The ducking under speech; nil for none.
  var duck: DuckDraft?

  static let form = Form<MusicDraft>.object(
    "music", "A bed of music under the whole film.",
    Field("asset", \.asset, .text("the name of an asset"), "The name of the asset, a key under assets."),
    Field("in", \.start, .time, default: .seconds(.zero), "Where it begins, in the asset's time."),
    Field(optional: "duration", \.duration, .duration, "How much of the asset is used: all of it unless given."),
    Field(
      "loop", \.loop, .boolean, default: true,
      "Whether it begins again where it ends before the film does; else there is silence."),
    Field("volume", \.volume, .number(0...10), default: 1, "Linear gain, 0 to 10."),
    Field(optional: "fadeIn", \.fadeIn, .duration, "How long it takes to come in at the film's beginning."),
    Field(optional: "fadeOut", \.fadeOut, .duration, "How long it takes to go out at the film's end."),
    Field(optional: "duck", \.duck, DuckDraft.form, "How it gives way to other sound."),
    make: MusicDraft.init)
}

/// The ducking of music under speech in a project.
struct DuckDraft: Hashable, Sendable {
  /// The gain meanwhile; nil for a quarter of the music's.
  var to: Double?
  /// The duration of its fall, before speech begins.
  var attack = DuckDraft.usualAttack
  /// The duration of its return, when speech has ended.
  var release = DuckDraft.usualRelease
  /// The tracks it gives way to; nil for all audio tracks.
  var under: [TrackID]?

  static let usualAttack = ProjectTime.seconds((try? Rational(1, 2)) ?? .one)
  static let usualRelease = ProjectTime.seconds(.one)

  static let form = Form<DuckDraft>.object(
    "duck",
    "How music gives way: wherever one of the tracks has a segment, it is down from the segment's start to its end.",
    Field(
      optional: "to", \.to, .number(0...10), "Its linear gain meanwhile, 0 to 10: a quarter of its volume unless given."
    ),
    Field(
      "attack", \.attack, .duration, default: usualAttack, "How long it takes to go down, before the segment begins."),
    Field(
      "release", \.release, .duration, default: usualRelease,
      "How long it takes to come back, once the segment has ended; between two that are less than attack and release apart it "
        + "stays down."),
    Field(
      optional: "under", \.under, .list(of: .trackID),
      "The numbers of the audio tracks: all of the composition unless given."),
    make: DuckDraft.init)
}
