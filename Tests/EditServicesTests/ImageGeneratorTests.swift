import Compositing
import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Frames of images, and statements about them, without an engine.
@Suite struct ImageGeneratorTests {
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
      case .succeeded(let image):
        results.append(
          .success(Shown(frame: try ScriptedPictures.frame(of: image.picture), actual: image.actualTime)))
      case .failed(_, let error): results.append(.failure(error))
      case .cancelled: results.append(.failure(.cancelled()))
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
    let readers = renderer.record.pictureReaders
    #expect(readers.flatMap(\.asked).sorted() == [0, 1, 24, 75], "each frame is made once")
    #expect(readers.allSatisfy { $0.isClosed })
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

  @Test func `what is asked for alike is planned once, by a generator and its copies`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    let generator = ImageGenerator(of: cat.asset, renderer: renderer)
    var small = generator
    for second in [1, 3, 2] as [Int64] {
      #expect(try await results([Self.time(second)], of: generator).map { try $0.get().frame } == [Int(second) * 25])
    }
    #expect(renderer.record.keyFramesAsked == 1)
    #expect(renderer.record.factsAsked.count == 3, "whether the media is another one is asked each time")
    small.maximumSize = PixelSize(width: 100, height: 100)
    #expect(try await results([Self.time(2)], of: small).map { try $0.get().frame } == [50])
    #expect(renderer.record.keyFramesAsked == 2)
    #expect(renderer.record.plans.last?.picture?.size == PixelSize(width: 100, height: 56))
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
    odd.videoTracks[0].timing = .variable(starts: FrameStarts(starts), end: try Rational(5, 2))
    odd.duration = try Rational(5, 2)
    let renderer = ScriptedRenderer(media: [odd])
    let times = [Self.time(1, 7), Self.time(299, 1_000), Self.time(301, 1_000), Self.time(199, 100), Self.time(2)]
    let shown = try await results(times, of: ImageGenerator(of: odd.asset, renderer: renderer)).map { try $0.get() }
    #expect(
      shown.map(\.actual) == [
        Self.time(1, 7), Self.time(1, 7), Self.time(100, 333), Self.time(100, 333), Self.time(2),
      ])
  }

  @Test func `frames whose times have only a very short duration in common are found`() async throws {
    var odd = cat
    // As where a film was repeated at a clock of 12,800 a second.
    let starts = try [Rational(0), Rational(512, 12_800), Rational(1_025, 12_800), Rational(1_537, 12_800)]
    odd.videoTracks[0].timing = .variable(starts: FrameStarts(starts), end: try Rational(2_049, 12_800))
    odd.duration = try Rational(2_049, 12_800)
    let generator = ImageGenerator(of: odd.asset, renderer: ScriptedRenderer(media: [odd]))
    let times = [Self.time(1_024, 12_800), Self.time(1_025, 12_800), Self.time(1_600, 12_800)]
    let shown = try await results(times, of: generator).map { try $0.get() }
    #expect(shown.map(\.actual) == [Self.time(512, 12_800), Self.time(1_025, 12_800), Self.time(1_537, 12_800)])
  }

  @Test func `frames of such times are found in ten hours of them`() async throws {
    var long = cat
    let starts = try (0..<3_600).map { try Rational(Int64($0) * 128_001, 12_800) }
    long.videoTracks[0].timing = .variable(starts: FrameStarts(starts), end: Rational(36_001))
    long.duration = Rational(36_001)
    let generator = ImageGenerator(of: long.asset, renderer: ScriptedRenderer(media: [long]))
    let shown = try await results([Self.time(128_001 * 3_000 + 7, 12_800)], of: generator).map { try $0.get() }
    #expect(shown.map(\.actual) == [Self.time(128_001 * 3_000, 12_800)])
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

  /// What is planned of a still whose decoded pictures are in `format`, in GStreamer's words.
  private func planned(
    _ size: PixelSize, _ format: String, hasAlpha: Bool = false, orientation: Orientation = .up,
    in asked: PixelFormat? = nil, maximumSize: PixelSize? = nil
  ) async throws -> (plan: PicturePlan, given: PixelFormat) {
    var still = cat
    still.videoTracks[0] = VideoTrackFacts(
      codec: "PNG", size: size, pixelAspect: .one, orientation: orientation, timing: .still, format: format,
      hasAlpha: hasAlpha, isInterlaced: false, colorimetry: .sRGB)
    (still.audioTracks, still.duration) = ([], .zero)
    let renderer = ScriptedRenderer(media: [still])
    var generator = ImageGenerator(of: still.asset, renderer: renderer)
    (generator.pixelFormat, generator.maximumSize) = (asked, maximumSize)
    _ = try? await generator.image(at: .zero)
    return (
      try #require(renderer.record.plans.first?.picture), try #require(renderer.record.pictureReaders.first).format
    )
  }

  @Test
  func
    `a still is planned at its own size, with full chroma, and with its alpha and depth as far as formats have them`()
    async throws
  {
    let size = PixelSize(width: 161, height: 1)
    for (format, hasAlpha, planned, given) in [
      ("RGB", false, .yuv444p10, .rgb24), ("RGBA", true, .yuva444p10, .rgba), ("I420", false, .yuv444p10, .rgb24),
      ("GRAY8", false, .yuv444p10, .rgb24), ("Y444_16LE", false, .yuv444p10, .yuv444p10),
      ("RGBA64_LE", true, .yuva444p10, .yuva444p10), ("GRAY16_BE", false, .yuv444p10, .yuv444p10),
    ] as [(String, Bool, PixelFormat, PixelFormat)] {
      let found = try await self.planned(size, format, hasAlpha: hasAlpha)
      #expect((found.plan.pixelFormat, found.given) == (planned, given), "\(format)")
      #expect(found.plan.size == size)
      #expect(found.plan.spans.map(\.method) == [.passthrough(run: 0)])
    }
    let opaque = try await planned(size, "RGBA", hasAlpha: true, in: .rgb24)
    #expect((opaque.plan.pixelFormat, opaque.given) == (.yuv444p10, .rgb24))
    let asked = try await planned(size, "RGBA", hasAlpha: true, in: .bgra)
    #expect((asked.plan.pixelFormat, asked.given) == (.yuva444p10, .bgra))
  }

  @Test func `a still is turned upright, may be larger than films are, and is scaled down where that is asked for`()
    async throws
  {
    let turned = try await planned(PixelSize(width: 21_000, height: 33), "RGB", orientation: .right)
    #expect(turned.plan.size == PixelSize(width: 33, height: 21_000))
    let alpha = try await planned(PixelSize(width: 21, height: 33), "RGBA", hasAlpha: true, orientation: .left)
    #expect(alpha.plan.size == PixelSize(width: 33, height: 21))
    guard case .mix(_, let layers)? = alpha.plan.spans.first?.method else {
      Issue.record("A still that is turned is drawn: \(alpha.plan.spans)")
      return
    }
    #expect(layers.count == 1 && layers[0].orientation == .left)
    for (size, box, wanted) in [
      (PixelSize(width: 161, height: 1), PixelSize(width: 50, height: 50), PixelSize(width: 50, height: 1)),
      (PixelSize(width: 1_000, height: 333), PixelSize(width: 100, height: 100), PixelSize(width: 100, height: 33)),
      (PixelSize(width: 10, height: 10), PixelSize(width: 100, height: 100), PixelSize(width: 10, height: 10)),
    ] {
      let small = try await planned(size, "RGB", maximumSize: box)
      #expect(small.plan.size == wanted)
      #expect(small.plan.spans.map(\.method) == [.passthrough(run: 0)], "\(size) fills \(wanted)")
    }
  }

  @Test func `a file without a picture is refused with a sentence`() async throws {
    var voice = cat
    voice.videoTracks = []
    let generator = ImageGenerator(of: voice.asset, renderer: ScriptedRenderer(media: [voice]))
    let error = await #expect(throws: RenderError.self) { try await generator.image(at: .zero) }
    #expect(error?.code == .invalidModel)
    #expect(error?.description.contains("has no picture") == true)
  }

  @Test func `groups of pictures are made in the order in which they are asked for, each once`() async throws {
    let renderer = ScriptedRenderer(media: [cat], keyFrameInterval: 50)
    let times = [Self.time(9), Self.time(1), Self.time(84, 10), Self.time(15, 10), Self.time(9)]
    let shown = try await results(times, of: ImageGenerator(of: cat.asset, renderer: renderer)).map { try $0.get() }
    #expect(shown.map(\.frame) == [225, 25, 210, 37, 225])
    // By one reader or by two, each group whole.
    let asked = renderer.record.pictureReaders.map(\.asked).filter { !$0.isEmpty }
    #expect([[[210, 225, 25, 37]], [[210, 225], [25, 37]], [[25, 37], [210, 225]]].contains(asked), "\(asked)")
  }

  @Test func `no more than some images are made ahead of the loop that takes them`() async throws {
    let renderer = ScriptedRenderer(media: [cat], keyFrameInterval: 50)
    var generator = ImageGenerator(of: cat.asset, renderer: renderer)
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    generator.pixelFormat = .yuv420p
    let times = (0..<100).map { Self.time(Int64($0), 25) }
    var taken = 0
    for await outcome in try await generator.images(for: times) {
      taken += 1
      #expect(outcome.requestedTime == times[taken - 1])
      // Four wait, and twice as many of groups that are not due; each thread makes one more.
      #expect(renderer.record.pictureReaders.map(\.asked.count).reduce(0, +) <= taken + 14)
    }
    #expect(taken == 100)
  }

  @Test(arguments: [7, 20, 50], [1, 37, 91, 239])
  func `requests in any order each have their outcome`(interval: Int, step: Int) async throws {
    let renderer = ScriptedRenderer(media: [cat], keyFrameInterval: interval)
    var generator = ImageGenerator(of: cat.asset, renderer: renderer)
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    generator.pixelFormat = .yuv420p
    let times = (0..<120).map { Self.time(Int64($0 * step % 240), 25) }
    let shown = try await results(times, of: generator).map { try $0.get() }
    #expect(shown.map(\.frame) == times.map { Int($0.value) })
  }

  @Test func `one image is cancelled, or all that are not made yet, and each has its outcome`() async throws {
    let renderer = ScriptedRenderer(media: [cat], keyFrameInterval: 50)
    var generator = ImageGenerator(of: cat.asset, renderer: renderer)
    generator.pixelFormat = .yuv420p
    let times = (0..<20).map { Self.time(Int64($0), 2) }
    let images = try await generator.images(for: times)
    images.requests.cancel(18)
    let iterator = images.makeAsyncIterator()
    let first = await iterator.next()
    #expect(try first?.get().requestedTime == .zero)
    images.requests.cancelAll()
    var outcomes: [ImageGenerator.Outcome] = []
    while let outcome = await iterator.next() { outcomes.append(outcome) }
    #expect(outcomes.map(\.requestedTime) == Array(times.dropFirst()))
    let cancelled = outcomes.filter { if case .cancelled = $0 { true } else { false } }
    // What was made ahead stays: eight at most wait, and each of the readers, four at most, has one under way.
    #expect(cancelled.count >= 19 - 8 - 4)
    #expect(cancelled.contains { $0.requestedTime == Self.time(9) }, "number 18")
  }

  @Test func `a handler is called once a time, in their order`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    var generator = ImageGenerator(of: cat.asset, renderer: renderer)
    generator.pixelFormat = .yuv420p
    let times = [Self.time(3), Self.time(-1), Self.time(1)]
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    let (stream, continuation) = AsyncStream.makeStream(of: ImageGenerator.Outcome.self)
    generator.generateImages(for: times) { outcome in continuation.yield(outcome) }
    var iterator = stream.makeAsyncIterator()
    for time in times { #expect(await iterator.next()?.requestedTime == time) }
    // Where nothing can be made every time fails, and where the work is cancelled at once every time is cancelled.
    let missing = ImageGenerator(of: cat.asset, renderer: ScriptedRenderer(media: []))
    missing.generateImages(for: times) { outcome in continuation.yield(outcome) }
    for _ in times {
      guard case .failed(_, let error) = await iterator.next() else {
        Issue.record("It did not fail.")
        continue
      }
      #expect(error.code == .mediaMissing)
    }
    let waiting = ImageGenerator(
      of: cat.asset, renderer: ScriptedRenderer(media: [cat], discovery: [.waitForCancellation]))
    waiting.generateImages(for: times) { outcome in continuation.yield(outcome) }.cancelAll()
    for _ in times {
      guard case .cancelled = await iterator.next() else {
        Issue.record("It was not cancelled.")
        continue
      }
    }
  }

  @Test func `pictures are shown as stored, in square pixels or turned upright, as asked for`() async throws {
    var wide = cat
    wide.videoTracks[0].pixelAspect = Rational(2)
    wide.videoTracks[0].orientation = .right
    let stored = wide.videoTracks[0].size
    func size(_ mode: ImageGenerator.ApertureMode, upright: Bool) async throws -> PixelSize? {
      let renderer = ScriptedRenderer(media: [wide])
      var generator = ImageGenerator(of: wide.asset, renderer: renderer)
      (generator.apertureMode, generator.appliesPreferredTransform) = (mode, upright)
      generator.pixelFormat = .yuv420p
      _ = try await generator.image(at: .zero)
      #expect(renderer.record.plans.first?.picture?.runs.first?.facts == wide.videoTracks[0])
      return renderer.record.plans.first?.picture?.size
    }
    #expect(try await size(.encoded, upright: false) == stored)
    #expect(try await size(.encoded, upright: true) == PixelSize(width: stored.height, height: stored.width))
    #expect(try await size(.production, upright: false) == PixelSize(width: 2 * stored.width, height: stored.height))
    #expect(try await size(.clean, upright: true) == PixelSize(width: stored.height, height: 2 * stored.width))
  }

  @Test func `a video composition says what images of a file show`() async throws {
    let renderer = ScriptedRenderer(media: [cat])
    var generator = ImageGenerator(of: cat.asset, renderer: renderer)
    var shown = VideoComposition(
      frameDuration: Self.time(1, 10), renderSize: Size(width: 64, height: 36), instructions: [])
    shown.instructions = [
      VideoCompositionInstruction(
        timeRange: CMTimeRange(start: .zero, duration: Self.time(10)),
        layerInstructions: [LayerInstruction(trackID: Asset(cat).tracks(withMediaType: .video)[0].trackID)])
    ]
    generator.videoComposition = shown
    let images = try await results([Self.time(11, 20)], of: generator).map { try $0.get() }
    #expect(images == [Shown(frame: 5, actual: Self.time(1, 2))])
    #expect(renderer.record.plans.first?.picture?.size == PixelSize(width: 64, height: 36))
  }
}
