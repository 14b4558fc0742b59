import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The pictures of a file's video track as they are stored: not turned, not cut to their aperture, their colors untouched.
///
/// ```
///  plan      | 0 | 1 | 2 | 3 | 4 | …        on a grid on which every frame of the track begins
///  frames    | 0     | 1     | 2            passed through
/// ```
struct StoredPictures: Sendable {
  /// The plan that passes them through.
  let plan: RenderPlan
  /// Their colorimetry.
  let colorimetry: Colorimetry
  private let timing: FrameTiming
  private let grid: FrameGrid

  /// The shortest step of the grid; frames of films are longer.
  private static let shortestStep = (try? Rational(1, 1_000_000)) ?? .one

  /// The pictures of `source` in the file that `facts` are about, decoded by `hardware` where it is asked for.
  init(
    of source: CompositionTrackSegment.Source, _ facts: MediaFacts, decodedBy hardware: HardwareAcceleration = .off
  ) throws(RenderError) {
    guard facts.videoTracks.indices.contains(source.trackIndex) else {
      throw RenderError(
        .invalidModel, "The file has no video track number \(source.trackIndex).",
        remedy: "Read one of its \(facts.videoTracks.count) video tracks.", asset: source.asset)
    }
    let track = facts.videoTracks[source.trackIndex]
    timing = track.timing
    var colorimetry = track.colorimetry.completed(height: track.size.height, output: .bt709)
    // Red, green and blue come back exactly from luma and chroma of ten bits.
    if colorimetry.matrix == 0 { (colorimetry.matrix, colorimetry.isFullRange) = (1, false) }
    self.colorimetry = colorimetry
    let frameDuration = try exactly { () throws(RationalError) in
      try track.timing.commonFrameDuration(atLeast: Self.shortestStep)
    }
    let (grid, count) = try exactly { () throws(RationalError) in
      let grid = try FrameGrid(frameDuration: frameDuration)
      return (grid, try grid.frameCount(covering: track.timing.end(of: track.timing.count - 1) ?? .one))
    }
    self.grid = grid
    let frames = 0..<max(1, count)
    let run = SourceRun(
      clip: ClipReference(asset: source.asset, trackID: TrackID(rawValue: track.identity.number ?? 1), segmentIndex: 0),
      source: source, frames: frames, firstTime: .zero, step: frameDuration, facts: track)
    // Frames that pass through are cut to their aperture, and not turned.
    let isCut = track.cleanAperture != nil
    let whole = MixLayer(
      run: 0, crop: nil, orientation: .up,
      place: PixelRectangle(x: 0, y: 0, width: track.size.width, height: track.size.height),
      opacity: FrameCurve(constant: 1, over: frames))
    var picture = PicturePlan(
      grid: grid, origin: .zero, frameCount: frames.count, size: track.size,
      pixelFormat: PixelFormat.film(storedAs: track.format, hasAlpha: track.hasAlpha), colorimetry: colorimetry,
      runs: [run],
      spans: [
        PictureSpan(
          frames: frames, method: isCut ? .mix(background: .black, layers: [whole]) : .passthrough(run: 0))
      ])
    picture.hardwareDecoding = hardware
    plan = RenderPlan(picture: picture, sound: nil)
  }

  /// The plan's frame that shows frame `frame` of the track.
  func planFrame(showing frame: Int) throws(RenderError) -> Int {
    try exactly { () throws(RationalError) in
      try min(plan.picture.map(\.frameCount) ?? 1, max(1, grid.firstFrame(atOrAfter: timing.start(of: frame)) + 1)) - 1
    }
  }
}
