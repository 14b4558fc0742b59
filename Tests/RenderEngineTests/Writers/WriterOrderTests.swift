import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Synchronization
import TestSupport
import Testing

/// Files whose tracks a program gives in any order: the file is always the same.
@Suite("Order of a writer's tracks")
struct WriterOrderTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Two seconds, whose frames carry their numbers, and a click amid them.
  private static let film = IndexedFilm(film: 77) {
    ($0.frameCount, $0.timing) = (50, .constant(FrameRate(25)))
    $0.sound = SoundFile(.click(at: Fraction(5, 4))) { ($0.codec, $0.count) = (.pcm, 96_000) }
    $0.container = "mov"
  }

  /// What is given to an input, in order.
  private typealias Track = (input: AssetWriterInput, buffers: [SampleBuffer])

  private static func media(packets: Bool = false) async throws -> (pictures: [SampleBuffer], sound: [SampleBuffer]) {
    let url = try await film.url()
    return (
      try await AssetReaderFilmTests.read(url, .video, packets ? nil : .video),
      try await AssetReaderFilmTests.read(url, .audio, .audio(AudioReadingSettings(sampleFormat: .integer16)))
    )
  }

  /// Writes `tracks`, side by side; or one after the other, in `order`.
  private func write(
    _ name: String, _ tracks: [Track], inOrder order: [Int]? = nil, _ change: (AssetWriter) -> Void = { _ in }
  ) async throws -> URL {
    let url = folder.url(name)
    let writer = try AssetWriter(outputURL: url)
    change(writer)
    for (input, _) in tracks { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    @Sendable func give(_ track: Track) async throws {
      for buffer in track.buffers { try await track.input.append(buffer) }
      track.input.markAsFinished()
    }
    if let order {
      for number in order { try await give(tracks[number]) }
    } else {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for track in tracks { group.addTask { try await give(track) } }
        try await group.waitForAll()
      }
    }
    try await writer.finishWriting()
    return url
  }

  /// Pictures, and two sounds.
  private func tracks(_ container: String, packets: Bool) async throws -> [Track] {
    let (pictures, sound) = try await Self.media(packets: packets)
    let second = Array(sound.dropLast(sound.count / 2))
    return [
      (AssetWriterInput(mediaType: .video, outputSettings: packets ? nil : .video(.h264)), pictures),
      (AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)), sound),
      (AssetWriterInput(mediaType: .audio, outputSettings: .audio(container == "mkv" ? .flac : .aac)), second),
    ]
  }

  @Test(arguments: [("mp4", false), ("mov", true), ("mkv", false)])
  func `the file is the same, whichever track is given first`(container: String, packets: Bool) async throws {
    let expected = try Data(
      contentsOf: await write("beside.\(container)", tracks(container, packets: packets)))
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
      let url = try await write(
        "\(order).\(container)", tracks(container, packets: packets), inOrder: order)
      #expect(try Data(contentsOf: url) == expected, "\(order)")
    }
    let url = folder.url("[0, 1, 2].\(container)")
    #expect(try await FilmReader.frames(url) == (0..<50).map { .frame(FrameCode(film: 77, index: $0)) })
    let samples = try await SoundReader.firstChannel(url)
    let click = try #require(Click.position(in: samples, rate: 48_000))
    // ffmpeg gives the samples that an encoder of AAC puts in front, too, which Matroska's CodecDelay hides.
    #expect(abs(click - 60_000 - (container == "mkv" ? 1_024 : 0)) < 2)
    // Nothing that was held is left beside them.
    #expect(try folder.names().count == 4)
  }

  @Test func `a movie in fragments has the same media, whichever track is given first`() async throws {
    func write(_ name: String, inOrder order: [Int]?) async throws -> Data {
      let tracks = Array(try await tracks("mp4", packets: false).prefix(2))
      return try Data(
        contentsOf: await self.write(name, tracks, inOrder: order) {
          $0.movieFragmentInterval = CMTime(value: 1, timescale: 2)
        })
    }
    let expected = try await write("beside.mp4", inOrder: nil)
    for order in [[0, 1], [1, 0]] {
      #expect(try await write("\(order).mp4", inOrder: order) == expected, "\(order)")
    }
  }

  @Test func `segments are the same, whichever track is given first`() async throws {
    func segments(inOrder order: [Int]) async throws -> [[UInt8]] {
      let tracks = Array(try await tracks("mp4", packets: false).prefix(2))
      let taken = Mutex<[[UInt8]]>([])
      let writer = AssetWriter(fileType: .mp4, renderer: Engine.renderer()) { segment in
        taken.withLock { $0.append(Array(segment.data)) }
      }
      writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
      for (input, _) in tracks { try writer.add(input) }
      try writer.startWriting()
      try writer.startSession(atSourceTime: .zero)
      for number in order {
        for buffer in tracks[number].buffers { try await tracks[number].input.append(buffer) }
        tracks[number].input.markAsFinished()
      }
      try await writer.finishWriting()
      return taken.withLock { $0 }
    }
    let first = try await segments(inOrder: [0, 1])
    // The header, and a segment for each second.
    #expect(first.count == 3)
    #expect(try await segments(inOrder: [1, 0]) == first)
  }

  @Test func `segments of packets that were held come one by one, and none behind the end`() async throws {
    let (pictures, _) = try await Self.media()
    let box = Mutex<AssetWriter?>(nil)
    let count = Atomic(0)
    let writer = AssetWriter(fileType: .mp4, renderer: Engine.renderer()) { segment in
      guard segment.kind == .separable else { return }
      count.add(1, ordering: .relaxed)
      box.withLock { $0 }?.cancelWriting()
    }
    box.withLock { $0 = writer }
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 4)
    let inputs = [
      AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)),
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)),
    ]
    for input in inputs { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for buffer in pictures { try await inputs[0].append(buffer) }
    // Without a sound, all of the eight are due at once.
    let error = await #expect(throws: RenderError.self) { try await writer.finishWriting() }
    box.withLock { $0 = nil }
    #expect(error?.code == .cancelled)
    #expect((1...2).contains(count.load(ordering: .relaxed)))
  }

  @Test func `packets that are too many for memory are held on the disk, and nothing is left of them`() async throws {
    // 14 MB of each track.
    let description = FormatDescription(
      codecType: "lpcm", codec: "PCM", media: .audio(FormatDescription.Audio(sampleRate: 48_000, layout: .standard(2))))
    let blocks = (0..<48).map { number in
      SampleBuffer(
        .samples(
          SampleBlock(start: 0, channels: 2, interleaved: [Double](repeating: Double(number) / 64, count: 96_000))),
        presentationTime: CMTime(value: Int64(number), timescale: 1), formatDescription: description)
    }
    func tracks() -> [Track] {
      (0..<2).map { _ in (AssetWriterInput(mediaType: .audio, outputSettings: .audio(.pcm)), blocks) }
    }
    let expected = try Data(contentsOf: await write("beside.mov", tracks()))
    #expect(try Data(contentsOf: await write("after.mov", tracks(), inOrder: [0, 1])) == expected)
    // The files of the folder that are open, those without a name among them.
    let place = folder.url.lastPathComponent
    @Sendable func openFiles() -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        .filter { $0.contains(place) }
    }
    let writer = try AssetWriter(outputURL: folder.url("cancelled.mov"))
    let inputs = tracks().map(\.input)
    for input in inputs { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for block in blocks { try await inputs[0].append(block) }
    #expect(await Poll.eventually { openFiles().contains { $0.hasSuffix("(deleted)") } })
    writer.cancelWriting()
    #expect(await Poll.eventually { openFiles().isEmpty })
    #expect(writer.status == .cancelled)
    #expect(try folder.names().count == 2)
  }

  @Test func `an input that is finished without a buffer has no track`() async throws {
    let (pictures, sound) = try await Self.media()
    let tracks: [Track] = [
      (AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)), pictures),
      (AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)), []),
      (AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)), sound),
    ]
    (tracks[1].input.languageTag, tracks[2].input.languageTag) = ("de", "fr")
    let url = try await write("film.mp4", tracks, inOrder: [0, 2, 1])
    let found: [AssetTrack] = try await URLAsset(url: url).load(.tracks)
    #expect(found.map(\.extendedLanguageTag) == [nil, "fr"])
    #expect(try await FilmReader.times(url).count == 50)
  }

  @Test func `pictures that are asked for wait for no sound, however long it takes`() async throws {
    let (frames, samples) = try await Self.media()
    let writer = try AssetWriter(outputURL: folder.url("film.mp4"))
    let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    let sound = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    for input in [pictures, sound] { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    func ask(_ input: AssetWriterInput, for buffers: [SampleBuffer]) async {
      let next = Atomic(0)
      input.requestMediaDataWhenReady {
        while input.isReadyForMoreMediaData {
          let number = next.add(1, ordering: .relaxed).oldValue
          guard number < buffers.count else { return input.markAsFinished() }
          try? input.append(buffers[number]) as Void
        }
      }
      await Poll.eventually { next.load(ordering: .relaxed) > buffers.count || writer.status != .writing }
    }
    // As many programs do: the sound is asked for when all pictures are there.
    await ask(pictures, for: frames)
    await ask(sound, for: samples)
    #expect(try await writer.finishWriting().frameCount == 50)
  }

  @Test func `a writer that is cancelled while packets are held leaves nothing`() async throws {
    let (pictures, _) = try await Self.media()
    let writer = try AssetWriter(outputURL: folder.url("film.mp4"))
    let inputs = [
      AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)),
      AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)),
    ]
    for input in inputs { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for buffer in pictures { try await inputs[0].append(buffer) }
    writer.cancelWriting()
    await #expect(throws: RenderError.self) { try await writer.finishWriting() }
    #expect(writer.status == .cancelled)
    #expect(try folder.names() == [])
  }
}
