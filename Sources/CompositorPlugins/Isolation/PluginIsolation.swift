import CProcess
import Compositing
import EditingModel
public import FoundationEssentials
import Synchronization

// SAFETY: the argument is a C string of the process's own start, which stays; it is copied.

/// The isolation of plug-ins in processes of their own: one that crashes, ends its process or hangs then ends in an
/// error, and the program lives.
///
/// ```
///  program                                       process of the plug-in, one for each film
///  source frames ── copied once ─► memory A ─────────► read there, never written
///  finished frame ◄─ copied once ── memory B ◄──────── drawn there
///                 ◄──────────── socket ──────────────► what is asked, and what came of it
/// ```
///
/// The process is the program started once more, or another one, which calls ``PluginServer/runIfAsked()``. It has no
/// open files but what it shares with the program, and never outlives it.
public struct PluginIsolation: Hashable, Sendable {
  /// The program to start.
  public var program: URL
  /// The longest time for one task of a plug-in: to be loaded, to be made ready, to make a frame. After that its
  /// process is ended.
  public var timeLimit: Duration

  /// The running program, which calls ``PluginServer/runIfAsked()`` first of all; twenty seconds for anything.
  public init(
    program: URL = URL(filePath: "/proc/self/exe", directoryHint: .notDirectory), timeLimit: Duration = .seconds(20)
  ) {
    self.program = program
    self.timeLimit = timeLimit
  }
}

/// The other end of isolation: what a program does when it was started as the process of a plug-in.
public enum PluginServer {
  /// Serves a plug-in to the program that started this process for that, and ends the process; returns at once in any
  /// other process.
  ///
  /// A program whose plug-ins are isolated in copies of itself calls this before anything else:
  ///
  /// ```swift
  /// @main struct Editor {
  ///   static func main() async throws {
  ///     PluginServer.runIfAsked()
  ///     let glow = try CompositorPlugin(contentsOf: file, isolation: PluginIsolation())
  /// ```
  public static func runIfAsked() {
    guard gstedit_start_argument_count() == 3, word(1) == argument, let plugin = word(2) else { return }
    PluginService().run(plugin)
  }

  private static func word(_ index: Int32) -> String? {
    unsafe gstedit_start_argument(index).map { unsafe String(cString: $0) }
  }

  /// The first argument of a process that serves a plug-in; the second is the plug-in's file.
  static let argument = "serve-plugin"
}

/// An instance of a plug-in's compositor at work for one film, in a process of its own.
///
/// Threads: any; it is called as `VideoCompositing` promises.
final class IsolatedCompositor: VideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]?
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format]
  let supportsWideColorSourceFrames: Bool
  let supportsHDRSourceFrames: Bool

  private let process: PluginProcess
  /// The instruction that was sent last.
  private let instruction = Mutex<VideoCompositionInstruction?>(nil)

  /// Starts a process for the plug-in at `path`, and has it make an instance of `compositor` with `parameters`.
  ///
  /// - Throws: `PluginError` or `PluginFailure`.
  init(_ compositor: String, of path: String, isolation: PluginIsolation, parameters: JSONValue?) throws {
    process = try PluginProcess(path, isolation: isolation)
    do {
      _ = try process.introduction()
      let made = try process.create(compositor, parameters: parameters)
      sourcePixelFormats = made.sourceFormats
      requiredPixelFormatsForRenderContext = made.outputFormats
      supportsWideColorSourceFrames = made.colorSupport.wideColor
      supportsHDRSourceFrames = made.colorSupport.highDynamicRange
    } catch {
      process.dismiss()
      throw error
    }
  }

  deinit { process.dismiss() }

  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {
    process.send(.context(SharedContext(newRenderContext)))
  }

  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    let request = asyncVideoCompositionRequest
    do {
      let sources = try request.sourceTrackIDs.compactMap { track in
        try request.sourceFrame(byTrackID: track).map {
          OpenRequests.Source(track: track, frame: $0, copy: try shared($0))
        }
      }
      let number = try process.requests.open(request, sources: sources, deadline: .now + process.timeLimit)
      sendInstruction(request.videoCompositionInstruction)
      process.send(
        .request(number: number, time: request.compositionTime, sources: sources.compactMap(SharedSource.init)))
    } catch {
      request.finish(with: error)
    }
  }

  func cancelAllPendingVideoCompositionRequests() {
    process.send(.cancel(requests: process.requests.cancelled))
  }

  /// Sends the process the instruction that applies, unless it has it.
  private func sendInstruction(_ new: VideoCompositionInstruction) {
    let isNew = instruction.withLock { known in
      defer { known = new }
      return known != new
    }
    if isNew { process.send(.instruction(new)) }
  }

  /// `frame` in shared memory: copied there, once as long as a request shows it.
  private func shared(_ frame: PixelBuffer) throws -> PixelBuffer {
    if let copy = process.requests.copy(of: frame) { return copy }
    guard let copy = process.sources.makeBuffer(SharedPicture(like: frame)) else {
      throw PluginFailure(description: "there is no memory to share a source frame with it")
    }
    try copy.copyRows(of: frame)
    return copy
  }
}

extension SharedSource {
  /// The place at which the process finds `source`.
  fileprivate init?(_ source: OpenRequests.Source) {
    guard let frame = source.copy.storage as? SharedFrame else { return nil }
    self.init(track: source.track, picture: frame.picture)
  }
}
