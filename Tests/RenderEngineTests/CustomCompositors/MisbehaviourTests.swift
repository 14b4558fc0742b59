import Foundation
import GstEdit
import Synchronization
import TestSupport
import Testing

/// Compositors that do what they should not: an error that names them and the time, never a crash or a hang.
@Suite("Custom compositors that misbehave")
struct MisbehaviourTests {
  /// What a compositor does wrong, at frame 6.
  enum Mistake: String, CaseIterable, Sendable {
    case fails, finishesTwice, letsGo, never, neverReturns, wrongSize, wrongFormat, cancelsUnasked, stillWrites

    /// What the error says of it.
    var complaint: String {
      switch self {
      case .fails: "failed: the test wants it so"
      case .finishesTwice: "more than once"
      case .letsGo: "without finishing"
      case .never, .neverReturns: "has not finished a request within"
      case .wrongSize: "made a frame of 322x180 yuv420p instead of 320x180"
      case .wrongFormat: "made a frame in nv12 instead of yuv420p"
      case .cancelsUnasked: "that was not"
      case .stillWrites: "still at work"
      }
    }

    /// Does it.
    func happen(to request: AsynchronousVideoCompositionRequest, of compositor: TestCompositor) {
      do {
        switch self {
        case .fails: request.finish(with: TestFailure.wanted)
        case .finishesTwice:
          request.finishWithSource()
          request.finishWithSource()
        case .letsGo: break
        case .never: _ = compositor.keep(request)
        case .neverReturns: DispatchSemaphore(value: 0).wait()
        case .wrongSize:
          request.finish(withComposedVideoFrame: try PixelBuffer(format: .yuv420p, width: 322, height: 180))
        case .wrongFormat:
          request.finish(withComposedVideoFrame: try PixelBuffer(format: .nv12, width: 320, height: 180))
        case .cancelsUnasked: request.finishCancelledRequest()
        case .stillWrites: try Self.finishWhileWriting(request)
        }
      } catch {
        request.finish(with: error)
      }
    }

    /// Finishes with a frame that a thread goes on writing until the render has ended.
    private static func finishWhileWriting(_ request: AsynchronousVideoCompositionRequest) throws {
      let frame = try PixelBuffer(format: .yuv420p, width: 320, height: 180)
      let begun = DispatchSemaphore(value: 0)
      Thread {
        try? frame.withMutableBytes(ofPlane: 0) { _ in
          begun.signal()
          DispatchSemaphore(value: 0).wait()
        }
      }.start()
      begun.wait()
      request.finish(withComposedVideoFrame: frame)
    }
  }

  private static func compositor(_ mistake: Mistake) -> TestCompositor {
    TestCompositor { compositor, request in
      guard request.compositionTime == CompositorFilm.time(6) else { return request.finishWithSource() }
      mistake.happen(to: request, of: compositor)
    }
  }

  @Test(arguments: Mistake.allCases)
  func `the render fails, with the compositor's name and the time`(mistake: Mistake) async throws {
    var film = try await CompositorFilm(frames: 12, compositor: Self.compositor(mistake))
    film.compositing.requestTimeLimit = mistake.complaint.contains("within") ? .seconds(2) : .seconds(30)
    let error = try #require(try await film.failure())
    #expect(error.code == .videoCompositorFailed)
    #expect(error.message.contains("“test”") && error.message.contains(mistake.complaint), "\(error)")
    #expect(error.time == CMTime(value: 6, timescale: 30))
  }

  @Test(arguments: Mistake.allCases.filter { $0 != .neverReturns })
  func `or it goes on with the last good frame, and says so in the end`(mistake: Mistake) async throws {
    var film = try await CompositorFilm(frames: 12, compositor: Self.compositor(mistake))
    film.compositing.failurePolicy = .showLastFrame
    film.compositing.requestTimeLimit = mistake == .never ? .seconds(2) : .seconds(30)
    let folder = try ScratchFolder()
    let report = try await film.export(to: folder)
    #expect(report.compositorFailures.count == 1)
    #expect(report.compositorFailures.first?.message.contains(mistake.complaint) == true)
    #expect(report.compositorFailures.first?.exactTime == (try Rational(6, 30)))
    let sixth = mistake == .finishesTwice ? 6 : 5
    let frames = try await FilmReader.frames(folder.url("film.mkv"))
    #expect(frames == shown(1, 0..<6) + shown(1, sixth..<sixth + 1) + shown(1, 7..<12))
  }

  @Test func `an answer that comes too late is reported, and not shown`() async throws {
    let compositor = TestCompositor { compositor, request in
      switch request.compositionTime {
      case CompositorFilm.time(2): _ = compositor.keep(request)
      case CompositorFilm.time(8):
        for late in compositor.takeKept() { late.finishFlat(luma: 99) }
        request.finishWithSource()
      default: request.finishWithSource()
      }
    }
    var film = try await CompositorFilm(frames: 12, compositor: compositor)
    film.compositing.failurePolicy = .showLastFrame
    film.compositing.requestTimeLimit = .seconds(2)
    film.compositing.requestsInFlight = 1
    let folder = try ScratchFolder()
    let failures = try await film.export(to: folder).compositorFailures
    #expect(failures.map(\.exactTime) == [try Rational(2, 30), try Rational(2, 30)])
    #expect(failures.last?.message.contains("too late") == true)
    let frames = try await FilmReader.frames(folder.url("film.mkv"))
    #expect(frames == shown(1, 0..<2) + shown(1, 1..<2) + shown(1, 3..<12))
  }

  @Test func `before the first good frame the background is shown`() async throws {
    let compositor = TestCompositor { _, request in
      if request.compositionTime < CompositorFilm.time(2) { return request.finish(with: TestFailure.wanted) }
      request.finishWithSource()
    }
    var film = try await CompositorFilm(frames: 4, compositor: compositor)
    film.compositing.failurePolicy = .showLastFrame
    #expect(try await film.frames() == [.flat(luma: 16), .flat(luma: 16)] + shown(1, 2..<4))
  }

  @Test func `a cancelled export tells the compositor, and ends`() async throws {
    let reached = AsyncStream<Void>.makeStream()
    let compositor = TestCompositor { compositor, request in
      guard request.compositionTime >= CompositorFilm.time(4) else { return request.finishWithSource() }
      _ = compositor.keep(request)
      reached.continuation.yield()
    }
    let film = try await CompositorFilm(frames: 40, compositor: compositor)
    let export = Task { try await film.failure() }
    for await _ in reached.stream { break }
    let clock = ContinuousClock()
    let start = clock.now
    export.cancel()
    #expect(try await export.value?.code == .cancelled)
    #expect(clock.now - start < .seconds(30))
    #expect(compositor.record.cancellations == 1)
  }

  @Test func `one that cannot be made, or names no format, is an error before the first frame`() async throws {
    var film = try await CompositorFilm(frames: 3, compositor: TestCompositor(outputs: []))
    #expect(try await film.failure()?.code == .videoCompositorFailed)
    film.compositing.compositors.register("test") { _ in throw TestFailure.wanted }
    let error = try #require(try await film.failure())
    #expect(error.code == .videoCompositorFailed)
    #expect(error.message.contains("“test”") && error.message.contains("the test wants it so"))
  }

  @Test func `a source's frame cannot be written, and a finished one neither`() async throws {
    let errors = Errors()
    let compositor = TestCompositor { _, request in
      errors.note { try request.sourceFrame(byTrackID: 1)?.withMutableBytes(ofPlane: 0) { _ in } }
      guard let frame = request.renderContext.newPixelBuffer() else { return }
      request.finish(withComposedVideoFrame: frame)
      errors.keep(frame)
    }
    let film = try await CompositorFilm(frames: 3, compositor: compositor)
    _ = try await film.frames()
    errors.noteKept { try $0.withMutableBytes(ofPlane: 0) { _ in } }
    #expect(errors.codes.allSatisfy { $0 == .pixelBufferReadOnly })
    #expect(errors.codes.count == 6)
  }

  /// The errors that a compositor met.
  private final class Errors: Sendable {
    private let state = Mutex((codes: [CompositingError.Code](), frames: [PixelBuffer]()))

    var codes: [CompositingError.Code] { state.withLock(\.codes) }

    func keep(_ frame: PixelBuffer) {
      state.withLock { $0.frames.append(frame) }
    }

    func note(_ body: () throws -> Void?) {
      do {
        _ = try body()
      } catch let error as CompositingError {
        state.withLock { $0.codes.append(error.code) }
      } catch {}
    }

    func noteKept(_ body: (PixelBuffer) throws -> Void) {
      for frame in state.withLock(\.frames) { note { try body(frame) } }
    }
  }
}
