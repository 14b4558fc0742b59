import ArgumentParser
import Foundation
import GstEdit

/// A program that links the library and draws with a compositor of its own: what the benchmark measures compositors in
/// Swift with, in a process by itself.
struct SwiftCompositorRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "in-swift", abstract: "Exports a project with a compositor in Swift: identity or slow.",
    shouldDisplay: false)

  @Argument(help: "The project.")
  var project: String

  @Option(name: .short, help: "The film.")
  var output: String

  @Option(help: "How many frames may be under way at once. Default: as many as there are processors.")
  var inFlight: Int?

  func run() async throws {
    Engine.shareHeaps()
    var settings = VideoCompositingSettings(requestsInFlight: inFlight)
    settings.compositors.register("identity") { _ in IdentityCompositor() }
    settings.compositors.register("slow") { _ in SlowCompositor() }
    let project = try Project(contentsOf: URL(filePath: project))
    let render = ProjectRender(project, renderer: Engine.renderer(compositing: settings))
    _ = try await render.session(to: URL(filePath: output), replacing: true).export()
  }
}

/// Hands the first source on as it is.
struct IdentityCompositor: SynchronousVideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p]
  let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.yuv420p]

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    guard let frame = request.sourceTrackIDs.first.flatMap(request.sourceFrame) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return frame
  }
}

/// Smooths luma down the columns again and again, which takes tens of milliseconds.
private struct SlowCompositor: SynchronousVideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p]
  let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.yuv420p]

  private let passes = 20

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    guard let source = request.sourceTrackIDs.first.flatMap(request.sourceFrame),
      let frame = request.renderContext.newPixelBuffer()
    else { throw CocoaError(.fileNoSuchFile) }
    try frame.copyBytes(of: source)
    let step = frame.planes[0].bytesPerRow
    try frame.withMutableBytes(ofPlane: 0) { bytes in
      for _ in 0..<passes {
        for index in step..<bytes.count {
          bytes[index] = UInt8((UInt16(bytes[index]) + UInt16(bytes[index - step])) / 2)
        }
      }
    }
    return frame
  }
}
