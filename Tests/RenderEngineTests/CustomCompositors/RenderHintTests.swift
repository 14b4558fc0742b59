import Dispatch
import GstEdit
import TestSupport
import Testing

/// Hints to custom compositors on the frames to come, and that no other frames are requested.
@Suite("Hints for custom compositors")
struct RenderHintTests {
  private typealias Hint = TestCompositor.Hint

  private static func images(of frames: [Int], _ film: CompositorFilm) async throws -> [FrameReading] {
    var generator = ImageGenerator(of: film.edit, renderer: Engine.renderer(compositing: film.compositing))
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    generator.pixelFormat = .yuv420p
    var shown: [FrameReading] = []
    for await outcome in try await generator.images(for: frames.map(CompositorFilm.time)) {
      let picture = try outcome.get().picture
      let luma = try picture.withBytes(ofPlane: 0) { bytes in
        (0..<picture.height).flatMap { row in picture.planes[0].row(row).map { bytes[$0] } }
      }
      shown.append(FrameReading(luma: luma, width: picture.width, height: picture.height))
    }
    return shown
  }

  @Test func `one image asks for one frame, with a hint before`() async throws {
    let compositor = TestCompositor()
    var film = try await CompositorFilm(frames: 40, compositor: compositor)
    film.compositing.requestsInFlight = 4
    #expect(try await Self.images(of: [20], film) == shown(1, 20..<21))
    #expect(compositor.record.times == [CompositorFilm.time(20)])
    #expect(compositor.record.anticipations == [Hint(20..<21, after: 0)])
    #expect(compositor.record.prerolls == [])
    #expect(compositor.record.cancellations == 0)
  }

  @Test(arguments: [[0], [7, 8, 9], [9, 8, 7], [30, 3, 4, 39], [5, 5]])
  func `images ask for their frames and no others`(frames: [Int]) async throws {
    let compositor = TestCompositor()
    var film = try await CompositorFilm(frames: 40, compositor: compositor)
    film.compositing.requestsInFlight = 4
    #expect(try await Self.images(of: frames, film) == frames.flatMap { shown(1, $0..<$0 + 1) })
    #expect(compositor.record.times == Set(frames).sorted().map(CompositorFilm.time))
    #expect(compositor.record.cancellations == 0)
  }

  @Test func `a range asks for its frames and no others, and begins when the compositor is prepared`() async throws {
    let compositor = TestCompositor()
    var film = try await CompositorFilm(frames: 40, compositor: compositor)
    film.compositing.requestsInFlight = 4
    let renderer = Engine.renderer(compositing: film.compositing)
    let plan = try await film.edit.plan(
      settings: RenderSettings(timeRange: CompositorFilm.range(10..<20)), renderer: renderer)
    let reader = try await renderer.pictures(of: plan, in: nil)
    for frame in reader.plan.range { _ = try await reader.picture(at: frame) }
    reader.close()
    #expect(compositor.record.times == (10..<20).map(CompositorFilm.time))
    #expect(compositor.record.prerolls == [Hint(10..<20, after: 0)])
    #expect(compositor.record.anticipations == [Hint(10..<20, after: 0)])
    #expect(compositor.record.cancellations == 0)
  }

  @Test func `a compositor gets a hint on an instruction during the one before`() async throws {
    let instructions = [0..<10, 10..<20, 20..<30].map {
      VideoCompositionInstruction(timeRange: CompositorFilm.range($0))
    }
    let compositor = TestCompositor()
    var film = try await CompositorFilm(
      [[CompositorFilm.Piece(film: 1, start: 0, frames: 0..<30)]], frames: 30, instructions: instructions,
      compositor: compositor)
    film.compositing.requestsInFlight = 3
    #expect(try await film.frames() == shown(1, 0..<30))
    #expect(compositor.record.prerolls == [Hint(0..<10, after: 0)])
    #expect(
      compositor.record.anticipations == [
        Hint(0..<10, after: 0), Hint(10..<20, after: 0), Hint(20..<30, after: 10, contexts: 2),
      ])
  }

  @Test func `a film does not wait longer for a compositor than a request may take`() async throws {
    let (gate, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let compositor = TestCompositor(preroll: {
      gate.wait()
      isOver.signal()
    })
    var film = try await CompositorFilm(frames: 4, compositor: compositor)
    film.compositing.requestTimeLimit = .milliseconds(300)
    let error = try await film.failure()
    #expect(error?.code == .videoCompositorFailed)
    #expect(error?.message.contains("has not prerolled") == true)
    #expect(compositor.record.times == [])
    gate.signal()
  }
}
