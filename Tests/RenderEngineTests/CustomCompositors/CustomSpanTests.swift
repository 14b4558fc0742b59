import Foundation
import GstEdit
import RenderEngine
import Synchronization
import TestSupport
import Testing

/// Requests to a custom compositor, and the treatment of its answers.
@Suite("Custom compositors at work")
struct CustomSpanTests {
  private typealias Piece = CompositorFilm.Piece

  @Test func `an identity compositor shows the right frames, natively`() async throws {
    let identity = TestCompositor()
    let pieces = [Piece(film: 1, start: 40, frames: 0..<20), Piece(film: 2, start: 7, frames: 20..<45)]
    let frames = try await CompositorFilm([pieces], frames: 45, compositor: identity).frames()
    #expect(frames == shown(1, 40..<60) + shown(2, 7..<32))
    #expect(identity.record.times == (0..<45).map(CompositorFilm.time))
    #expect(Set(identity.record.formats) == [.yuv420p])
    #expect(identity.record.contexts.map(\.size) == [Size(width: 320, height: 180)])
    #expect(identity.record.contexts.map(\.pixelFormat) == [.yuv420p])
  }

  @Test func `requests are finished in any order, and shown in theirs`() async throws {
    let count = 22
    let reversing = TestCompositor { compositor, request in
      let isLast = request.compositionTime == CompositorFilm.time(count - 1)
      guard compositor.keep(request) == 4 || isLast else { return }
      for kept in compositor.takeKept().reversed() { kept.finishWithSource() }
    }
    var film = try await CompositorFilm(frames: count, compositor: reversing)
    film.compositing.requestsInFlight = 4
    #expect(try await film.frames() == shown(1, 0..<count))
  }

  @Test func `a gap gives no frame, and its track is not named`() async throws {
    let compositor = TestCompositor()
    let upper = [Piece(film: 1, start: 0, frames: 0..<5), Piece(film: 1, start: 5, frames: 10..<15)]
    let lower = [Piece(film: 2, start: 100, frames: 0..<8)]
    let frames = try await CompositorFilm([upper, lower], frames: 15, compositor: compositor).frames()
    #expect(frames == shown(1, 0..<5) + shown(2, 105..<108) + [.flat(luma: 16), .flat(luma: 16)] + shown(1, 5..<10))
    let counts = [([1, 2], 5), ([2], 3), ([], 2), ([1], 5)] as [([TrackID], Int)]
    #expect(compositor.record.tracks == counts.flatMap { Array(repeating: $0.0, count: $0.1) })
  }

  @Test func `only the tracks that an instruction requires are decoded; none, for a generator`() async throws {
    let ranges = [0..<6, 6..<12, 12..<18]
    var instructions = ranges.map { VideoCompositionInstruction(timeRange: CompositorFilm.range($0)) }
    instructions[0].requiredSourceTrackIDs = [2]
    instructions[1].requiredSourceTrackIDs = []
    instructions[2].requiredSourceTrackIDs = [2, 1]
    let compositor = TestCompositor()
    let tracks = [1, 2].map { [Piece(film: $0, start: 0, frames: 0..<18)] }
    let film = try await CompositorFilm(tracks, frames: 18, instructions: instructions, compositor: compositor)
    #expect(
      try await film.frames() == shown(2, 0..<6) + Array(repeating: .flat(luma: 16), count: 6) + shown(2, 12..<18))
    #expect(Set(compositor.record.tracks) == [[2], [], [2, 1]])
    let plan = try await film.edit.plan(
      settings: RenderSettings(), renderer: Engine.renderer(compositing: film.compositing))
    #expect(plan.picture?.runs.map(\.clip.trackID) == [2, 2, 1])
    #expect(plan.picture?.runs.map(\.frames) == [0..<6, 12..<18, 12..<18])
  }

  @Test func `a passthrough instruction never reaches the compositor; each other one begins with its context`()
    async throws
  {
    var instructions = [0..<5, 5..<10, 10..<15].map {
      VideoCompositionInstruction(timeRange: CompositorFilm.range($0))
    }
    instructions[1].passthroughTrackID = 1
    let compositor = TestCompositor { $1.finishFlat(luma: 200) }
    let film = try await CompositorFilm(
      [[Piece(film: 1, start: 0, frames: 0..<15)]], frames: 15, instructions: instructions, compositor: compositor)
    let flat = Array(repeating: FrameReading.flat(luma: 200), count: 5)
    #expect(try await film.frames() == flat + shown(1, 5..<10) + flat)
    #expect(compositor.record.contextCounts == Array(repeating: 1, count: 5) + Array(repeating: 2, count: 5))
    #expect(compositor.record.instructions.map(\.timeRange).allSatisfy { $0 != instructions[1].timeRange })
  }

  @Test(arguments: [(true, 30), (false, 10)])
  func `without tweening a picture is made once for the same source frames`(
    containsTweening: Bool, requests: Int
  ) async throws {
    var instruction = VideoCompositionInstruction(timeRange: CompositorFilm.range(0..<30))
    instruction.requiredSourceTrackIDs = [1]
    instruction.containsTweening = containsTweening
    let compositor = TestCompositor()
    // Ten frames of the film in the time of thirty.
    let film = try await CompositorFilm(
      [[Piece(film: 1, start: 60, frames: 0..<30, count: 10)]], frames: 30, instructions: [instruction],
      compositor: compositor)
    #expect(try await film.frames() == (60..<70).flatMap { Array(repeating: shown(1, $0..<$0 + 1)[0], count: 3) })
    #expect(compositor.record.times.count == requests)
  }

  @Test(arguments: PixelBuffer.Format.allCases)
  func `sources come and frames go in every format`(format: PixelBuffer.Format) async throws {
    let compositor = TestCompositor(sources: [format], outputs: [format]) { _, request in
      // By way of memory of its own, so that reading and writing are both tried.
      do {
        let source = try #require(request.sourceFrame(byTrackID: 1))
        let frame = try #require(request.renderContext.newPixelBuffer())
        try frame.copyBytes(of: source)
        request.finish(withComposedVideoFrame: frame)
      } catch {
        request.finish(with: error)
      }
    }
    let frames = try await CompositorFilm(frames: 6, compositor: compositor).frames()
    #expect(frames == shown(1, 0..<6))
    #expect(Set(compositor.record.formats) == [format])
    #expect(compositor.record.contexts.map(\.pixelFormat) == [format])
  }

  @Test func `the film's own format is preferred, of those that a compositor gives`() async throws {
    let compositor = TestCompositor(sources: [.bgra, .yuv420p], outputs: [.bgra, .yuv420p])
    #expect(try await CompositorFilm(frames: 4, compositor: compositor).frames() == shown(1, 0..<4))
    #expect(Set(compositor.record.formats) == [.yuv420p])
    #expect(compositor.record.contexts.map(\.pixelFormat) == [.yuv420p])
  }

  @Test func `a frame in memory of its own is taken too`() async throws {
    let compositor = TestCompositor { _, request in
      do {
        let source = try #require(request.sourceFrame(byTrackID: 1))
        let frame = try PixelBuffer(format: .yuv420p, width: 320, height: 180)
        try frame.copyBytes(of: source)
        request.finish(withComposedVideoFrame: frame)
      } catch {
        request.finish(with: error)
      }
    }
    #expect(try await CompositorFilm(frames: 5, compositor: compositor).frames() == shown(1, 0..<5))
  }

  @Test func `a compositor that makes a frame in one call is called on several threads`() async throws {
    final class Meeting: SynchronousVideoCompositing {
      let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.yuv420p]
      let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p]
      let partners = DispatchSemaphore(value: 0)
      let counter = Atomic(0)

      // Each odd call waits for the even one beside it: on one thread the wait would never end.
      func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
        if counter.add(1, ordering: .relaxed).newValue % 2 == 0 {
          partners.signal()
        } else {
          guard partners.wait(timeout: .now() + 20) == .success else { throw TestFailure.wanted }
        }
        guard let frame = request.sourceFrame(byTrackID: 1) else { throw TestFailure.noBuffer }
        return frame
      }
    }
    var film = try await CompositorFilm(frames: 20, compositor: Meeting())
    film.compositing.requestsInFlight = 2
    #expect(try await film.frames() == shown(1, 0..<20))
  }

  @Test func `an unregistered name is refused with a list of the registered ones`() async throws {
    var film = try await CompositorFilm(frames: 3, compositor: TestCompositor())
    film.edit.videoComposition?.customCompositor = CompositorReference(name: "tset")
    let error = try #require(try await film.failure())
    #expect(error.code == .unsupported)
    #expect(error.description.contains("“tset”") && error.description.contains("“test”"))
  }

  @Test func `a compositor gets its parameters when it is made`() async throws {
    let told = Told()
    var film = try await CompositorFilm(
      [[Piece(film: 1, start: 0, frames: 0..<3)]], frames: 3, compositor: TestCompositor(),
      parameters: .object(["amount": .number("0.5")]))
    film.compositing.compositors.register("test") { parameters in
      told.value.withLock { $0 = parameters }
      return TestCompositor()
    }
    _ = try await film.frames()
    #expect(told.value.withLock { $0 } == .object(["amount": .number("0.5")]))
  }

  /// The parameters that a compositor's maker got.
  private final class Told: Sendable {
    let value = Mutex<JSONValue?>(nil)
  }
}
