import CompositorExport
import Testing

/// What a plug-in in Swift shows of itself.
@Suite("Exported compositors")
struct ExportTests {
  private struct Idle: SynchronousVideoCompositing {
    let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.yuv420p]

    func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
      try PixelBuffer(format: .yuv420p, width: 2, height: 2)
    }
  }

  @Test func `a plug-in shows itself to programs of its version of the interface alone`() {
    let export = CompositorExport(
      "idle", version: "1",
      ExportedCompositor(CompositorDescription(name: "idle", summary: "Black."), outputFormats: [.yuv420p]) { _ in
        Idle()
      })
    #expect([0, 1, 2].map { unsafe export.table($0) != nil } == [false, true, false])
  }
}
