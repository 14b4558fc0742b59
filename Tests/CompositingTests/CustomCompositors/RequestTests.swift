import Compositing
import EditingModel
import MediaFormats
import MediaTime
import Synchronization
import Testing

/// Requests, by themselves: what they hand over, and how they are finished.
@Suite("Composition requests")
struct RequestTests {
  /// What a request's engine hears.
  private final class Hearing: Sendable {
    private let words = Mutex<[String]>([])

    var heard: [String] { words.withLock(\.self) }

    func hear(_ completion: AsynchronousVideoCompositionRequest.Completion) {
      let word =
        switch completion {
        case .composed(let frame): "composed \(frame)"
        case .failed(let error): "failed \(error)"
        case .cancelled: "cancelled"
        case .finishedAgain: "again"
        case .abandoned: "abandoned"
        }
      words.withLock { $0.append(word) }
    }
  }

  private struct Mishap: Error {}

  private func request(
    at time: CMTime = .zero, frames: [(trackID: TrackID, frame: PixelBuffer)] = [], hearing: Hearing
  ) -> AsynchronousVideoCompositionRequest {
    let range = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 4, timescale: 1))
    return AsynchronousVideoCompositionRequest(
      renderContext: VideoCompositionRenderContext(size: Size(width: 4, height: 2), pixelFormat: .nv12),
      compositionTime: time, instruction: VideoCompositionInstruction(timeRange: range), sourceFrames: frames,
      report: { hearing.hear($0) })
  }

  @Test func `the first of the finishing words counts, and each later one is reported as such`() throws {
    let hearing = Hearing()
    let request = request(hearing: hearing)
    request.finish(withComposedVideoFrame: try #require(request.renderContext.newPixelBuffer()))
    request.finish(with: Mishap())
    request.finishCancelledRequest()
    #expect(hearing.heard == ["composed 4x2 nv12", "again", "again"])
  }

  @Test func `a request reports the release of its last reference`() {
    let hearing = Hearing()
    _ = request(hearing: hearing)
    #expect(hearing.heard == ["abandoned"])
  }

  @Test func `frames are found by their tracks; a gap has none`() throws {
    let hearing = Hearing()
    let frame = try PixelBuffer(format: .nv12, width: 4, height: 2)
    let request = request(frames: [(7, frame), (3, frame)], hearing: hearing)
    #expect(request.sourceTrackIDs == [7, 3])
    #expect(request.sourceFrame(byTrackID: 3) === frame)
    #expect(request.sourceFrame(byTrackID: 4) == nil)
  }

  @Test(arguments: [(2, 0.0), (3, 0.25), (6, 1.0), (1, 0.0), (9, 1.0)])
  func `the tween runs from 0 to 1 over the instruction`(second: Int64, tween: Double) {
    #expect(request(at: CMTime(value: second, timescale: 1), hearing: Hearing()).tween == tween)
  }

  @Test func `a synchronous compositor finishes with what it returns, or with what it throws`() throws {
    struct Half: SynchronousVideoCompositing {
      let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.nv12]
      func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
        guard request.tween < 0.5, let frame = request.renderContext.newPixelBuffer() else { throw Mishap() }
        return frame
      }
    }
    let hearing = Hearing()
    Half().startRequest(request(at: CMTime(value: 2, timescale: 1), hearing: hearing))
    Half().startRequest(request(at: CMTime(value: 5, timescale: 1), hearing: hearing))
    #expect(hearing.heard == ["composed 4x2 nv12", "failed Mishap()"])
    #expect(Half().sourcePixelFormats == nil)
  }
}
