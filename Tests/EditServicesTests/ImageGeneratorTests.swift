import Compositing
import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Which frames images are made of, and what is said of them, without an engine.
@Suite(.timeLimit(.minutes(10)))
struct ImageGeneratorTests {
  private let cat: MediaFacts

  init() throws {
    cat = try film("cat")
  }

  private static func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime {
    CMTime(value: value, timescale: timescale)
  }

  private struct Shown: Equatable {
    var frame: Int
    var actual: CMTime
  }

  private func results(
    _ times: [CMTime], exact: Bool = true, of generator: ImageGenerator
  ) async throws -> [Result<Shown, RenderError>] {
    var generator = generator
    generator.pixelFormat = .yuv420p
    if exact { (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero) }
    var results: [Result<Shown, RenderError>] = []
    for await result in try await generator.images(for: times) {
      switch result {
      case .success(let image):
        results.append(
          .success(Shown(frame: try ScriptedPictures.frame(of: image.picture), actual: image.actualTime)))
      case .failure(let error): results.append(.failure(error))
      }
    }
    return results
  }

  @Test func `exact images of a file are the frames that are shown at the times, in the order of the times`()
    async throws
  {
    let renderer = ScriptedRenderer(media: [cat])
    let times = [Self.time(3), Self.time(1, 25), Self.time(99, 100), .zero, Self.time(3)]
    let shown = try await results(times, of: ImageGenerator(of: cat.asset, renderer: renderer)).map { try $0.get() }
    // Frames of a 25th of a second: at 0.99 s the one that began at 0.96 s is still shown.
    #expect(shown.map(\.frame) == [75, 1, 24, 0, 75])
    #expect(shown.map(\.actual) == [Self.time(3), Self.time(1, 25), Self.time(24, 25), .zero, Self.time(3)])
    let reader = try #require(renderer.record.pictureReaders.first)
    #expect(reader.asked == [0, 1, 24, 75], "each frame is made once, in the film's order")
    #expect(reader.isClosed)
  }

  @Test func `with a tolerance the nearest key frame will do`() async throws {
    let renderer = ScriptedRenderer(media: [cat], keyFrameInterval: 50)
    let generator = ImageGenerator(of: cat.asset, renderer: renderer)
    let times = [Self.time(1), Self.time(11, 10), Self.time(9), Self.time(99, 10)]
    let shown = try await results(times, exact: false, of: generator).map { try $0.get() }
    #expect(shown.map(\.frame) == [0, 50, 200, 200])
    var narrow = generator
    narrow.toleranceBefore = Self.time(1, 2)
    narrow.toleranceAfter = Self.time(1, 2)
    let near = try await results(times, exact: false, of: narrow).map { try $0.get() }
    #expect(
      near.map(\.frame) == [25, 27, 225, 247], "no key frame lies within the tolerance, so it is the frame itself")
    narrow.toleranceAfter = Self.time(9, 10)
    #expect(try await results([times[1]], exact: false, of: narrow).map { try $0.get().frame } == [50])
  }

  @Test func `a time outside is a failure of its own, or the end where a tolerance allows it`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let generator = ImageGenerator(of: cat.asset, renderer: renderer)
    let times = [Self.time(10), Self.time(1), Self.time(-1), .indefinite]
    let exact = try await results(times, of: generator)
    let codes = exact.map { result -> RenderError.Code? in
      if case .failure(let error) = result { error.code } else { nil }
    }
    #expect(codes == [.outOfRange, nil, .outOfRange, .outOfRange])
    let tolerant = try await results(Array(times.prefix(3)), exact: false, of: generator)
    #expect(try tolerant.map { try $0.get().frame } == [200, 0, 0])
  }

  @Test func `a frame that cannot be made fails alone`() async throws {
    let damage = RenderError(.mediaUnreadable, "Frame 25 cannot be decoded.")
    let renderer = ScriptedRenderer(media: [cat], failingFrames: [25: damage])
    let shown = try await results(
      [.zero, Self.time(1), Self.time(2)], of: ImageGenerator(of: cat.asset, renderer: renderer))
    #expect(
      shown == [
        .success(Shown(frame: 0, actual: .zero)), .failure(damage), .success(Shown(frame: 50, actual: Self.time(2))),
      ])
  }

  @Test func `images of an edit are its frames, fitted into the largest size`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    var generator = ImageGenerator(of: cuts(of: [cat, cat]), renderer: renderer)
    generator.maximumSize = PixelSize(width: 100, height: 100)
    let shown = try await results([Self.time(7, 2)], exact: false, of: generator).map { try $0.get() }
    #expect(shown == [Shown(frame: 87, actual: Self.time(87, 25))])
    #expect(renderer.record.plans.first?.picture?.size == PixelSize(width: 100, height: 56))
    #expect(renderer.record.plans.first?.sound == nil)
  }

  @Test func `frames at no rate at all are found by their own times`() async throws {
    var odd = cat
    let starts = try [Rational(0, 1), Rational(1, 7), Rational(100, 333), Rational(2)]
    odd.videoTracks[0].timing = .variable(starts: starts, end: try Rational(5, 2))
    odd.duration = try Rational(5, 2)
    let renderer = ScriptedRenderer(media: [odd])
    let times = [Self.time(1, 7), Self.time(299, 1_000), Self.time(301, 1_000), Self.time(199, 100), Self.time(2)]
    let shown = try await results(times, of: ImageGenerator(of: odd.asset, renderer: renderer)).map { try $0.get() }
    #expect(
      shown.map(\.actual) == [
        Self.time(1, 7), Self.time(1, 7), Self.time(100, 333), Self.time(100, 333), Self.time(2),
      ])
  }

  @Test func `a still is shown at any time from zero on`() async throws {
    var still = cat
    still.videoTracks[0].timing = .still
    still.audioTracks = []
    still.duration = .zero
    let generator = ImageGenerator(of: still.asset, renderer: ScriptedRenderer(media: [still]))
    let shown = try await results([.zero, Self.time(1_000)], of: generator).map { try $0.get() }
    #expect(shown == [Shown(frame: 0, actual: .zero), Shown(frame: 0, actual: .zero)])
    let before = try await results([Self.time(-1)], of: generator)
    #expect(throws: RenderError.self) { try before[0].get() }
  }

  @Test func `a file without a picture is refused with a sentence`() async throws {
    var voice = cat
    voice.videoTracks = []
    let generator = ImageGenerator(of: voice.asset, renderer: ScriptedRenderer(media: [voice]))
    let error = await #expect(throws: RenderError.self) { try await generator.image(at: .zero) }
    #expect(error?.code == .invalidModel)
    #expect(error?.description.contains("has no picture") == true)
  }
}
