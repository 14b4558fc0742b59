import Compositing
import EditingModel
import Foundation
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Makes the frames of a `custom` span: hands source frames to the user's compositor and takes up what comes back.
///
/// ```
///  frames         12    13    14    15                     at most as many under way as there are cores
///  requests       ├─────────┤                              finished in any order …
///                       ├──┤
///                             ├──────┤
///  pictures                   12 13    14 …                … and taken in theirs
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
  /// What is under way, in the order of the frames.
  private var orders: [(frame: Int, order: Order)] = []
  /// What was asked for last.
  private var lastOrder: Order?
  private var next: Int

  /// A track whose frames are handed over.
  private struct Source {
    let trackID: TrackID
    let run: Int
    let feed: LayerSource
    let factory: PixelBufferFactory
    var last: (buffer: Buffer, frame: PixelBuffer)?
  }

  /// A picture that was asked for. Frames that show the same share one.
  private final class Order {
    let ticket: PendingRequest
    let time: Rational
    /// Which frame each source shows.
    let shown: [Int]
    /// The compositor's to keep: a request that it lets go of is known to be lost.
    weak var request: AsynchronousVideoCompositionRequest?
    /// The picture, once it has come.
    var picture: Buffer?

    init(_ ticket: PendingRequest, time: Rational, shown: [Int]) {
      self.ticket = ticket
      self.time = time
      self.shown = shown
    }
  }

  /// The frames `frames` of `plan`, made as `call` says.
  init(
    _ frames: Range<Int>, call: CustomCompositing, plan: PicturePlan, scheduler: RunScheduler,
    session: CompositorSession,
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
    output = try PictureFormat(plan)
    inFlight = max(1, session.settings.requestsInFlight ?? ProcessInfo.processInfo.activeProcessorCount)
    let compositor = try session.compositor(call.compositor)
    self.compositor = compositor
    sources = try call.sources.map { source in
      let facts = plan.runs[source.run].facts
      let format = PixelBuffer.Format(for: facts, among: compositor.sourceFormats) ?? .yuv420p
      let factory = try PixelBufferFactory(format, size: facts.size, pixelAspect: facts.pixelAspect, plan: plan)
      return Source(
        trackID: source.trackID, run: source.run,
        feed: LayerSource(run: source.run, of: scheduler, as: factory.format), factory: factory)
    }
    context = try compositor.context(for: call, plan: plan)
  }

  deinit {
    let waiting = orders.filter { $0.order.picture == nil }
    guard !waiting.isEmpty else { return }
    for (_, order) in waiting {
      order.ticket.drop()
      order.request?.cancel()
    }
    compositor.cancel()
  }

  func picture(at frame: Int) throws -> PendingPicture {
    while next < frames.upperBound, next <= frame || orders.count < inFlight {
      orders.append((next, try order(next)))
      next += 1
    }
    try session.failures.check()
    while let first = orders.first, first.frame < frame { orders.removeFirst() }
    guard let (found, order) = orders.first, found == frame else {
      throw RenderError(.engineFailed, "Frame \(frame) was asked for out of order.")
    }
    let picture = try picture(of: order)
    orders.removeFirst()
    try session.failures.check()
    return PendingPicture(picture)
  }

  /// Asks for the picture of `frame`, unless it is sure to be the last one's.
  private func order(_ frame: Int) throws -> Order {
    let shown = call.sources.map { plan.runs[$0.run].sourceFrame(at: frame) }
    if !call.containsTweening, let last = lastOrder, last.shown == shown { return last }
    let time = try plan.origin + plan.grid.time(of: frame)
    let ticket = PendingRequest(failures: session.failures) { [name = compositor.name] message, underlying in
      RenderError(
        .videoCompositorFailed, "The custom compositor “\(name)” \(message).",
        remedy: "Correct the compositor, or let failed frames show the last good one.", time: time,
        underlying: underlying)
    }
    let order = Order(ticket, time: time, shown: shown)
    var handed: [(trackID: TrackID, frame: PixelBuffer)] = []
    for index in sources.indices { handed.append((sources[index].trackID, try sourceFrame(of: index, at: frame))) }
    order.request = compositor.start(
      at: try CMTime(exactly: time), for: call, in: context, sources: handed, ticket: ticket)
    lastOrder = order
    return order
  }

  /// What source number `index` shows; the same buffer as long as the picture repeats.
  private func sourceFrame(of index: Int, at frame: Int) throws -> PixelBuffer {
    let buffer = try sources[index].feed.picture(at: frame).buffer(cancellation)
    if let last = sources[index].last, last.buffer === buffer { return last.frame }
    let wrapped = try sources[index].factory.wrap(buffer)
    sources[index].last = (buffer, wrapped)
    return wrapped
  }

  /// The picture that `order` comes to, in the output's format; where it fails and the film goes on, the one before.
  private func picture(of order: Order) throws -> Buffer {
    if let picture = order.picture { return picture }
    let picture: Buffer
    do {
      picture = try made(order)
    } catch let error as RenderError where error.code == .videoCompositorFailed {
      order.request?.cancel()
      try session.failures.meet(error)
      picture = try session.lastFrame ?? BackgroundPicture(call.instruction.backgroundColor, in: output).buffer(output)
    }
    order.picture = picture
    session.lastFrame = picture
    return picture
  }

  private func made(_ order: Order) throws -> Buffer {
    switch try order.ticket.wait(limit: session.settings.requestTimeLimit, cancellation: cancellation) {
    case .composed(let frame)?:
      return try converted(frame, of: order)
    case .failed(let error)?:
      throw order.ticket.complaint("failed: \(error)", String(describing: error))
    case .cancelled?:
      throw order.ticket.complaint("took a request for cancelled that was not", nil)
    case .abandoned?:
      throw order.ticket.complaint("let go of a request without finishing it", nil)
    case .finishedAgain?:
      throw order.ticket.complaint("has finished a request more than once", nil)
    case nil:
      let limit = session.settings.requestTimeLimit
      throw order.ticket.complaint("has not finished a request within \(limit)", nil)
    }
  }

  private func converted(_ frame: PixelBuffer, of order: Order) throws -> Buffer {
    let (width, height) = (plan.size.width, plan.size.height)
    guard frame.width == width, frame.height == height else {
      throw order.ticket.complaint("made a frame of \(frame) instead of \(width)x\(height)", nil)
    }
    guard compositor.outputFormats.contains(frame.format) else {
      let formats = compositor.outputFormats.map(\.rawValue).joined(separator: " or ")
      throw order.ticket.complaint("made a frame in \(frame.format.rawValue) instead of \(formats)", nil)
    }
    let maker = try compositor.maker(of: frame.format, plan: plan)
    let buffer: Buffer
    do {
      buffer = try maker.buffer(of: frame)
    } catch let error as CompositingError {
      throw order.ticket.complaint("is still at work on a frame that it has finished", error.description)
    }
    if let conversion = conversions[frame.format] { return try conversion.apply(to: buffer) }
    let conversion = try PictureConversion(from: maker.format.video, color: maker.format.color, to: output)
    conversions[frame.format] = conversion
    return try conversion.apply(to: buffer)
  }
}
