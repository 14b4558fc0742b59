import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `mix` span with GStreamer's `compositor`.
///
/// ```
///  background ─► appsrc ─┐
///  layer 0    ─► appsrc ─┼─► compositor ─► appsink       built before it starts; one buffer a layer and output
///  layer 1    ─► appsrc ─┘   alpha and place follow      frame, in span time, so that the mixer has no choice
///                            curves
/// ```
///
/// Threads: one at a time.
final class MixRenderer: SpanRenderer {
  private let frames: Range<Int>
  private let grid: FrameGrid
  private let pipeline: Pipeline
  private let sink: AppSink
  private var inputs: [(source: AppSource, renderer: any SpanRenderer)] = []
  private let cancellation: Cancellation
  private var pushed: Int

  /// Frames in flight in the graph, so that it works while the next are decoded.
  private static let ahead = 2

  /// The frames `frames` of `layers`, bottom to top, over `background`.
  init(
    _ frames: Range<Int>, background: Color, layers: [MixLayer], plan: PicturePlan, scheduler: RunScheduler,
    cancellation: Cancellation
  ) throws {
    self.frames = frames
    self.cancellation = cancellation
    grid = plan.grid
    pushed = frames.lowerBound
    pipeline = try Pipeline(name: "mix-\(frames.lowerBound)")
    sink = try AppSink(capacity: 0)
    let output = try PictureFormat(plan)
    let compositor = try ElementName.compositor.make()
    try compositor.set("background", "black")
    // Several threads would leave a seam between their rows where chroma is subsampled.
    try compositor.set("max-threads", 1)
    let filter = try ElementName.capsFilter.make()
    try filter.set("caps", output.caps)
    try pipeline.add(compositor, filter, sink.element)
    try pipeline.link([compositor, filter, sink.element])
    let still = StillRenderer(
      try BackgroundPicture(background, in: output).buffer(output))
    try add(still, format: output, to: compositor)
    for layer in layers {
      let format = try PictureFormat(plan, size: layer.place.size)
      let source = LayerSource(
        run: layer.run, of: scheduler, as: format, backdrop: layer.backdrop, crop: layer.crop,
        orientation: layer.orientation)
      let pad = try add(source, format: format, to: compositor)
      if let opacity = layer.opacity.constant {
        pad.set("alpha", Self.alpha(opacity))
      } else {
        try follow("alpha", of: pad) { Self.alpha(layer.opacity.value(at: $0) ?? 1) }
      }
      if layer.motion == nil {
        pad.set("xpos", layer.place.x)
        pad.set("ypos", layer.place.y)
      } else {
        try follow("xpos", of: pad) { Double(layer.place(at: $0).x) }
        try follow("ypos", of: pad) { Double(layer.place(at: $0).y) }
      }
    }
    try pipeline.play()
  }

  deinit { _ = pipeline.stopInBackground() }

  func picture(at frame: Int) throws -> PendingPicture {
    while pushed < min(frame + Self.ahead, frames.upperBound) {
      // All conversions start before the first is waited for.
      let pictures = try inputs.map { try $0.renderer.picture(at: pushed) }
      for (input, pending) in zip(inputs, pictures) {
        let picture = try pending.buffer(cancellation)
        let start = try grid.nanoseconds(of: pushed - frames.lowerBound)
        let end = try grid.nanoseconds(of: pushed - frames.lowerBound + 1)
        guard input.source.push(try picture.restamped(presentationTime: start, duration: end - start)) else {
          _ = try pipeline.checkMessages()
          throw GStreamerError.refused("The mixing graph takes no more pictures.")
        }
      }
      pushed += 1
    }
    let watchdog = Watchdog()
    while true {
      if case .sample(let buffer, _) = sink.pull(nanoseconds: Cancellation.pollInterval) {
        return PendingPicture(buffer)
      }
      _ = try pipeline.checkMessages()
      try cancellation.check()
      try watchdog.check(waitingFor: "the mixing of frame \(frame)") { pipeline.graph }
    }
  }

  func takePicture(at frame: Int) throws -> (picture: PendingPicture, isExclusive: Bool) {
    (try picture(at: frame), true)
  }

  @discardableResult
  private func add(_ renderer: any SpanRenderer, format: PictureFormat, to compositor: Element) throws -> Pad {
    let source = try AppSource(caps: format.caps, capacity: 0)
    try pipeline.add(source.element)
    let pad = try compositor.requestPad("sink_%u")
    try source.element.pad("src").link(to: pad)
    pad.set("zorder", inputs.count)
    inputs.append((source, renderer))
    return pad
  }

  /// Lets `property` of `pad` have at each frame the value that `value` gives.
  private func follow(_ property: String, of pad: Pad, _ value: (Int) -> Double) throws {
    var points: [ControlCurve.ControlPoint] = []
    for frame in frames {
      let value = value(frame)
      if value != points.last?.value {
        points.append(.init(time: try grid.nanoseconds(of: frame - frames.lowerBound), value: value))
      }
    }
    try pad.control(property, with: ControlCurve(.step, points: points))
  }

  /// The compositor's `alpha` that comes nearest to `opacity`.
  ///
  /// Its kernels compute `b = floor(255 · alpha)` and divide by 256, so that `alpha = opacity` would be up to three
  /// code values off. With this alpha `b` is 256 · opacity, rounded; exactly 0 and 1 are handled apart by the
  /// compositor itself.
  static func alpha(_ opacity: Double) -> Double {
    if opacity <= 0 { return 0 }
    if opacity >= 1 { return 1 }
    return min((256 * opacity + 0.5) / 255, 254.5 / 255)
  }
}
