import Compositing
import Dispatch
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// A writer's states, sessions and inputs, on a scripted engine whose file is what was written into it.
@Suite("Asset writer")
struct AssetWriterTests {
  private let renderer = ScriptedRenderer(media: [])
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func writer(_ type: FileType = .mov, _ renderer: ScriptedRenderer? = nil) -> AssetWriter {
    AssetWriter(outputURL: folder.file("film.\(type.rawValue)"), fileType: type, renderer: renderer ?? self.renderer)
  }

  /// A picture that shows `number`, at `value` of `timescale`.
  private func picture(_ number: Int, at value: Int64, _ timescale: CMTimeScale = 25) throws -> SampleBuffer {
    let picture = try PixelBuffer(format: .yuv420p, width: 64, height: 48)
    try picture.withMutableBytes(ofPlane: 0) { $0[0] = UInt8(number) }
    return SampleBuffer(.picture(picture), presentationTime: CMTime(value: value, timescale: timescale))
  }

  /// `count` samples that are their own numbers from `first` on, at the time of `place`.
  private func sound(_ first: Int, _ count: Int, at place: Int64, rate: Int = 48_000) -> SampleBuffer {
    let block = SampleBlock(start: 0, channels: 1, interleaved: (first..<first + count).map { Double($0) })
    return SampleBuffer(
      .samples(block), presentationTime: CMTime(value: place, timescale: CMTimeScale(rate)),
      formatDescription: FormatDescription(
        codecType: "lpcm", codec: "PCM",
        media: .audio(FormatDescription.Audio(sampleRate: rate, layout: .standard(1)))))
  }

  private func code(_ body: () async throws -> Void) async -> RenderError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? RenderError)?.code
    }
  }

  @Test func `pictures come at the session's times, each until the next one`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    #expect(writer.status == .unknown && !input.isReadyForMoreMediaData)
    try writer.startWriting()
    try writer.startSession(atSourceTime: CMTime(value: 102, timescale: 250))
    #expect(writer.status == .writing && input.isReadyForMoreMediaData)
    // The first is over before the session, the second begins before it, the last begins at its end.
    for (number, time) in [8, 10, 11, 15, 16, 30].enumerated() {
      try await input.append(picture(number, at: Int64(time)))
    }
    try writer.endSession(atSourceTime: CMTime(value: 30, timescale: 25))
    try await writer.finishWriting()
    #expect(writer.status == .completed && writer.error == nil)
    let content = try #require(renderer.record.writers.first).content
    #expect(content.pictures.map(\.frame) == [1, 2, 3, 4])
    let start = try Rational(102, 250)
    let times = try [start, Rational(11, 25), Rational(15, 25), Rational(16, 25), Rational(30, 25)].map {
      try $0 - start
    }
    #expect(content.pictures.map(\.time) == Array(times.dropLast()))
    #expect(try content.pictures.map { try $0.time + $0.duration } == Array(times.dropFirst()))
    #expect(content.isFinished && content.endedPictures)
  }

  @Test func `the last picture lasts as long as it says, or as the one before`() async throws {
    for (said, expected) in [(CMTime(value: 7, timescale: 25), try Rational(7, 25)), (.invalid, try Rational(3, 25))] {
      let renderer = ScriptedRenderer(media: [])
      let writer = writer(.mp4, renderer)
      let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
      try writer.add(input)
      try writer.startWriting()
      try writer.startSession(atSourceTime: .zero)
      try await input.append(picture(0, at: 0))
      var last = try picture(1, at: 3)
      last.duration = said
      try await input.append(last)
      try await writer.finishWriting()
      #expect(renderer.record.writers.first?.content.pictures.last?.duration == expected)
    }
  }

  @Test func `sound is cut to the session, and what is missing is silent`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: CMTime(value: 100, timescale: 48_000))
    try writer.endSession(atSourceTime: CMTime(value: 1_000, timescale: 48_000))
    try await input.append(sound(0, 200, at: 0))
    // Ten samples that were there already, and ten that are missing.
    try await input.append(sound(190, 110, at: 190))
    try await input.append(sound(310, 900, at: 310))
    try await writer.finishWriting()
    let expected = (100..<300).map { Double($0) } + [Double](repeating: 0, count: 10) + (310..<1_000).map { Double($0) }
    #expect(renderer.record.writers.first?.content.samples == expected)
  }

  @Test func `settings and buffers of another kind are refused before anything is written`() async throws {
    let writer = writer(.wav)
    #expect(writer.canApply(outputSettings: .audio(.pcm), forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: .audio(.aac), forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: .video(.h264), forMediaType: .video))
    #expect(!writer.canApply(outputSettings: .video(.h264), forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: nil, forMediaType: .video))
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    #expect(writer.canAdd(input))
    try writer.add(input)
    #expect(!writer.canAdd(input))
    #expect(!writer.canAdd(AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))))
    #expect(await code { try await input.append(sound(0, 1, at: 0)) } == .outOfRange)
    try writer.startWriting()
    #expect(await code { try await input.append(sound(0, 1, at: 0)) } == .outOfRange)
    try writer.startSession(atSourceTime: .zero)
    #expect(await code { try writer.startSession(atSourceTime: .zero) } == .outOfRange)
    #expect(await code { try await input.append(picture(0, at: 0)) } == .outOfRange)
    try await input.append(sound(0, 10, at: 0))
    input.markAsFinished()
    #expect(await code { try await input.append(sound(0, 1, at: 0)) } == .outOfRange)
    try await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(await code { try writer.startWriting() } == .outOfRange)
    #expect(await code { try await writer.finishWriting() } == .closed)
  }

  @Test func `what a container has no place for is refused when writing starts`() async throws {
    for (change, type) in [
      ({ $0.transform = .scale(x: 2, y: 2) }, .mkv), ({ $0.mediaTimeScale = 600 }, .webm),
      ({ $0.alternateGroup = 1 }, .ts),
    ] as [((AssetWriterInput) -> Void, FileType)] {
      let writer = writer(type)
      let codec = try #require(type.format.videoCodecs.first)
      let input = AssetWriterInput(mediaType: .video, outputSettings: .video(codec))
      change(input)
      try writer.add(input)
      #expect(await code { try writer.startWriting() } == .unsupported)
      #expect(writer.status == .unknown)
    }
    let fragments = writer(.mkv)
    try fragments.add(AssetWriterInput(mediaType: .video, outputSettings: .video(.ffv1)))
    fragments.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    #expect(await code { try fragments.startWriting() } == .unsupported)
    #expect(await code { try writer().startWriting() } == .outOfRange)
    try folder.write("mine", to: "film.mov")
    let existing = writer()
    try existing.add(AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)))
    #expect(await code { try existing.startWriting() } == .outputExists)
  }

  @Test func `pictures whose times do not rise fail the writer`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    try await input.append(picture(0, at: 1))
    try await input.append(picture(1, at: 1))
    #expect(await code { try await writer.finishWriting() } == .outOfRange)
    #expect(writer.status == .failed && writer.error?.code == .outOfRange)
    #expect(renderer.record.writers.first?.content.isCancelled == true)
  }

  @Test func `a failure of the file ends waiting appends`() async throws {
    let failing = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .writePicture(2) { throw RenderError(.writeFailed, "The disk is full.") }
    }
    let writer = writer(.mov, failing)
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let failure = await code {
      for number in 0..<10_000 { try await input.append(picture(number % 200, at: Int64(number))) }
    }
    #expect(failure == .writeFailed)
    #expect(writer.status == .failed)
    #expect(await code { try await writer.finishWriting() } == .writeFailed)
  }

  @Test(arguments: [false, true]) func `tracks begin with their own first buffers, whichever come first`(
    soundIsFirst: Bool
  ) async throws {
    let writer = writer(.mov)
    let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    let (empty, sound) = (
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)),
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    )
    (empty.languageTag, sound.languageTag) = ("de", "en")
    for input in [pictures, empty, sound] { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    func give(_ isSound: Bool) async throws {
      // More than any queue takes.
      for number in 0..<100 {
        if isSound {
          try await sound.append(self.sound(number * 10, 10, at: Int64(number) * 10))
        } else {
          try await pictures.append(picture(number, at: Int64(number)))
        }
      }
      (isSound ? sound : pictures).markAsFinished()
    }
    try await give(soundIsFirst)
    // The file is begun, and does not know yet what the others are.
    let early = try #require(renderer.record.writers.first).content
    #expect(early.begun == [soundIsFirst ? .sound(1) : .pictures] && !early.isSettled)
    #expect(early.settings.hasOpenTracks && early.settings.pictures == nil && early.settings.samples == nil)
    try await give(!soundIsFirst)
    try await writer.finishWriting()
    let content = try #require(renderer.record.writers.first).content
    #expect(content.pictures.map(\.frame) == Array(0..<100) && content.samples == (0..<1_000).map { Double($0) })
    // What got nothing has no track.
    #expect(content.isSettled && content.settings.sounds.count == 1 && content.begun.count == 2)
    #expect(content.settings.headers.map(\.languageTag) == [nil, "en"])
    #expect(renderer.record.writers.count == 1)
  }

  @Test func `an input whose buffers do not say what they are fails the writer, and is named`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    var buffer = sound(0, 10, at: 0)
    buffer.formatDescription = nil
    try await input.append(buffer)
    let error = await #expect(throws: RenderError.self) { try await writer.finishWriting() }
    #expect(error?.code == .outOfRange && error?.message.contains("inputs[0], audio") == true, "\(error as Any)")
  }

  @Test func `the end of a session is passed on, and refused where nothing hides what was appended`() async throws {
    for (type, code) in [(FileType.mov, nil), (.mkv, RenderError.Code.unsupported)] {
      let renderer = ScriptedRenderer(media: [])
      let writer = writer(type, renderer)
      let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
      try writer.add(input)
      try writer.startWriting()
      try writer.startSession(atSourceTime: CMTime(value: 1, timescale: 1))
      for number in 25..<75 { try await input.append(picture(number, at: Int64(number))) }
      #expect(await self.code { try writer.endSession(atSourceTime: CMTime(value: 2, timescale: 1)) } == code)
      try await writer.finishWriting()
      #expect(renderer.record.writers.first?.content.presentationEnd == (code == nil ? .one : nil))
    }
  }

  @Test func `media are asked for on a queue`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let (number, queue) = (Counter(), DispatchQueue(label: "media"))
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady(on: queue) { [self] in
        dispatchPrecondition(condition: .onQueue(queue))
        while input.isReadyForMoreMediaData {
          let next = number.next()
          guard next < 50 else {
            input.markAsFinished()
            return done.resume()
          }
          try? input.append(sound(next * 10, 10, at: Int64(next) * 10))
        }
      }
    }
    try await writer.finishWriting()
    #expect(renderer.record.writers.first?.content.samples == (0..<500).map { Double($0) })
  }

  @Test func `media are asked for as long as there is room`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let number = Counter()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady { [self] in
        while input.isReadyForMoreMediaData {
          let next = number.next()
          guard next < 100 else {
            if next == 100 {
              input.markAsFinished()
              done.resume()
            }
            return
          }
          try? input.append(sound(next * 10, 10, at: Int64(next) * 10))
        }
      }
    }
    try await writer.finishWriting()
    #expect(renderer.record.writers.first?.content.samples == (0..<1_000).map { Double($0) })
  }

  @Test func `a cancelled writer leaves nothing, and ends appends`() async throws {
    let writer = writer()
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    try await input.append(picture(0, at: 0))
    writer.cancelWriting()
    #expect(writer.status == .cancelled && writer.error?.code == .cancelled)
    #expect(await code { try await input.append(picture(1, at: 1)) } == .cancelled)
    #expect(await code { try await writer.finishWriting() } == .cancelled)
    let unused = self.writer()
    unused.cancelWriting()
    #expect(unused.status == .cancelled)
  }

  @Test func `an append that waits for room ends with its task`() async throws {
    let held = DispatchSemaphore(value: 0)
    let stuck = ScriptedRenderer(media: []) { (stage: ScriptedStage) throws(RenderError) in
      if stage == .writePicture(2) { held.wait() }
    }
    let writer = writer(.mov, stuck)
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let appending = Task { [self] in
      await code { for number in 0..<100 { try await input.append(picture(number, at: Int64(number))) } }
    }
    while input.isReadyForMoreMediaData { await Task.yield() }
    appending.cancel()
    #expect(await appending.value == .cancelled)
    #expect(writer.status == .writing && !input.isFinished)
    held.signal()
    try await writer.finishWriting()
    #expect(writer.status == .completed && input.isFinished)
  }

  @Test func `a file without a buffer is none`() async throws {
    let writer = writer()
    try writer.add(AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)))
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    #expect(await code { try await writer.finishWriting() } == .outOfRange)
    #expect(renderer.record.writers.isEmpty)
  }

  @Test(arguments: [
    (PixelFormat.bgra, VideoCodec.h264, PixelFormat.yuv420p), (.rgb24, .hevc, .yuv420p), (.nv12, .h264, .yuv420p),
    (.v210, .prores, .yuv422p10), (.bgra, .ffv1, .bgra), (.rgb24, .ffv1, .yuv444p10), (.yuv422p, .h264, .yuv422p),
    (.p010, .hevc, .yuv420p10), (.bgra, .prores, .yuva444p10),
  ])
  func `pictures are encoded in the format that is nearest to theirs`(
    format: PixelFormat, codec: VideoCodec, encoded: PixelFormat
  ) async throws {
    let renderer = ScriptedRenderer(media: [])
    let type: FileType = codec == .ffv1 ? .mkv : .mov
    let writer = writer(type, renderer)
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(codec))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    try await input.append(
      SampleBuffer(
        .picture(try PixelBuffer(format: format, width: 96, height: 48)),
        presentationTime: CMTime(value: 0, timescale: 600), duration: CMTime(value: 1_001, timescale: 30_000)))
    try await writer.finishWriting()
    let settings = try #require(renderer.record.writers.first?.settings.pictures)
    #expect(settings.pixelFormat == encoded)
    let duration = try Rational(1_001, 30_000)
    #expect(settings.timescale == 30_000 && settings.frameDuration == duration)
  }
}
