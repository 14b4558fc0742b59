import Compositing
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

/// Movies that are handed over in segments while they are written: all together they are the movie, and each begins where it should.
@Suite("Movies handed over in segments")
struct SegmentedMovieTests {
  /// What was handed over, in order.
  private final class Taken: Sendable {
    private let segments = Mutex<[MovieSegment]>([])

    func take(_ segment: MovieSegment) { segments.withLock { $0.append(segment) } }
    var all: [MovieSegment] { segments.withLock { $0 } }
    var media: [MovieSegment] { all.filter { $0.kind == .separable } }

    /// All segments, one behind the other, as a file in `folder`.
    func file(in folder: ScratchFolder, _ name: String) throws -> URL {
      let url = folder.url(name)
      try all.reduce(into: Data()) { $0 += $1.data }.write(to: url)
      return url
    }
  }

  private static let description = FormatDescription(
    codecType: "lpcm", codec: "PCM",
    media: .audio(FormatDescription.Audio(sampleRate: 48_000, layout: .standard(2))))

  /// The block of sound beside picture number `number` of 25 a second: samples that are their own numbers.
  private static func sound(_ number: Int, from start: CMTime = .zero) -> SampleBuffer {
    let samples = (0..<1_920).flatMap { index -> [Double] in
      let value = Double(Int16(truncatingIfNeeded: (number * 1_920 + index) &* 7)) / 32_768
      return [value, -value]
    }
    return SampleBuffer(
      .samples(SampleBlock(start: 0, channels: 2, interleaved: samples)),
      presentationTime: start + CMTime(value: Int64(number) * 1_920, timescale: 48_000), formatDescription: description)
  }

  /// The gray of picture number `number`: from one to the next there is no cut, where encoders make key frames of their own.
  private static func level(of number: Int) -> Int { number % 50 < 25 ? number % 50 : 49 - number % 50 }

  private static func picture(_ number: Int, from start: CMTime = .zero) throws -> SampleBuffer {
    SampleBuffer(
      .picture(try WriterFixtures.picture(level(of: number))),
      presentationTime: start + CMTime(value: Int64(number), timescale: 25))
  }

  /// Writes `count` pictures in `codec`, and sound, in segments as `settle` says; `flush` is called after each picture.
  private func write(
    _ codec: VideoCodec?, _ audio: AudioCodec? = .alac, count: Int = 130, soundCount: Int? = nil,
    from start: CMTime = .zero, settle: (AssetWriter) -> Void = { _ in },
    flush: (AssetWriter, Int) throws -> Void = { _, _ in }
  ) async throws -> Taken {
    let taken = Taken()
    let writer = AssetWriter(fileType: .mp4) { taken.take($0) }
    settle(writer)
    let video = codec.map {
      AssetWriterInput(
        mediaType: .video,
        outputSettings: .video(VideoWritingSettings(VideoSettings(codec: $0, speed: $0 == .av1 ? nil : .fast))))
    }
    let sound = audio.map {
      AssetWriterInput(
        mediaType: .audio,
        outputSettings: .audio(
          AudioWritingSettings(AudioSettings(codec: $0), sampleFormat: $0 == .alac ? .integer16 : nil)))
    }
    for input in [video, sound].compactMap(\.self) { try writer.add(input) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: start)
    for number in 0..<count {
      try await video?.append(Self.picture(number, from: start))
      if number < soundCount ?? count {
        try await sound?.append(Self.sound(number, from: start))
      } else {
        sound?.markAsFinished()
      }
      try flush(writer, number)
    }
    let file = try await writer.finishWriting()
    #expect(file.byteCount == taken.all.reduce(0) { $0 + Int64($1.data.count) })
    return taken
  }

  /// The levels of the pictures of the file at `url`, as ffmpeg decodes them, and the complaints that it has.
  private func levels(of url: URL) async throws -> [Int] {
    let bytes = try await MediaTools.ffmpegOutput([
      "-xerror", "-i", url.path, "-map", "0:v", "-vf", "scale=1:1:flags=area,format=yuv420p,extractplanes=y",
      "-fps_mode", "passthrough",
      "-f", "rawvideo",
    ])
    return bytes.map { Int((Double($0) - 16) / 8 + 0.5) }
  }

  @Test(arguments: [VideoCodec.h264, .hevc, .av1])
  func `segments begin at the borders, each with a key frame, and are the movie together`(codec: VideoCodec)
    async throws
  {
    let folder = try ScratchFolder()
    let taken = try await write(codec) { $0.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1) }
    #expect(taken.all.map(\.kind) == [.initialization] + Array(repeating: .separable, count: 6))
    let pictures = try taken.media.map { try #require($0.tracks.first { $0.mediaType == .video }) }
    let (starts, lengths) = (pictures.map(\.earliestPresentation), pictures.map(\.duration))
    let (borders, fifth) = ((0..<6).map { Rational($0) }, try Rational(1, 5))
    #expect(starts == borders && lengths == Array(repeating: .one, count: 5) + [fifth])
    #expect(pictures.allSatisfy { $0.firstPicture?.isKeyFrame == true && $0.trackID == 1 })
    // By itself behind the header, each can be decoded.
    let header = try #require(taken.all.first).data
    for (number, segment) in taken.media.enumerated() {
      let alone = folder.url("alone-\(number).mp4")
      try (header + segment.data).write(to: alone)
      let found = try await levels(of: alone)
      #expect(found == Array(number * 25..<min(130, (number + 1) * 25)).map(Self.level), "segment \(number)")
    }
    let film = try taken.file(in: folder, "film.mp4")
    #expect(try await levels(of: film) == (0..<130).map(Self.level))
    let decoded = try await MediaTools.ffmpegOutput(["-i", film.path, "-map", "0:a", "-f", "s16le"])
    let samples = stride(from: 0, to: decoded.count - 1, by: 2).map { place in
      Int16(bitPattern: UInt16(decoded[place]) | UInt16(decoded[place + 1]) << 8)
    }
    let expected = (0..<130 * 1_920).flatMap { index -> [Int16] in
      let value = Int16(truncatingIfNeeded: index &* 7)
      return [value, value == .min ? .max : -value]
    }
    let isSame = samples == expected
    #expect(isSame, "\(samples.count) samples of \(expected.count)")
    // And by this program's own reader.
    let asset = AssetReference(url: film)
    let facts = try #require(try await Engine.renderer().facts(of: [asset])[asset])
    #expect(facts.videoTracks.first?.timing.count == 130)
    #expect(facts.audioTracks.first?.sampleCount == Int64(249_600))
  }

  @Test func `the first picture of a segment stands where the report says`() async throws {
    let taken = try await write(.h264) { $0.preferredOutputSegmentInterval = CMTime(value: 2, timescale: 1) }
    #expect(taken.media.count == 3)
    for segment in taken.media {
      let track = try #require(segment.tracks.first { $0.mediaType == .video })
      let bytes = try #require(track.firstPicture).bytes
      var unit = segment.data[bytes]
      var kinds: [UInt8] = []
      // Units of the Network Abstraction Layer, each behind its length, fill the packet.
      while unit.count > 4 {
        let length = unit.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        unit = unit.dropFirst(4)
        kinds.append((unit.first ?? 0) & 0x1F)
        try #require(length <= unit.count)
        unit = unit.dropFirst(length)
      }
      #expect(unit.isEmpty && kinds.contains(5), "\(kinds)")
    }
  }

  @Test func `borders are counted from where it is said`() async throws {
    let start = CMTime(value: 10, timescale: 1)
    let taken = try await write(.h264, from: start) { writer in
      writer.preferredOutputSegmentInterval = CMTime(value: 2, timescale: 1)
      writer.initialSegmentStartTime = CMTime(value: 21, timescale: 2)
    }
    let starts = taken.media.compactMap { $0.tracks.first { $0.mediaType == .video }?.earliestPresentation }
    // A border lies between two pictures: the first behind it begins a segment.
    #expect(try starts == [.zero, Rational(13, 25), Rational(63, 25), Rational(113, 25)])
  }

  @Test func `a segment ends on request, with the picture that was appended last`() async throws {
    let taken = try await write(.h264) {
      $0.preferredOutputSegmentInterval = .indefinite
    } flush: { writer, number in
      if [9, 10, 69].contains(number) { try writer.flushSegment() }
    }
    let starts = taken.media.compactMap { $0.tracks.first { $0.mediaType == .video }?.earliestPresentation }
    #expect(try starts == [0, 10, 11, 70].map { try Rational($0, 25) })
  }

  @Test(arguments: [AudioCodec.alac, .aac]) func `sound that is shorter than the pictures ends where it does`(
    codec: AudioCodec
  ) async throws {
    let folder = try ScratchFolder()
    let taken = try await write(.h264, codec, soundCount: 60) { writer in
      writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    }
    let film = AssetReference(url: try taken.file(in: folder, "film.mp4"))
    let facts = try #require(try await Engine.renderer().facts(of: [film])[film])
    #expect(facts.videoTracks.first?.timing.count == 130)
    let count = try #require(facts.audioTracks.first?.sampleCount)
    // The length of the last packet is all that says it.
    let packet: Int64 = codec == .aac ? 1_024 : 1
    #expect((0..<packet + 1).contains(count - 60 * 1_920), "\(count)")
  }

  @Test func `sound alone has segments as well`() async throws {
    let folder = try ScratchFolder()
    let taken = try await write(nil, .aac) { $0.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1) }
    #expect(taken.media.count == 6)
    for (number, segment) in taken.media.enumerated() {
      let track = try #require(segment.tracks.first)
      // A packet has 1,024 samples.
      let start = track.earliestPresentation
      #expect(try start >= Rational(Int64(number)) - Rational(1_024, 48_000), "\(number): \(start)")
      #expect(try start < Rational(Int64(number)) + Rational(1_024, 48_000), "\(number): \(start)")
      #expect(track.firstPicture == nil)
    }
    let film = AssetReference(url: try taken.file(in: folder, "sound.mp4"))
    let facts = try #require(try await Engine.renderer().facts(of: [film])[film])
    #expect(facts.audioTracks.first?.sampleCount == Int64(249_600))
  }

  @Test func `packets that stand as they are begin segments with their own key frames`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("source.mp4")
    let own = AssetWriter(outputURL: source, fileType: .mp4)
    let encoded = AssetWriterInput(
      mediaType: .video, outputSettings: .video(VideoWritingSettings(VideoSettings(codec: .h264, keyframeInterval: 10)))
    )
    try own.add(encoded)
    try own.startWriting()
    try own.startSession(atSourceTime: .zero)
    for number in 0..<100 { try await encoded.append(Self.picture(number)) }
    try await own.finishWriting()

    let asset = URLAsset(url: source)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = AssetReader(asset: asset)
    let output = AssetReaderTrackOutput(track: track, outputSettings: nil)
    try reader.add(output)
    try reader.startReading()
    let taken = Taken()
    let writer = AssetWriter(fileType: .mp4) { taken.take($0) }
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    let input = AssetWriterInput(mediaType: .video, outputSettings: nil)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    var keys: [Rational] = []
    while let buffer = await output.nextSampleBuffer() {
      if buffer.isSync { keys.append(try #require(buffer.presentationTime.rational)) }
      try await input.append(buffer)
    }
    try await writer.finishWriting()
    let starts = taken.media.compactMap { $0.tracks.first?.earliestPresentation }
    // The first behind each border, a second apart, begins a segment.
    let expected = zip(keys, [nil] + keys.map { $0 }).filter { key, last in
      last.map { Int($0.seconds) < Int(key.seconds) } ?? true
    }.map(\.0)
    #expect(starts == expected && expected.count == 4 && keys.count >= 10)
    #expect(try await levels(of: taken.file(in: folder, "film.mp4")) == (0..<100).map(Self.level))
  }

  /// Sound whose first packet is presented before zero, as of every film with AAC.
  @Test func `packets of sound are in step with the pictures`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("source.mp4")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-f", "lavfi", "-i",
      "sine=frequency=440:sample_rate=48000:duration=4", "-c:v", "libx264", "-g", "25", "-c:a", "aac", "-shortest",
      source.path,
    ])
    let asset = URLAsset(url: source)
    let reader = AssetReader(asset: asset)
    let taken = Taken()
    let writer = AssetWriter(fileType: .mp4) { taken.take($0) }
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    var ways: [(AssetReaderTrackOutput, AssetWriterInput)] = []
    for mediaType in [MediaType.video, .audio] {
      let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
      let way = (
        AssetReaderTrackOutput(track: track, outputSettings: nil),
        AssetWriterInput(mediaType: mediaType, outputSettings: nil)
      )
      try reader.add(way.0)
      try writer.add(way.1)
      ways.append(way)
    }
    try reader.startReading()
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (output, input) in ways {
        group.addTask {
          while let buffer = await output.nextSampleBuffer() { try await input.append(buffer) }
          input.markAsFinished()
        }
      }
      try await group.waitForAll()
    }
    try await writer.finishWriting()
    #expect(taken.media.count == 4)
    func samples(_ url: URL) async throws -> Data {
      // What is presented before zero is not heard.
      try await MediaTools.ffmpegOutput([
        "-copyts", "-i", url.path, "-map", "0:a", "-af", "atrim=start=0", "-f", "s16le",
      ])
    }
    let (before, after) = (try await samples(source), try await samples(taken.file(in: folder, "film.mp4")))
    let isSame = before.count > 300_000 && after.prefix(300_000) == before.prefix(300_000)
    #expect(isSame, "\(before.count) and \(after.count) bytes")
  }

  @Test func `a long block of sound has the borders that lie in it`() async throws {
    let taken = Taken()
    let writer = AssetWriter(fileType: .mp4) { taken.take($0) }
    writer.preferredOutputSegmentInterval = CMTime(value: 2, timescale: 1)
    let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    try await input.append(
      SampleBuffer(
        .samples(SampleBlock(start: 0, channels: 2, interleaved: [Double](repeating: 0.1, count: 2 * 480_000))),
        presentationTime: .zero, formatDescription: Self.description))
    try await writer.finishWriting()
    #expect(taken.media.count == 5)
  }

  @Test(arguments: [true, false]) func `a segment's receiver may end the writing, or the segment`(
    cancels: Bool
  ) async throws {
    let box = Mutex<AssetWriter?>(nil)
    let count = Atomic(0)
    let writer = AssetWriter(fileType: .mp4) { segment in
      guard segment.kind == .separable, count.add(1, ordering: .relaxed).newValue == 1 else { return }
      let writer = box.withLock { $0 }
      if cancels { writer?.cancelWriting() } else { try? writer?.flushSegment() }
    }
    box.withLock { $0 = writer }
    writer.preferredOutputSegmentInterval = cancels ? CMTime(value: 1, timescale: 1) : .indefinite
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    var failure: RenderError?
    do throws(RenderError) {
      for number in 0..<150 {
        if !cancels, number == 10 { try writer.flushSegment() }
        try await input.append(try RenderError.catching { try Self.picture(number) })
      }
      try await writer.finishWriting()
    } catch {
      failure = error
    }
    box.withLock { $0 = nil }
    #expect(cancels ? failure?.code == .cancelled : failure == nil, "\(String(describing: failure))")
  }

  @Test func `what has no place in segments is refused before anything is handed over`() async throws {
    let taken = Taken()
    func failure(_ type: FileType, _ settle: (AssetWriter) throws -> Void) -> RenderError.Code? {
      let writer = AssetWriter(fileType: type) { taken.take($0) }
      do {
        try settle(writer)
        try writer.startWriting()
        writer.cancelWriting()
        return nil
      } catch {
        return (error as? RenderError)?.code
      }
    }
    func sound() -> AssetWriterInput { AssetWriterInput(mediaType: .audio, outputSettings: .audio(.aac)) }
    #expect(failure(.mkv) { try $0.add(sound()) } == .unsupported)
    #expect(
      failure(.mp4) { writer in
        try writer.add(sound())
        writer.preferredOutputSegmentInterval = .zero
      } == .outOfRange)
    #expect(
      failure(.mp4) { writer in
        try writer.add(sound())
        try writer.add(AssetWriterInput(mediaType: .subtitle))
      } == .unsupported)
    #expect(
      failure(.mp4) { writer in
        try writer.add(sound())
        writer.initialMovieFragmentSequenceNumber = 0
      } == .outOfRange)
    #expect(failure(.mp4) { try $0.add(sound()) } == nil)
    let writer = AssetWriter(fileType: .mp4) { taken.take($0) }
    try writer.add(sound())
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    #expect(throws: RenderError.self) { try writer.flushSegment() }
    writer.cancelWriting()
    #expect(taken.all.isEmpty)
  }
}
