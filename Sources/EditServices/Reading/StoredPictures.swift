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

extension PixelFormat {
  /// The format in which a film holds all of a picture that is decoded as `name`, in GStreamer's words. Red, green and blue
  /// of eight bits come back exactly from luma and chroma of ten.
  static func film(storedAs name: String, hasAlpha: Bool) -> PixelFormat {
    func isOne(of parts: [String]) -> Bool { parts.contains { name.contains($0) } }
    let isRGB = isOne(of: rgbNames)
    let isDeep = isRGB || isOne(of: deepNames)
    if isRGB || isOne(of: ["444", "AYUV", "v308", "IYU2"]) {
      return hasAlpha ? .yuva444p10 : isDeep ? .yuv444p10 : .yuv444p
    }
    if isOne(of: ["422", "42B", "YUY2", "UYVY", "YVYU", "VYUY", "v210", "NV16", "NV61"]) {
      return hasAlpha ? .yuva422p10 : isDeep ? .yuv422p10 : .yuv422p
    }
    return hasAlpha ? (isDeep ? .yuva420p10 : .yuva420p) : isDeep ? .yuv420p10 : .yuv420p
  }

  /// The format in which a picture that is decoded as `name` is given where none is asked for.
  static func usual(storedAs name: String, hasAlpha: Bool) -> PixelFormat {
    let isRGB = rgbNames.contains { name.contains($0) } && !deepNames.contains { name.contains($0) }
    return isRGB ? (hasAlpha ? .bgra : .rgb24) : film(storedAs: name, hasAlpha: hasAlpha)
  }

  /// Whether a picture that is decoded as `name` has more than eight bits a sample.
  static func isDeep(storedAs name: String) -> Bool { deepNames.contains { name.contains($0) } }

  private static let rgbNames = ["RGB", "BGR", "GBR"]
  private static let deepNames = ["10", "12", "14", "16_", "_16", "64", "v210"]
}
