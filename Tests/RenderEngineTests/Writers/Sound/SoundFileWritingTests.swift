import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import ProjectServices
import Rendering
import TestSupport
import Testing

@testable import Containers
@testable import RenderEngine

/// What files of sound and transport streams say of themselves, written by libavformat's muxers.
@Suite("Files of sound")
struct SoundFileWritingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// So many samples of noise in so many channels.
  private func noise(_ count: Int, _ channels: Int, _ codec: String = "pcm_s16le") async throws -> URL {
    let url = folder.url("noise-\(count)-\(channels)-\(codec).wav")
    let layout = ChannelLayout.standard(channels).description
    let sources = (1...channels).flatMap { seed in
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(count / 48_000 + 1):seed=\(seed):a=0.4"]
    }
    let joined = (0..<channels).map { "[\($0):a]" }.joined()
    let filter = channels == 1 ? "[0:a]anull" : "\(joined)join=inputs=\(channels):channel_layout=\(layout)"
    try await MediaTools.ffmpeg(
      sources + [
        "-filter_complex", "\(filter),lowpass=f=1500,atrim=end_sample=\(count)[a]", "-map", "[a]", "-c:a", codec,
        url.path,
      ])
    return url
  }

  private func convert(
    _ source: URL, to name: String, _ change: (inout FileConversion) -> Void = { _ in }
  ) async throws -> (url: URL, report: ExportReport) {
    var conversion = FileConversion([AssetReference(url: source)])
    change(&conversion)
    let url = folder.url(name)
    return (url, try await conversion.session(to: url).export())
  }

  @Test(arguments: [(1, "pcm_s16le"), (2, "pcm_s24le"), (6, "pcm_s16le"), (7, "pcm_s24le"), (8, "pcm_s16le")])
  func `the header of a FLAC file says how many samples it has, and their sum`(channels: Int, codec: String)
    async throws
  {
    let count = 50_000
    for title in [nil, "Sea"] {
      var source = try await noise(count, channels, codec)
      if let title {
        let titled = folder.url("titled.wav")
        try await MediaTools.ffmpeg(["-y", "-i", source.path, "-c", "copy", "-metadata", "title=\(title)", titled.path])
        source = titled
      }
      let (url, report) = try await convert(source, to: "\(title ?? "plain").flac")
      #expect(report.notes == [])
      let info = try #require(try FLACFile(FileBytes(url.path, isReadOnly: true))?.streamInfo)
      #expect(info.sampleCount == Int64(count) && info.channels == channels)
      let text = try await MediaTools.ffmpegOutput(["-i", url.path, "-c:a", codec, "-f", "md5"])
      let sum = info.sum.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(String(decoding: text, as: UTF8.self).contains(sum), "\(sum)")
    }
  }

  @Test(
    arguments: [("mp3", AudioCodec.mp3), ("ogg", .opus), ("ogg", .vorbis), ("ogg", .flac), ("flac", .flac)],
    [48_000, 49_153])
  func `a file of sound begins and ends with it`(file: (type: String, codec: AudioCodec), count: Int) async throws {
    for title in [false, true] {
      let (url, report) = try await convert(try await noise(count, 2), to: "\(title).\(file.type)") { conversion in
        conversion.choices.wishes.audio = AudioDescription(codec: .codec(file.codec))
        if !title { conversion.metadata = .none }
      }
      #expect(report.notes == [])
      // FFmpeg 5.1 does not cut the end of Vorbis in Ogg.
      if file.codec != .vorbis { #expect(try await SoundReader.pcm(url).count == count * 4) }
      let facts = try await MediaInspector().facts(of: url)
      #expect(facts.audioTracks.map(\.sampleCount) == [Int64(count)] && facts.audioTracks.first?.firstSample == 0)
    }
  }

  @Test func `channels of a WAVE file stand in the order of its own speakers`() {
    // Front left and right, and above: left, right, center of GStreamer's order, which has another in the file.
    let above = ChannelLayout(channels: 5, mask: 0x7003)
    #expect(WaveSpeakers(layout: above).order == [0, 1, 2, 4, 3])
    #expect(WaveSpeakers(layout: above).libraryLayout == "0x7003")
    let usual = WaveSpeakers(layout: .standard(6))
    #expect(usual.order == nil && usual.libraryLayout == "0x3f")
    // At the sides its bits are others.
    #expect(WaveSpeakers(layout: ChannelLayout(channels: 6, mask: 0xC0F)).libraryLayout == "0x60f")
    // Channels without speakers get some for the muxer, which are taken back.
    #expect(WaveSpeakers(layout: ChannelLayout(channels: 4, mask: 0)).libraryLayout == "0xf")
    #expect(WaveSpeakers(layout: ChannelLayout(channels: 2, mask: 0)).libraryLayout == "2 channels")
  }

  @Test func `a long WAVE file is RF64 where that is known beforehand, and else it is refused at 4 GB`() throws {
    let export = ExportSettings(fileType: .wav, video: nil, audio: ExportRules.defaults(for: .wav).audio)
    var stream = PacketStream(.sound, codec: "pcm_s16le", tick: try Rational(1, 48_000))
    stream.frameByteCount = 4
    func traits(_ type: FileType, _ count: Int64?) throws -> MuxerTraits {
      var settings = WriterSettings(
        export, samples: .init(sampleRate: 48_000, layout: .standard(2), expectedCount: count))
      settings.export.fileType = type
      return MuxerTraits(settings, [stream])
    }
    #expect(try traits(.wav, 1 << 20).options.isEmpty && traits(.wav, 1 << 20).mostBytes == Int64(UInt32.max) - 1)
    #expect(try traits(.wav, nil).options.isEmpty && traits(.wav, nil).mostBytes != nil)
    let long = try traits(.wav, 1 << 30)
    #expect(long.options.map(\.0) == ["rf64"] && long.mostBytes == nil)
    #expect(try traits(.aiff, 1 << 30).mostBytes == Int64(UInt32.max) - 1)
    #expect(try traits(.mp3, nil).options.map(\.1) == ["0"])
  }

  @Test func `a transport stream with a title and two sounds is written once, and begins with both`() async throws {
    let film = try await CopiedFilm.url(46, .h264, .aac, in: "mp4", count: 50)
    let source = folder.url("source.mkv")
    try await MediaTools.ffmpeg([
      "-i", film.path, "-f", "lavfi", "-i", "aevalsrc='if(eq(n,48000),0.9,0)':s=48000:d=2", "-map", "0:v", "-map",
      "1:a",
      "-map", "1:a", "-c:v", "copy", "-c:a", "pcm_s16le", "-metadata", "title=Sea", "-metadata:s:a:0", "language=deu",
      "-metadata:s:a:1", "language=fra", source.path,
    ])
    let (url, report) = try await convert(source, to: "film.ts") {
      $0.choices.wishes.video = VideoDescription(codec: .codec(.h264))
    }
    #expect(report.notes.count == 1 && report.notes[0].contains("left behind"), "\(report.notes)")
    let seen = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_type:stream_tags=language", "-of", "compact", url.path,
    ])
    #expect(
      seen.contains("deu") && seen.contains("fra") && seen.components(separatedBy: "codec_type=audio").count >= 3,
      "\(seen)")
    // This program, as receivers do, begins with the tables.
    let facts = try await MediaInspector().facts(of: url)
    #expect(facts.audioTracks.map(\.firstSample) == [0, 0])
    #expect(try facts.videoTracks.first?.timing.start(of: 0) == .zero && facts.videoTracks.first?.timing.count == 50)
    #expect(try await FilmReader.frames(url) == CopiedFilm.frames(0..<50, of: 46))
    // The title is the service's name, which ffprobe returns for programs alone.
    #expect(try await MediaTools.ffprobe(["-show_programs", url.path]).contains("Sea"))
  }

  @Test func `chapters that a file of sound has no place for are named`() async throws {
    let text = try folder.write(
      ";FFMETADATA1\ntitle=Sea\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n", to: "chapters.txt")
    let source = folder.url("source.mka")
    try await MediaTools.ffmpeg([
      "-i", try await noise(48_000, 1).path, "-i", text.path, "-map", "0:a", "-map_metadata", "1", "-map_chapters", "1",
      "-c:a",
      "flac", source.path,
    ])
    for type in ["wav", "aiff", "flac", "ogg", "mp3", "ts"] {
      let (url, report) = try await convert(source, to: "sound.\(type)")
      #expect(report.notes.first == "The chapters are left behind: such files have none.", "\(type): \(report.notes)")
      #expect(report.notes.count == (type == "ts" ? 2 : 1), "\(type): \(report.notes)")
      #expect(try await MediaTools.ffprobe(["-show_chapters", url.path]).isEmpty)
    }
  }
}
