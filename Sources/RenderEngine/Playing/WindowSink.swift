public import Compositing
import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
public import MediaFormats
public import MediaTime
import MediaWriting
public import Rendering
import Synchronization
import WindowSystem

/// A player's window, drawn by GStreamer.
///
/// ```
///  show(picture) ─► appsrc ─► textoverlay ─► videoscale ─► caps of the window's size ─► videoconvert ─► ximagesink
/// ```
///
/// The player shows a picture when its time has come, so the sink shows what it has at once. Lock order: `state`, then a window's own.
public final class WindowSink: PlayerWindow {
  /// Eight bits of blue, green, red and alpha, which is left out.
  public let pixelFormat: PixelBuffer.Format? = .bgra
  /// Events of the window; the last 256 are kept until they are taken.
  public let events: AsyncStream<WindowEvent>

  private let window: DesktopWindow
  private let graph: WindowGraph
  private let eventContinuation: AsyncStream<WindowEvent>.Continuation

  /// Opens a window called `title` of `size`, smaller where the screen is.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where there is no desktop, `.missingPlugin`.
  public init(titled title: String, size: PixelSize) throws(RenderError) {
    let (events, eventContinuation) = AsyncStream<WindowEvent>.makeStream(bufferingPolicy: .bufferingNewest(256))
    (self.events, self.eventContinuation) = (events, eventContinuation)
    // Without its elements no window is opened.
    let graph = try translating { try WindowGraph() }
    self.graph = graph
    do {
      window = try DesktopWindow(title: title, width: size.width, height: size.height) { event in
        switch event {
        case .key(let symbol): eventContinuation.yield(.key(WindowEvent.Key(symbol)))
        case .resized(let width, let height): graph.fit(PixelSize(width: width, height: height))
        case .exposed: graph.redraw()
        case .closed: eventContinuation.yield(.closed)
        }
      }
    } catch {
      switch error {
      case .noDisplay(let name):
        throw RenderError(
          .deviceNotConnected,
          name.isEmpty
            ? "There is no desktop to open a window on: DISPLAY is not set."
            : "The desktop \(name) lets no window be opened.",
          remedy: "Run it on a desktop, or render a preview to a file.")
      }
    }
    graph.fit(size)
    try translating { try graph.start(inWindow: window.handle) }
  }

  deinit { close() }

  /// Whether the window fills the screen.
  public var isFullScreen: Bool {
    get { window.isFullScreen }
    set { window.isFullScreen = newValue }
  }

  /// Whether the picture's time is drawn over it.
  public var showsTime: Bool {
    get { graph.showsTime }
    set { graph.setShowsTime(newValue) }
  }

  /// The reason for which nothing is shown any more.
  public var failure: RenderError? { graph.failure }

  /// Shows `picture` at once, instead of one that is still on its way.
  public func show(_ picture: PixelBuffer, itemTime: CMTime, at hostTime: CMTime) {
    let wasIntact = graph.failure == nil
    graph.show(picture, itemTime: itemTime)
    if wasIntact, graph.failure != nil { eventContinuation.yield(.failed) }
  }

  /// Closes the window, and ends ``events``.
  public func close() {
    window.close()
    graph.stop(keeping: window)
    eventContinuation.finish()
  }
}

/// The pipeline that draws a window's pictures.
///
/// Lock order: only `state`, which is held while a picture is handed over: the source takes it without waiting.
private final class WindowGraph: Sendable {
  private let pipeline: Pipeline
  private let source: AppSource
  private let overlay: Element
  private let size: Element
  private let sink: Element
  private let state = Mutex(State())

  private struct State {
    /// The factory of buffers of pictures of the size that came last.
    var factory: PixelBufferFactory?
    /// The picture that is shown, and its time.
    var shown: (picture: PixelBuffer, itemTime: CMTime)?
    var showsTime = false
    var failure: RenderError?
    var isStopped = false
    /// The number of pictures handed over: each a nanosecond behind the one before, for `textoverlay` passes nothing
    /// twice.
    var count: Int64 = 0
  }

  init() throws {
    pipeline = try Pipeline(name: "window")
    source = try AppSource(caps: nil, capacity: 0)
    overlay = try ElementName.textOverlay.make()
    size = try ElementName.capsFilter.make()
    sink = try ElementName.windowSink.make()
    let scale = try ElementName.videoScale.make()
    let convert = try ElementName.videoConvert.make()
    try overlay.set("silent", true)
    try overlay.set("shaded-background", true)
    try overlay.set("valignment", "bottom")
    try overlay.set("halignment", "center")
    try overlay.set("font-desc", "monospace 18")
    // A picture keeps its shape, whatever the window's is.
    try scale.set("add-borders", true)
    try sink.set("sync", false)
    try sink.set("force-aspect-ratio", true)
    for element in [source.element, overlay, scale, size, convert, sink] { try pipeline.add(element) }
    try pipeline.link([source.element, overlay, scale, size, convert, sink])
  }

  /// Begins to draw in the window of this number.
  func start(inWindow handle: UInt) throws {
    sink.draw(inWindow: handle)
    try pipeline.play()
  }

  var showsTime: Bool { state.withLock(\.showsTime) }
  var failure: RenderError? { state.withLock(\.failure) }

  /// Shows `picture`.
  func show(_ picture: PixelBuffer, itemTime: CMTime) {
    state.withLock { state in
      state.shown = (picture, itemTime)
      push(&state)
    }
  }

  /// Fits pictures into a window of `size`, and shows the last one so.
  func fit(_ size: PixelSize) {
    state.withLock { state in
      let caps = try? Caps(
        "video/x-raw,width=\(max(16, size.width)),height=\(max(16, size.height)),pixel-aspect-ratio=1/1")
      if let caps { try? self.size.set("caps", caps) }
      sink.expose()
      push(&state)
    }
  }

  /// Shows or hides the time.
  func setShowsTime(_ showsTime: Bool) {
    state.withLock { state in
      state.showsTime = showsTime
      push(&state)
    }
  }

  /// Shows once more what is shown.
  func redraw() { state.withLock { push(&$0) } }

  /// Ends drawing, in the background; the window it draws in has to be there until then.
  func stop(keeping window: DesktopWindow) {
    let isFirst = state.withLock { state in
      defer { (state.isStopped, state.shown) = (true, nil) }
      return !state.isStopped
    }
    guard isFirst else { return }
    _ = BackgroundTask(named: "stop") { [pipeline] in
      pipeline.stop()
      withExtendedLifetime(window) {}
    }
  }

  private func push(_ state: inout State) {
    guard !state.isStopped, state.failure == nil, let (picture, time) = state.shown else { return }
    do {
      try pipeline.checkFailure()
      let extent = PixelSize(width: picture.width, height: picture.height)
      if state.factory?.format.size != extent {
        let factory = try PixelBufferFactory(.bgra, size: extent, frameDuration: Rational(1, 30), colorimetry: .bt709)
        state.factory = factory
        source.setCaps(factory.format.caps)
      }
      guard let factory = state.factory else { return }
      try overlay.set("silent", !state.showsTime)
      if state.showsTime { try overlay.set("text", time.clockText) }
      let buffer = try factory.buffer(of: try factory.fitting(picture)).restamped(
        presentationTime: state.count, duration: 1)
      state.count += 1
      _ = source.push(buffer)
    } catch {
      state.failure = .translated(error)
    }
  }
}

extension WindowEvent.Key {
  /// The window system's key as the seam's.
  fileprivate init(_ symbol: DesktopWindow.Symbol) {
    self =
      switch symbol {
      case .character(let character): .character(character)
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      case .home: .home
      case .end: .end
      case .escape: .escape
      }
  }
}

extension CMTime {
  /// Hours, minutes, seconds and thousandths of them, rounded down: 00:01:02.500.
  fileprivate var clockText: String {
    let all = (try? rational?.floor(scaledBy: 1_000)) ?? 0
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let (seconds, thousandths) = max(0, all).quotientAndRemainder(dividingBy: 1_000)
    return [digits(seconds / 3_600, 2), digits(seconds / 60 % 60, 2), digits(seconds % 60, 2)].joined(separator: ":")
      + "." + digits(thousandths, 3)
  }
}
