import EditingModel
import Layers
import MediaTime

/// A picture over the film in a project.
struct OverlayDraft: Hashable, Sendable {
  /// The picture with all but its time.
  var overlay: PictureOverlay
  /// The beginning of its being seen, in composition time.
  var start = ProjectTime.seconds(.zero)
  /// The duration for which it is seen; nil for the whole film.
  var duration: ProjectTime?

  /// `overlay` as a project has it.
  init(_ overlay: PictureOverlay) {
    self.overlay = overlay
    self.overlay.timeRange = nil
    guard let range = overlay.timeRange else { return }
    (start, duration) = (.seconds(range.start.rational ?? .zero), .seconds(range.duration.rational ?? .zero))
  }

  private init(
    picture: String, start: ProjectTime, duration: ProjectTime?, place: TitlePlace, margin: Double, width: Double?,
    height: Double?, opacity: Double, cornerRadius: Double, shadowOpacity: Double, entrance: TitleMotion,
    entranceDuration: Double, exit: TitleMotion, exitDuration: Double
  ) {
    overlay = PictureOverlay(picture)
    (overlay.place, overlay.margin, overlay.width, overlay.height) = (place, margin, width, height)
    (overlay.opacity, overlay.cornerRadius, overlay.shadowOpacity) = (opacity, cornerRadius, shadowOpacity)
    (overlay.entrance, overlay.entranceDuration) = (entrance, entranceDuration)
    (overlay.exit, overlay.exitDuration) = (exit, exitDuration)
    (self.start, self.duration) = (start, duration)
  }

  static let form = Form<OverlayDraft>.object(
    "overlay",
    "A picture over the film: PNG, SVG, JPEG, WebP, GIF and all other stills; animations are played, those of PNG too.",
    Field("picture", \.overlay.picture, .text("the path of a picture"), "The file, relative to the project."),
    Field("start", \.start, .time, default: .seconds(.zero), "When it begins to be seen, in composition time."),
    Field(optional: "duration", \.duration, .duration, "How long it is seen; left out, for the whole film."),
    Field("place", \.overlay.place, .choice, default: .topRight, "Where in the picture it stands."),
    Field(
      "margin", \.overlay.margin, .number(-10...0.49), default: 0.05,
      "What is left free beside it, a part of the picture."),
    Field(optional: "width", \.overlay.width, .number(0.001...8), "How wide it is, a part of the picture's width."),
    Field(
      optional: "height", \.overlay.height, .number(0.001...8), "How high it is, a part of the picture's height."),
    Field("opacity", \.overlay.opacity, .number(0...1), default: 1, "How opaque it is."),
    Field(
      "cornerRadius", \.overlay.cornerRadius, .number(0...1), default: 0,
      "How round its corners are, a part of its height."),
    Field("shadowOpacity", \.overlay.shadowOpacity, .number(0...1), default: 0, "How opaque the shadow behind it is."),
    Field("entrance", \.overlay.entrance, .choice, default: .none, "How it comes, where it has a duration."),
    Field(
      "entranceDuration", \.overlay.entranceDuration, .nonNegative, default: 0.5,
      "How long it takes to come, in seconds."),
    Field("exit", \.overlay.exit, .choice, default: .none, "How it goes, where it has a duration."),
    Field("exitDuration", \.overlay.exitDuration, .nonNegative, default: 0.5, "How long it takes to go, in seconds."),
    make: OverlayDraft.init)
}
