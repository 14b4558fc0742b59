import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Subtitles
import TestSupport
import Testing

/// Sessions that end before media that were written: one second of two, in picture and sound, whenever the end was said.
@Suite("Ends of sessions")
struct SessionEndTests {
  private let folder: ScratchFolder
  private static let second = CMTime(value: 1, timescale: 1)
  private static let rate = 48_000

  init() throws {
    folder = try ScratchFolder()
  }

  /// Two seconds of samples that tell their places: a sawtooth that takes a second to rise.
  private static func samples(_ range: Range<Int>) -> [Double] {
    range.flatMap { [Double($0 % rate) / Double(rate) * 0.5, 0.25] }
  }

  /// A second of the film in which the second one is hidden: its pictures and samples, as this program and ffmpeg see them.
  private func check(_ url: URL, hasPictures: Bool, isLossless: Bool) async throws {
    let asset = AssetReference(url: url)
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    #expect(facts.duration == .one, "\(facts.duration)")
    #expect(facts.audioTracks.map(\.sampleCount) == [Int64(Self.rate)] && facts.audioTracks[0].firstSample == 0)
    let length = try await MediaTools.ffprobe(["-show_entries", "format=duration", "-of", "csv=p=0", url.path])
    #expect(Double(length.trimmingCharacters(in: .whitespacesAndNewlines)) == 1)
    if hasPictures {
      #expect(facts.videoTracks.map(\.timing.count) == [25])
      let planes = try await FilmReader.planes("y", of: url, width: 64, height: 48)
      #expect(planes.count == 25 * 64 * 48)
      for number in 0..<min(25, planes.count / (64 * 48)) {
        #expect(abs(Int(planes[number * 64 * 48 + 1_000]) - (16 + number * 8)) <= 2, "\(number)")
      }
    }
    let sound = folder.url("\(url.lastPathComponent).wav")
    try await FileConversion([asset]).session(to: sound).export()
    let heard = try await SoundReader.firstChannel(sound)
    #expect(heard.count == Self.rate)
    let tolerance: Float = isLossless ? 1e-4 : 0.02
    for place in stride(from: 2_000, to: Self.rate - 3_000, by: 997) {
      #expect(abs(heard[place] - Float(place) / Float(Self.rate) * 0.5) < tolerance, "\(place)")
    }
  }

  @Test(
    arguments: [
      (FileType.mp4, VideoCodec.h264, AudioCodec.aac), (.mov, .h264, .pcm), (.m4a, nil, .aac), (.mp4, .hevc, .aac),
    ] as [(FileType, VideoCodec?, AudioCodec)])
  func `media behind the session's end that are in the file already are hidden`(
    type: FileType, video: VideoCodec?, audio: AudioCodec
  ) async throws {
    let url = folder.url("film.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(type, video, audio), to: url)
    async let pictures: Void = WriterFixtures.work {
      guard video != nil else { return }
      for number in 0..<50 {
        try writer.write(
          try WriterFixtures.picture(number % 25), at: Rational(Int64(number), 25), duration: Rational(1, 25))
      }
      try writer.endPictures()
    }
    async let samples: Void = WriterFixtures.work {
      for start in stride(from: 0, to: 2 * Self.rate, by: 4_800) {
        try writer.write(
          SampleBlock(start: Int64(start), channels: 2, interleaved: Self.samples(start..<start + 4_800)))
      }
      try writer.endSamples()
    }
    _ = try await (pictures, samples)
    _ = try await WriterFixtures.work {
      try writer.endPresentation(at: .one)
      return try writer.finish()
    }
    try await check(url, hasPictures: video != nil, isLossless: audio != .aac)
  }

  @Test(arguments: [FileType.mkv, .wav]) func `a container without edit lists says so`(type: FileType) async throws {
    let url = folder.url("film.\(type.rawValue)")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(type, nil, .pcm), to: url)
    let code = await WriterFixtures.code {
      try writer.write(SampleBlock(start: 0, channels: 2, interleaved: Self.samples(0..<2 * Self.rate)))
      try writer.endSamples()
      try writer.endPresentation(at: .one)
    }
    #expect(code == .unsupported)
    #expect(try folder.names() == [])
  }

  // MARK: The asset writer

  private func buffers() throws -> (pictures: [SampleBuffer], sounds: [SampleBuffer]) {
    let description = FormatDescription(
      codecType: "lpcm", codec: "PCM", media: .audio(.init(sampleRate: Self.rate, layout: .standard(2))))
    return (
      try (0..<50).map { number in
        SampleBuffer(
          .picture(try WriterFixtures.picture(number % 25)),
          presentationTime: CMTime(value: Int64(number), timescale: 25))
      },
      stride(from: 0, to: 2 * Self.rate, by: 4_800).map { start in
        SampleBuffer(
          .samples(SampleBlock(start: 0, channels: 2, interleaved: Self.samples(start..<start + 4_800))),
          presentationTime: CMTime(value: Int64(start), timescale: 48_000), formatDescription: description)
      }
    )
  }

  /// Writes two seconds into a file of `type`, ends the session as `end` says, and finishes.
  private func write(
    _ type: FileType, _ video: VideoCodec, _ audio: AudioCodec, texts: Bool = false,
    end: (AssetWriter) throws -> Void
  ) async throws -> URL {
    let url = folder.url("written.\(type.rawValue)")
    let writer = try AssetWriter(outputURL: url)
    let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(video))
    let sound = AssetWriterInput(mediaType: .audio, outputSettings: .audio(audio))
    let text = AssetWriterInput(mediaType: AncillaryTrack.Kind.subtitle)
    try writer.add(pictures)
    try writer.add(sound)
    if texts { try writer.add(text) }
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    let (frames, samples) = try buffers()
    if texts {
      for (start, words) in [(0, "first"), (3, "cut"), (5, "never")] as [(Int64, SubtitleText)] {
        let cue = SubtitleCue(start: .zero, end: .one, text: words)
        try await text.append(
          SampleBuffer(
            .cue(cue), presentationTime: CMTime(value: start, timescale: 4), duration: CMTime(value: 2, timescale: 4)))
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for buffer in frames { try await pictures.append(buffer) } }
      group.addTask { for buffer in samples { try await sound.append(buffer) } }
      try await group.waitForAll()
    }
    try end(writer)
    try await writer.finishWriting()
    return url
  }

  @Test(arguments: [(FileType.mp4, AudioCodec.aac), (.mov, .pcm)])
  func `a session that ends after everything was appended is as long as it says`(
    type: FileType, audio: AudioCodec
  ) async throws {
    let url = try await write(type, .h264, audio, texts: true) { try $0.endSession(atSourceTime: Self.second) }
    try await check(url, hasPictures: true, isLossless: audio == .pcm)
    let text = try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:s", "-f", "srt"])
    let words = String(decoding: text, as: UTF8.self)
    #expect(words.contains("first") && words.contains("cut") && !words.contains("never"), "\(words)")
    #expect(words.contains("00:00:00,750 --> 00:00:01,000"), "\(words)")
  }

  @Test func `where it cannot be hidden, the session does not end, and goes on`() async throws {
    let url = try await write(.mkv, .ffv1, .flac) { writer in
      let error = #expect(throws: RenderError.self) { try writer.endSession(atSourceTime: Self.second) }
      #expect(error?.code == .unsupported && error?.message.contains("edit list") == true)
      try writer.endSession(atSourceTime: CMTime(value: 2, timescale: 1))
    }
    let asset = AssetReference(url: url)
    let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
    #expect(facts.videoTracks.first?.timing.count == 50 && facts.audioTracks.first?.sampleCount == 96_000)
  }

  @Test func `a session that ends before any picture has none to show, and says so`() async throws {
    await #expect(throws: RenderError.self) {
      _ = try await write(.mp4, .h264, .aac) { try $0.endSession(atSourceTime: .zero) }
    }
    #expect(try folder.names() == [])
  }
}
