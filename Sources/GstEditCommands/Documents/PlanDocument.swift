import GstEdit

/// A render plan, as programs are told of it (`gstedit plan --json`).
///
/// Times are exact, in seconds, and written as fractions ("1001/30000"); ranges are `[first, one past the last]`; runs are
/// named by their place in `picture.runs`.
struct PlanDocument: Encodable {
  let picture: PictureDocument?
  let sound: SoundDocument?

  init(_ plan: RenderPlan) {
    picture = plan.picture.map(PictureDocument.init)
    sound = plan.sound.map(SoundDocument.init)
  }
}

/// The segment that something is rendered for.
struct ClipDocument: Encodable {
  let asset: String
  let track: Int32
  let segment: Int

  init(_ clip: ClipReference) {
    asset = clip.asset.name
    track = clip.trackID.rawValue
    segment = clip.segmentIndex
  }
}
