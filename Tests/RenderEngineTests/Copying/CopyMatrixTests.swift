import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.FilmCodec
import enum TestSupport.FilmReader
import struct TestSupport.FrameComparison
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec
import enum TestSupport.SoundReader

/// Whole files into other containers, packet by packet.
@Suite("Packets from container to container")
struct CopyMatrixTests {
  /// A film, by how it is stored.
  struct Source: Hashable, Sendable, CustomTestStringConvertible {
    var container: String
    var video: FilmCodec
    var audio: SoundCodec
    /// The containers that hold it.
    var targets: [FileType]

    var testDescription: String { "\(video)+\(audio) in \(container)" }
  }

  static let sources = [
    Source(container: "mp4", video: .h264OpenGroups, audio: .aac, targets: [.mp4, .mov, .mkv, .ts]),
    Source(container: "mov", video: .prores, audio: .pcm, targets: [.mov, .mkv]),
    Source(container: "mkv", video: .h264, audio: .ac3, targets: [.mp4, .mov, .mkv, .ts]),
    Source(container: "mkv", video: .ffv1, audio: .flac, targets: [.mkv]),
    Source(container: "mp4", video: .hevc, audio: .mp3, targets: [.mp4, .mov, .mkv, .ts]),
    Source(container: "webm", video: .vp9, audio: .opus, targets: [.mp4, .mkv, .webm]),
    Source(container: "webm", video: .vp8, audio: .vorbis, targets: [.mkv, .webm]),
    Source(container: "ts", video: .h264, audio: .aac, targets: [.mp4, .mov, .mkv, .ts]),
    Source(container: "ts", video: .mpeg2, audio: .mp3, targets: [.mp4, .mov, .mkv, .ts]),
  ]

  @Test(arguments: sources) func `all packets, at the same times, in every container that holds them`(
    source: Source
  ) async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(41, source.video, source.audio, in: source.container)
    let before = try await CopiedFilm.packets(of: media)
    let (pictures, sound) = try await CopiedFilm.times(of: media)
    let gap = (sound.first ?? 0) - (pictures.first ?? 0)
    for type in [FileType.mp4, .mov, .mkv, .webm, .ts] where source.targets.contains(type) {
      let target = folder.url("copy.\(type.rawValue)")
      let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media))], as: type), to: target)
      let after = try await CopiedFilm.packets(of: target)
      #expect(file.packetCounts == before.map(\.count), "\(type)")
      // The framing of transport streams is their own: the decoded samples are compared.
      let isSame = after == before
      #expect(isSame || (source.container == "ts") != (type == .ts), "\(type)")
      let frames = FrameComparison(
        try await FilmReader.frames(target), CopiedFilm.frames(0..<150, of: 41))
      #expect(frames.isExact, "\(type): \(frames)")
      let (times, heard) = try await CopiedFilm.times(of: target)
      let first = times.first ?? 0
      #expect(
        zip(times, pictures).allSatisfy { abs(($0 - first) - ($1 - pictures[0])) < 0.001_1 },
        "\(type): \(times.prefix(5))")
      let start = heard.first ?? 0
      #expect(abs(start - first - gap) < 0.001_1, "\(type): the sound is \(start - first - gap) s late")
    }
  }

  @Test(arguments: sources) func `decoded sound is the same`(source: Source) async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(41, source.video, source.audio, in: source.container)
    let before = try await SoundReader.pcm(media)
    for type in source.targets where type == .mp4 || type == .mov || type == .mkv {
      let target = folder.url("copy.\(type.rawValue)")
      _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media))], as: type), to: target)
      let after = try await SoundReader.pcm(target)
      // What an edit list hides is heard where there is none, as much earlier as it is long: nothing is moved. What it
      // hides at the end ffmpeg gives.
      let hidden = max(0, after.count - before.count)
      let length = min(before.count, after.count)
      let isSame = after.suffix(length) == before.suffix(length) || after.prefix(length) == before.prefix(length)
      #expect(hidden < 4 * 4_096 && isSame, "\(type)")
    }
  }

  @Test(arguments: [
    (FileType.mp3, "libmp3lame"), (.ogg, "libopus"), (.ogg, "libvorbis"), (.flac, "flac"), (.m4a, "aac"),
  ]) func `a file of sound keeps its samples and its beginning`(type: FileType, encoder: String) async throws {
    let folder = try ScratchFolder()
    let (media, target) = (folder.url("sound.\(type.rawValue)"), folder.url("copy.\(type.rawValue)"))
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2000*t*t):d=3.3:s=48000", "-c:a", encoder, "-metadata", "title=Sweep",
      media.path,
    ])
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media))], as: type), to: target)
    let output = ["-f", "s16le"]
    #expect(
      try await MediaTools.ffmpegOutput(["-i", target.path] + output)
        == MediaTools.ffmpegOutput(["-i", media.path] + output))
    let entries = ["-show_entries", "stream=start_time,duration:format_tags=title:stream_tags=title"]
    #expect(try await MediaTools.ffprobe(entries + [target.path]) == MediaTools.ffprobe(entries + [media.path]))
  }

  @Test(arguments: ["mp3", "wav"])
  func `MP3 without a tag keeps all of its samples`(type: String) async throws {
    let folder = try ScratchFolder()
    let (media, target) = (folder.url("sound.\(type)"), folder.url("copy.mp3"))
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2000*t*t):d=1.3:s=48000", "-c:a", "libmp3lame"]
        + (type == "mp3" ? ["-write_xing", "0"] : []) + [media.path])
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(media))], as: .mp3), to: target)
    let output = ["-f", "s16le"]
    #expect(
      try await MediaTools.ffmpegOutput(["-i", target.path] + output)
        == MediaTools.ffmpegOutput(["-i", media.path] + output))
    let (before, after) = (try await WildFile.facts(of: media), try await WildFile.facts(of: target))
    let count = try #require(before.audioTracks.first).sampleCount
    #expect(count % 1_152 == 0 && after.audioTracks.first?.sampleCount == count)
  }

  @Test func `pictures of VP8 that are not shown, at the times of those that follow, are copied`() async throws {
    let folder = try ScratchFolder()
    let (source, target, joined) = (folder.url("film.webm"), folder.url("copy.webm"), folder.url("joined.mkv"))
    // Only the second of two passes makes such.
    for pass in ["1", "2"] {
      try await MediaTools.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-c:v", "libvpx", "-auto-alt-ref", "1", "-b:v", "100k"]
          + ["-lag-in-frames", "25", "-arnr-maxframes", "7", "-pass", pass, "-passlogfile", folder.url("log").path]
          + (pass == "1" ? ["-f", "null", "-"] : [source.path]))
    }
    let before = try await CopiedFilm.packets(of: source)
    #expect(try #require(before.first).count > 50)
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: .webm), to: target)
    #expect(try await CopiedFilm.packets(of: target) == before && file.packetCounts == before.map(\.count))
    #expect(try await CopiedFilm.times(of: target).pictures == CopiedFilm.times(of: source).pictures)
    // Twice, one after the other.
    let parts = [source, source].map { PacketCopy.Part(CopiedFilm.asset($0)) }
    _ = try await CopiedFilm.copy(PacketCopy(parts, as: .mkv), to: joined)
    #expect(try await CopiedFilm.packets(of: joined) == before.map { $0 + $0 })
    #expect(try #require(try await CopiedFilm.facts(of: joined)?.videoTracks.first).timing.count == 100)
  }

  @Test(arguments: [FileType.mkv, .mp4]) func `pictures of one time are copied, in order`(type: FileType) async throws {
    let folder = try ScratchFolder()
    let (source, target) = (folder.url("film.mkv"), folder.url("copy.\(type.rawValue)"))
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-vf",
      #"settb=1/1000,setpts=N*40-if(eq(mod(N\,20)\,7)\,40\,0)"#, "-vsync", "passthrough", "-enc_time_base:v", "1/1000",
      "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-pix_fmt", "yuv420p", source.path,
    ])
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: type), to: target)
    #expect(file.packetCounts == [50])
    #expect(try await CopiedFilm.packets(of: target) == CopiedFilm.packets(of: source))
    let (before, after) = try await (CopiedFilm.times(of: source).pictures, CopiedFilm.times(of: target).pictures)
    #expect(before.count == 50 && after.count == 50)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.001_1 }, "\(after)")
  }

  @Test func `a last picture that stays longer than others does so in Matroska`() async throws {
    let folder = try ScratchFolder()
    let (still, film, target) = (folder.url("still.mp4"), folder.url("film.mp4"), folder.url("copy.mkv"))
    // Pictures at uneven times, with three seconds for the last one: one of a slow film behind those of a fast one.
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.4", "-vf", "settb=1/1000,setpts=N*40+N*N", "-vsync",
      "passthrough",
      "-enc_time_base:v", "1/1000", "-c:v", "libx264", "-bf", "0", "-pix_fmt", "yuv420p", "-video_track_timescale",
      "1000",
      still.path,
    ])
    var bytes = [UInt8](try Data(contentsOf: still))
    func box(_ name: String) throws -> Int {
      let name = Array(name.utf8)
      return try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(name) })
    }
    // What says how long the last sample, the edit, the track and the movie are (ISO/IEC 14496-12).
    let times = try box("stts")
    let count = Int(bytes[times + 11])
    for place in [
      try box("mvhd") + 20, try box("tkhd") + 24, try box("mdhd") + 20, try box("elst") + 12, times + 8 + 8 * count,
    ] {
      let value = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int32($1) }
      bytes.write(value + 3_000, at: place)
    }
    try Data(bytes).write(to: film)
    let before = try #require(try await CopiedFilm.facts(of: film))
    #expect(before.videoTracks.first?.timing.count == 10 && before.duration.seconds > 3)
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(film))], as: .mkv), to: target)
    let after = try #require(try await CopiedFilm.facts(of: target))
    #expect(after.videoTracks.first?.timing.count == 10)
    #expect(abs(after.duration.seconds - before.duration.seconds) < 0.001_1, "\(after.duration)")
  }

  @Test func `a last picture that stays until Matroska's duration stays in copies`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("held.webm")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-vf", #"select=lt(n\,10)+not(mod(n\,3))+eq(n\,49)"#, "-vsync",
      "vfr", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "1", source.path,
    ])
    var bytes = [UInt8](try Data(contentsOf: source))
    // Duration, a number of 8 bytes, in milliseconds: 2 s.
    let mark: [UInt8] = [0x44, 0x89, 0x88]
    let place = try #require((0..<bytes.count - 11).first { bytes[$0..<$0 + 3].elementsEqual(mark) }) + 3
    for index in 0..<8 {
      bytes[place + index] = UInt8(truncatingIfNeeded: Double(5_000).bitPattern >> (56 - 8 * index))
    }
    try Data(bytes).write(to: source)
    try #require(try await CopiedFilm.facts(of: source)?.duration == Rational(5))
    for type in [FileType.webm, .mkv, .mp4] {
      for end in [5, 4] as [Int64] {
        let target = folder.url("copy-\(end).\(type.rawValue)")
        let range = try end == 5 ? nil : CopiedFilm.range(.zero, Rational(end))
        let file = try await CopiedFilm.copy(
          PacketCopy([.init(CopiedFilm.asset(source), range: range)], as: type), to: target)
        #expect(file.isExact && file.duration == Rational(end), "\(type): \(file)")
        let facts = try #require(try await CopiedFilm.facts(of: target))
        #expect(facts.duration == Rational(end), "\(type): \(facts.duration)")
      }
      // Of the last two pictures Matroska does not say that the second one stays longer than the first.
      let range = try CopiedFilm.range(Rational(48, 25), Rational(5))
      let part = PacketCopy([.init(CopiedFilm.asset(source), range: range)], as: type)
      let file = try await CopiedFilm.copy(part, to: folder.url("part.\(type.rawValue)"))
      #expect(file.isExact == (type == .mp4), "\(type): \(file)")
    }
  }

  @Test func `media that a movie hides and its copy shows are reported`() async throws {
    let folder = try ScratchFolder()
    let whole = try await CopiedFilm.url(41, .h264, .aac, in: "mp4")
    let cut = folder.url("cut.mp4")
    // The edit list begins in the middle of a group of pictures.
    try await MediaTools.ffmpeg(["-ss", "1.5", "-i", whole.path, "-c", "copy", cut.path])
    for (type, count) in [(FileType.mp4, 0), (.mkv, 1)] {
      let target = folder.url("copy.\(type.rawValue)")
      let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(cut))], as: type), to: target)
      #expect(file.notes.filter { $0.contains("cut.mp4 hides before its beginning") }.count == count, "\(file.notes)")
    }
  }

  @Test func `a track that a container takes by its list and not in fact is named`() async throws {
    let folder = try ScratchFolder()
    let source = folder.url("film.mkv")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-f", "lavfi", "-i",
      "sine=440:r=48000:d=1,aformat=channel_layouts=stereo",
      "-c:v", "libx264", "-c:a", "truehd", "-strict", "-2", source.path,
    ])
    let error = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(
        PacketCopy([.init(CopiedFilm.asset(source))], as: .mp4), to: folder.url("film.mp4"))
    }
    #expect(error?.code == .unsupported)
    #expect(error?.description.contains("sound track (truehd) of film.mkv") == true, "\(error as Any)")
  }

  @Test func `Motion JPEG with sound of eight bits is read where it was copied to`() async throws {
    let folder = try ScratchFolder()
    let (source, target) = (folder.url("film.mov"), folder.url("film.mkv"))
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i", "sine=440:r=48000:d=2", "-c:v", "mjpeg",
      "-pix_fmt", "yuvj420p", "-c:a", "pcm_u8", source.path,
    ])
    _ = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(source))], as: .mkv), to: target)
    let facts = try #require(try await CopiedFilm.facts(of: target))
    #expect(facts.videoTracks.first?.timing.count == 50 && facts.audioTracks.first?.sampleCount == 96_000)
  }

  @Test(arguments: sources) func `a container that does not hold a track says which`(source: Source) async throws {
    let folder = try ScratchFolder()
    let media = try await CopiedFilm.url(41, source.video, source.audio, in: source.container)
    for type in [FileType.mp4, .mov, .mkv, .webm, .ts] where !source.targets.contains(type) {
      let error = await #expect(throws: RenderError.self) {
        _ = try await CopiedFilm.copy(
          PacketCopy([.init(CopiedFilm.asset(media))], as: type), to: folder.url("copy.\(type.rawValue)"))
      }
      #expect(error?.code == .unsupported && error?.description.contains("track (") == true, "\(type): \(error as Any)")
    }
    #expect(try folder.names() == [])
  }
}
