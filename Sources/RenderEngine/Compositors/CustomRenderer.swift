import Compositing
import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `custom` span: passes source frames to the custom compositor and collects the finished ones.
///
/// ```
///  frames         12    13    14    15                     at most as many in flight as there are cores
///  requests       ├─────────┤                              finished in any order …
///                       ├──┤
///                             ├──────┤
///  pictures                   12 13    14 …                … and delivered in order
/// ```
///
/// Threads: one at a time.
final class CustomRenderer: SpanRenderer {
  private let call: CustomCompositing
  private let frames: Range<Int>
  private let plan: PicturePlan
  private let session: CompositorSession
  private let cancellation: Cancellation
  private let compositor: CustomCompositor
  private let context: VideoCompositionRenderContext
  private let output: PictureFormat
  private let inFlight: Int
  private var sources: [Source]
  private var conversions: [PixelBuffer.Format: PictureConversion] = [:]
  /// The requests in flight, in the order of their frames.
  private var requests: [(frame: Int, request: FrameRequest)] = []
  /// The last request.
  private var lastRequest: FrameRequest?
  private var next: Int
  /// The frame from which on nothing is asked for ahead.
  private var end: Int

  /// A track whose frames are passed to the compositor.
  private struct Source {
    let trackID: TrackID
    let feed: Feed
    var last: (buffer: Buffer, frame: PixelBuffer)?
  }

  /// The feed of a track's frames.
  private enum Feed {
    case film(LayerSource, PixelBufferFactory)
    case tree(LayerTreeDrawing)
  }

  /// A requested picture. Frames that show the same source frames share one.
  private final class FrameRequest {
    let pending: PendingRequest
    /// The frame that each source shows.
    let shown: [Int]
    /// Retained by the compositor alone: a request that it releases unfinished is known to be lost.
    weak var compositorRequest: AsynchronousVideoCompositionRequest?
    /// The picture, once it is finished.
    var picture: Buffer?

    init(_ pending: PendingRequest, shown: [Int]) {
      self.pending = pending
      self.shown = shown
    }
  }

  /// The frames `frames` of `plan`, made as `call` says.
  init(
    _ frames: Range<Int>, call: CustomCompositing, plan: PicturePlan, scheduler: RunScheduler,
    trees: LayerTrackDrawings, session: CompositorSession,
    cancellation: Cancellation
  ) throws {
    self.frames = frames
    var call = call
    call.instruction.parameters = session.settings.compositors.resolvingFiles(
      in: call.instruction.parameters, for: call.compositor)
    self.call = call
    self.plan = plan
    self.session = session
    self.cancellation = cancellation
    next = frames.lowerBound
    end = frames.upperBound
    output = try PictureFormat(plan)
    inFlight = max(1, session.settings.requestsInFlight ?? ProcessInfo.processInfo.activeProcessorCount)
    let compositor = try session.compositor(call.compositor)
    self.compositor = compositor
    sources = try call.sources.map { source in
      let colorimetry = call.colorimetry(in: plan)
      let run: Int
      switch source.feed {
      case .run(let number): run = number
      case .tree(let tree):
        let format = PixelBuffer.Format(forLayersAmong: compositor.sourceFormats)
        return Source(trackID: source.trackID, feed: .tree(try trees.source(of: tree, in: format, colorimetry)))
      }
      let facts = plan.runs[run].facts
      let format = PixelBuffer.Format(for: facts, among: compositor.sourceFormats, in: colorimetry) ?? plan.pixelFormat
      let factory = try PixelBufferFactory(
        format, size: facts.cleanSize, pixelAspect: facts.pixelAspect, frameDuration: plan.grid.frameDuration,
        colorimetry: colorimetry)
      let layer = LayerSource(run: run, of: scheduler, as: factory.format, crop: facts.cleanAperture)
      return Source(trackID: source.trackID, feed: .film(layer, factory))
    }
    context = try compositor.context(for: call, plan: plan)
  }

  deinit {
    let waiting = requests.filter { $0.request.picture == nil }
    guard !waiting.isEmpty else { return }
    for (_, request) in waiting {
      request.pending.drop()
      request.compositorRequest?.cancel()
    }
    compositor.cancel()
  }

  func limit(to end: Int) { self.end = min(end, frames.upperBound) }

  func picture(at frame: Int) throws -> PendingPicture {
    while next <= frame || next < end && requests.count < inFlight {
      requests.append((next, try request(next)))
      next += 1
    }
    try session.failures.check()
    while let first = requests.first, first.frame < frame { requests.removeFirst() }
    guard let (found, request) = requests.first, found == frame else {
      throw RenderError(.engineFailed, "Frame \(frame) was asked for out of order.")
    }
    let picture = try picture(of: request)
    requests.removeFirst()
    try session.failures.check()
    return PendingPicture(picture)
  }

  /// Requests the picture of `frame`, or shares the last request where its picture is the same.
  private func request(_ frame: Int) throws -> FrameRequest {
    let time = try plan.origin + plan.time(of: frame)
    let shown = try call.sources.indices.map { index in
      switch (call.sources[index].feed, sources[index].feed) {
      case (.run(let run), _): plan.runs[run].sourceFrame(at: frame)
      case (_, .tree(let tree)): try tree.canvas(at: time).number
      default: 0
      }
    }
    if !call.containsTweening, let last = lastRequest, last.shown == shown { return last }
    let pending = PendingRequest(failures: session.failures) { [name = compositor.name] message, underlying in
      RenderError(
        .videoCompositorFailed, "The custom compositor “\(name)” \(message).",
        remedy: "Correct the compositor, or let failed frames show the last good one.", time: time,
        underlying: underlying)
    }
    let request = FrameRequest(pending, shown: shown)
    var frames: [(trackID: TrackID, frame: PixelBuffer)] = []
    for index in sources.indices {
      frames.append((sources[index].trackID, try sourceFrame(of: index, at: frame, time)))
    }
    request.compositorRequest = compositor.start(
      at: try CMTime(exactly: time), for: call, in: context, sources: frames, pending: pending)
    lastRequest = request
    return request
  }

  /// The frame of source number `index`; the same buffer as long as the picture repeats.
  private func sourceFrame(of index: Int, at frame: Int, _ time: Rational) throws -> PixelBuffer {
    switch sources[index].feed {
    case .tree(let tree):
      return try tree.canvas(at: time).picture
    case .film(let layer, let factory):
      let buffer = try layer.picture(at: frame).buffer(cancellation)
      if let last = sources[index].last, last.buffer === buffer { return last.frame }
      let wrapped = try factory.wrap(buffer)
      sources[index].last = (buffer, wrapped)
      return wrapped
    }
  }

  /// The picture of `request`, in the output's format; the last good one where it fails and the policy continues.
  private func picture(of request: FrameRequest) throws -> Buffer {
    if let picture = request.picture { return picture }
    let picture: Buffer
    do {
      picture = try made(request)
    } catch let error as RenderError where error.code == .videoCompositorFailed {
      request.compositorRequest?.cancel()
      try session.failures.handle(error)
      picture = try session.lastFrame ?? BackgroundPicture(call.instruction.backgroundColor, in: output).buffer(output)
    }
    request.picture = picture
    session.lastFrame = picture
    return picture
  }

  private func made(_ request: FrameRequest) throws -> Buffer {
    switch try request.pending.wait(limit: session.settings.requestTimeLimit, cancellation: cancellation) {
    case .composed(let frame)?:
      return try converted(frame, of: request)
    case .failed(let error)?:
      throw request.pending.error("failed: \(error)", String(describing: error))
    case .cancelled?:
      throw request.pending.error("took a request for cancelled that was not", nil)
    case .abandoned?:
      throw request.pending.error("let go of a request without finishing it", nil)
    case .finishedAgain?:
      throw request.pending.error("has finished a request more than once", nil)
    case nil:
      let limit = session.settings.requestTimeLimit
      throw request.pending.error("has not finished a request within \(limit)", nil)
    }
  }

  private func converted(_ frame: PixelBuffer, of request: FrameRequest) throws -> Buffer {
    let (width, height) = (plan.size.width, plan.size.height)
    guard frame.width == width, frame.height == height else {
      throw request.pending.error("made a frame of \(frame) instead of \(width)x\(height)", nil)
    }
    let colorimetry = call.colorimetry(in: plan)
    guard compositor.formats(for: colorimetry).contains(frame.format) else {
      let formats = compositor.formats(for: colorimetry).map(\.rawValue).joined(separator: " or ")
      throw request.pending.error("made a frame in \(frame.format.rawValue) instead of \(formats)", nil)
    }
    let maker = try compositor.maker(of: frame.format, in: colorimetry, plan: plan)
    let buffer: Buffer
    do {
      buffer = try maker.buffer(of: frame)
    } catch let error as CompositingError {
      throw request.pending.error("is still at work on a frame that it has finished", error.description)
    }
    if let conversion = conversions[frame.format] { return try conversion.apply(to: buffer) }
    let conversion = try PictureConversion(from: maker.format.video, color: maker.format.color, to: output)
    conversions[frame.format] = conversion
    return try conversion.apply(to: buffer)
  }
}
