import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers

/// Files from phones, cameras, recorders and the web that were once read wrong, or refused.
@Suite("Files from the wild")
struct WildFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  // MARK: Tracks

  @Test(arguments: [("mp4", WildFile.h264), ("mov", WildFile.h264), ("mov", ["-c:v", "qtrle"])])
  func `a sound of a tenth of the movie is there`(type: String, codec: [String]) async throws {
    let file = WildFile(
      "short-sound", type,
      ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=20", "-f", "lavfi", "-i", "sine=duration=2"]
        + codec + ["-c:a", "aac"])
    let facts = try await WildFile.facts(of: try await file.url())
    #expect(facts.videoTracks.first?.timing.count == 500)
    let sound = try #require(facts.audioTracks.first)
    #expect(abs(Double(sound.sampleCount) / Double(sound.sampleRate) - 2) < 0.05)
    let plan = try await SoundEdits.whole(try await file.url(), seconds: 1, .audio).plan()
    let samples = try await GStreamerRenderer().samples(of: plan)
    defer { samples.close() }
    let block = try await samples.samples(0..<44_100)
    #expect(block.interleaved.contains { $0.magnitude > 0.05 })
  }

  @Test func `a picture of a tenth of the sound is there`() async throws {
    let file = WildFile(
      "short-picture", "mp4",
      ["-f", "lavfi", "-i", "testsrc=size=160x96:rate=25:duration=2", "-f", "lavfi", "-i", "sine=duration=30"]
        + WildFile.h264 + ["-c:a", "aac"])
    let facts = try await WildFile.facts(of: try await file.url())
    #expect(facts.videoTracks.first?.timing.count == 50 && facts.audioTracks.count == 1)
  }

  @Test func `a file of subtitles alone is refused at once`() async throws {
    let subtitles = folder.url("a.srt")
    try Data("1\n00:00:00,500 --> 00:00:01,000\nHello.\n\n".utf8).write(to: subtitles)
    let url = folder.url("subtitles.mkv")
    try await MediaTools.ffmpeg(["-i", subtitles.path, url.path])
    // A wait for pictures until a time limit would have another message.
    let error = await WildFile.refusal(of: url)
    #expect(error?.message == "The file holds neither picture nor sound.")
  }

  @Test func `an encrypted movie is refused as such`() async throws {
    let key = String(repeating: "0123456789abcdef", count: 2)
    let file = WildFile(
      "encrypted", "mp4",
      WildFile.picture + WildFile.h264
        + ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key])
    let error = try #require(await WildFile.refusal(of: try await file.url()))
    #expect(error.code == .contentIsProtected && error.message.contains("encrypted"), "\(error)")
  }

  @Test func `WavPack is read, whatever tag stands behind it`() async throws {
    let file = WildFile("packed", "wv", WildFile.sound + ["-c:a", "wavpack"])
    let url = try await file.changed(in: folder.url) { bytes in
      // A tag of Monkey's Audio without items: its footer alone.
      bytes += Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    }
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(sound.codec == "WavPack" && sound.sampleCount == 144_000, "\(sound)")
  }

  @Test(arguments: [("MAC ", "Monkey's Audio"), ("MPCK", "Musepack"), ("MP+", "Musepack"), ("DSD ", "DSF")])
  func `sounds that are not read are called by their kind`(mark: String, name: String) async throws {
    let url = folder.url("sound")
    try Data(mark.utf8 + [UInt8](repeating: 7, count: 4_096)).write(to: url)
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message.contains(name), "\(error)")
  }

  @Test(arguments: [2_000_000_000, 4_000_000_000] as [Int])
  func `a movie of more ticks a second than nanoseconds is read`(ticks: Int) async throws {
    let file = WildFile(
      "few-ticks", "mp4", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1"] + WildFile.h264 + ["-bf", "0"])
    let url = try await file.changed(in: folder.url) { bytes in
      func multiply(_ place: Int, by factor: Int) {
        bytes.setBigEndian(UInt64(Int(bytes.bigEndian(at: place, 4)) * factor), at: place, 4)
      }
      let header = bytes.contents(ofBoxes: "mdhd")[0] + 12
      let factor = ticks / Int(bytes.bigEndian(at: header, 4))
      for place in [header, header + 4] { multiply(place, by: factor) }
      let table = bytes.contents(ofBoxes: "stts")[0]
      for entry in 0..<Int(bytes.bigEndian(at: table + 4, 4)) { multiply(table + 12 + 8 * entry, by: factor) }
    }
    let plan = try await SoundEdits.whole(url, seconds: 1, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    #expect(Set(try await reader.bytes(in: 0..<25)).count == 25)
    let copy = PacketCopy([.init(CopiedFilm.asset(url))], as: .mkv)
    guard ticks > Int(Int32.max) else { return }
    let error = await #expect(throws: RenderError.self) {
      _ = try await CopiedFilm.copy(copy, to: folder.url("copied.mkv"))
    }
    #expect(error?.code == .unsupported && error?.message.contains("ticks a second") == true, "\(error as Any)")
  }

  // MARK: Matrices

  @Test(
    arguments: [
      // a, b, c, d in hundredths; what it means, and a pixel's width over its height.
      ([100, 0, 0, 100], Orientation.up, (1, 1)), ([75, 0, 0, 100], .up, (3, 4)), ([100, 0, 0, 75], .up, (4, 3)),
      ([-100, 0, 0, 100], .upMirrored, (1, 1)), ([-100, 0, 0, -100], .down, (1, 1)),
      ([100, 0, 0, -100], .downMirrored, (1, 1)), ([0, 100, -100, 0], .right, (1, 1)),
      ([0, -100, 100, 0], .left, (1, 1)), ([0, 100, 100, 0], .leftMirrored, (1, 1)),
      ([0, -100, -100, 0], .rightMirrored, (1, 1)), ([0, 150, -100, 0], .right, (3, 2)),
      ([-75, 0, 0, -100], .down, (3, 4)), ([0, 0, 0, 0], .up, (1, 1)),
    ] as [([Int32], Orientation, (Int64, Int64))])
  func `a track's matrix turns and scales`(
    numbers: [Int32], orientation: Orientation, aspect: (Int64, Int64)
  ) async throws {
    let file = WildFile("matrix", "mp4", WildFile.picture + WildFile.h264)
    let url = try await file.changed(in: folder.url) { bytes in
      let matrix = try #require(bytes.contents(ofBoxes: "tkhd").first) + 40
      for (index, number) in zip([0, 4, 12, 16], numbers) { bytes.write(number * 65_536 / 100, at: matrix + index) }
    }
    let track = try #require(try await WildFile.facts(of: url).videoTracks.first)
    #expect(track.orientation == orientation)
    #expect(track.pixelAspect == (try Rational(aspect.0, aspect.1)))
  }

  @Test func `the movie's matrix turns, too`() async throws {
    let file = WildFile("matrix", "mp4", WildFile.picture + WildFile.h264)
    let url = try await file.changed(in: folder.url) { bytes in
      let (movie, track) = (bytes.contents(ofBoxes: "mvhd")[0] + 36, bytes.contents(ofBoxes: "tkhd")[0] + 40)
      // A quarter turn clockwise each.
      for matrix in [movie, track] {
        for (index, number) in zip([0, 4, 12, 16], [0, 65_536, -65_536, 0] as [Int32]) {
          bytes.write(number, at: matrix + index)
        }
      }
    }
    #expect(try await WildFile.facts(of: url).videoTracks.first?.orientation == .down)
  }

  // MARK: Codecs

  @Test(
    arguments: [
      ("flv", ["-c:v", "libx264", "-bf", "2"]), ("avi", ["-c:v", "libx264", "-bf", "0"]),
      ("mpg", ["-c:v", "mpeg2video", "-bf", "0"]), ("mov", ["-c:v", "libx264", "-bf", "2"]),
    ] as [(String, [String])])
  func `every frame of a film is there, in every container`(type: String, arguments: [String]) async throws {
    let file = WildFile("frames", type, WildFile.picture + arguments + ["-pix_fmt", "yuv420p"])
    let facts = try await WildFile.facts(of: try await file.url())
    #expect(facts.videoTracks.first?.timing.count == 75)
    let plan = try await SoundEdits.whole(try await file.url(), seconds: 3, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    let pictures = try await reader.bytes(in: 0..<reader.plan.frameCount)
    #expect(pictures.count == 75 && Set(pictures).count == 75)
  }

  @Test(
    arguments: [
      ("mkv", ["-c:a", "eac3"], "E-AC-3", 1), ("mp4", ["-c:a", "eac3"], "E-AC-3", 1),
      ("ts", ["-c:a", "eac3"], "E-AC-3", 1),
      ("mkv", ["-c:a", "libopus", "-ac", "6"], "Opus", 6), ("webm", ["-c:a", "libopus", "-ac", "8"], "Opus", 8),
      ("mp4", ["-c:a", "libopus", "-ac", "6"], "Opus", 6), ("ogg", ["-c:a", "libopus", "-ac", "6"], "Opus", 6),
    ] as [(String, [String], String, Int)])
  func `sounds that were refused are read`(
    type: String, arguments: [String], codec: String, channels: Int
  ) async throws {
    let file = WildFile("sound", type, WildFile.sound + arguments)
    let sound = try #require(try await WildFile.facts(of: try await file.url()).audioTracks.first)
    #expect(sound.codec == codec && sound.channels == channels && sound.sampleRate == 48_000)
    #expect((140_000..<150_000).contains(sound.sampleCount), "\(sound.sampleCount)")
    let plan = try await SoundEdits.whole(try await file.url(), seconds: 2, .audio).plan()
    let samples = try await GStreamerRenderer().samples(of: plan)
    defer { samples.close() }
    #expect(try await samples.samples(48_000..<52_000).interleaved.contains { $0.magnitude > 0.01 })
  }

  @Test func `surround Opus that was encoded from 44,100 samples a second is read`() async throws {
    let file = WildFile("sound", "ogg", WildFile.sound + ["-c:a", "libopus", "-ac", "6"])
    let url = try await file.changed(in: folder.url) { bytes in
      // The first page holds the header alone; its input rate is informative (RFC 7845 §5.1).
      let header = try #require((0..<64).first { bytes[$0..<$0 + 8].elementsEqual("OpusHead".utf8) })
      for (index, byte) in [0x44, 0xAC, 0, 0].enumerated() { bytes[header + 12 + index] = UInt8(byte) }
      let end = header + Int(bytes[27])
      // The page's checksum (RFC 3533 §6), over the page with zeros in its place.
      for index in 22..<26 { bytes[index] = 0 }
      var checksum: UInt32 = 0
      for byte in bytes[..<end] {
        checksum ^= UInt32(byte) << 24
        for _ in 0..<8 { checksum = checksum << 1 ^ (checksum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
      }
      for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index)) }
    }
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(sound.sampleRate == 48_000 && sound.channels == 6)
  }

  @Test(arguments: ["adpcm_ms", "adpcm_ima_wav"], [1, 2])
  func `ADPCM is read to its end`(codec: String, channels: Int) async throws {
    let file = WildFile("adpcm", "wav", WildFile.sound + ["-ac", "\(channels)", "-c:a", codec])
    let url = try await file.url()
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first)
    let raw = folder.url("raw.s16")
    try await MediaTools.ffmpeg(["-i", url.path, "-f", "s16le", raw.path])
    let bytes = [UInt8](try Data(contentsOf: raw))
    let expected = stride(from: 0, to: bytes.count, by: 2).map {
      Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
    }
    #expect(sound.channels == channels && sound.sampleCount == expected.count / channels)
    let plan = try await SoundEdits.whole(url, seconds: 2, .audio).plan()
    let samples = try await GStreamerRenderer().samples(of: plan)
    defer { samples.close() }
    let part = try await samples.samples(60_000..<64_000).interleaved
    #expect(part.elementsEqual(expected[60_000 * channels..<64_000 * channels]))
  }

  // MARK: Stills

  @Test(arguments: [
    ("jpg", "yuvj444p"), ("jpg", "yuvj420p"), ("png", "rgb48be"), ("png", "rgb24"), ("png", "gray16be"),
    ("bmp", "bgr24"),
    ("tiff", "rgb24"), ("tga", "bgr24"), ("ppm", "rgb24"), ("gif", "gray"),
  ])
  func `a still keeps its colors`(type: String, format: String) async throws {
    let url = folder.url("still.\(type)")
    let source = "color=c=0x30A060:size=64x48:rate=1:duration=1,drawbox=x=16:y=8:w=24:h=16:color=0xE04020:t=fill"
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", source, "-pix_fmt", format, "-frames:v", "1", "-q:v", "1", url.path])
    let raw = folder.url("odd.rgb")
    try await MediaTools.ffmpeg(["-i", url.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", raw.path])
    let expected = [UInt8](try Data(contentsOf: raw))
    let plan = try await SoundEdits.whole(url, seconds: 1, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .rgb24)
    defer { reader.close() }
    let found = try await reader.picture(at: 0).planeBytes()[0]
    // The film's chroma is halved, and filtered beside the edges.
    let wrong = zip(found, expected).filter { abs(Int($0) - Int($1)) > 8 }.count
    #expect(found.count == expected.count && wrong < found.count / 12, "\(wrong) of \(found.count)")
  }

  // MARK: Fields

  @Test(
    arguments: [
      ("mpg", "tff", ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1"]),
      ("mpg", "bff", ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "0"]),
      ("mkv", "bff", ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "0"]),
      ("mp4", "tff", ["-c:v", "libx264", "-x264-params", "tff=1"]),
      ("mp4", "bff", ["-c:v", "libx264", "-x264-params", "bff=1"]),
      ("ts", "bff", ["-c:v", "libx264", "-x264-params", "bff=1"]),
      // What only the container says, by each of its numbers, and more than eight bits.
      ("mkv", "tff", ["-c:v", "ffv1", "-field_order", "tt"]), ("mkv", "bff", ["-c:v", "ffv1", "-field_order", "bb"]),
      ("mov", "tff", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422", "-field_order", "tt"]),
      ("mov", "bff", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422", "-field_order", "bb"]),
      ("mov", "tff", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-field_order", "tt"]),
      ("mov", "tff", ["-c:v", "prores_ks", "-flags", "+ildct+ilme", "-top", "1"]),
      ("mov", "bff", ["-c:v", "prores_ks", "-flags", "+ildct+ilme", "-top", "0"]),
    ] as [(String, String, [String])])
  func `an interlaced frame shows its first field`(type: String, scan: String, codec: [String]) async throws {
    // Fifty pictures a second, each lighter by two than the one before, become the fields of twenty-five frames.
    let file = WildFile(
      "fields-\(scan)", type,
      ["-f", "lavfi", "-i", "nullsrc=size=160x96:rate=50:duration=1.6,format=yuv420p,geq=lum=20+2*N:cb=128:cr=128"]
        + ["-vf", "interlace=scan=\(scan):lowpass=off", "-g", "10", "-bf", "0", "-qscale:v", "2"] + codec)
    let facts = try await WildFile.facts(of: try await file.url())
    #expect(facts.videoTracks.first?.isInterlaced == true && facts.videoTracks.first?.showsOneField == true)
    let plan = try await SoundEdits.whole(try await file.url(), seconds: 1, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
    defer { reader.close() }
    for frame in [0, 1, 7, 20, 3] {
      let luma = try await reader.picture(at: frame).planeBytes()[0]
      let mean = Double(luma.reduce(0) { $0 + Int($1) }) / Double(luma.count)
      #expect(abs(mean - Double(20 + 4 * frame)) < 0.9, "frame \(frame): \(mean)")
    }
  }

  @Test func `progressive frames of a stream that may have others show all of their lines`() async throws {
    let film = WildFile("progressive", "mpg", WildFile.picture + ["-c:v", "mpeg2video"])
    let url = try await film.changed(in: folder.url) { bytes in
      // Sequence extensions (ISO/IEC 13818-2 §6.2.2.3): `progressive_sequence` becomes 0, as on DVD.
      for place in bytes.indices.dropLast(6)
      where bytes[place + 3] == 0xB5 && bytes[place + 4] >> 4 == 1 && bytes[place..<place + 3].elementsEqual([0, 0, 1])
      {
        bytes[place + 5] &= ~8
      }
    }
    let track = try #require(try await WildFile.facts(of: url).videoTracks.first)
    #expect(track.isInterlaced && !track.showsOneField)
  }

  // MARK: Fragments

  @Test(arguments: [
    ["-movflags", "frag_keyframe"], ["-movflags", "frag_keyframe+empty_moov"],
    ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
    ["-movflags", "empty_moov", "-frag_duration", "500000"],
    ["-movflags", "cmaf+frag_keyframe"], ["-movflags", "dash+frag_keyframe+global_sidx"],
    ["-movflags", "frag_keyframe+delay_moov"],
  ])
  func `a movie in fragments has the frames of a whole one`(options: [String]) async throws {
    let whole = WildFile("whole", "mp4", WildFile.picture + WildFile.h264 + ["-bf", "2"])
    let url = try await whole.url()
    let fragments = WildFile("fragments", "mp4", ["-i", url.path, "-c", "copy"] + options)
    let places = [0, 40, 3, 74, 29, 30, 31, 61, 5, 59]
    func frames(of url: URL) async throws -> [[[UInt8]]] {
      let plan = try await SoundEdits.whole(url, seconds: 3, .video).plan()
      #expect(plan.picture?.frameCount == 75)
      let reader = try await GStreamerRenderer().pictures(of: plan, in: .yuv420p)
      defer { reader.close() }
      return try await reader.bytes(in: places)
    }
    let expected = try await frames(of: url)
    let found = try await frames(of: try await fragments.url())
    let agreements: [Bool] = zip(expected, found).map { $0 == $1 }
    #expect(agreements == places.map { _ in true })
  }

  @Test(arguments: [
    ["-movflags", "frag_keyframe"], ["-movflags", "empty_moov", "-frag_duration", "500000"],
    ["-movflags", "dash+global_sidx", "-frag_duration", "300000"],
  ])
  func `the sound of a movie in fragments is the same from anywhere`(options: [String]) async throws {
    let file = WildFile(
      "fragmented-sound", "mp4",
      WildFile.picture + ["-f", "lavfi", "-i", "anoisesrc=seed=4:duration=3"] + WildFile.h264
        + ["-bf", "2", "-c:a", "flac", "-strict", "-2"] + options)
    let plan = try await SoundEdits.whole(try await file.url(), seconds: 3, .audio).plan()
    let renderer = GStreamerRenderer()
    let (forward, jumping) = (try await renderer.samples(of: plan), try await renderer.samples(of: plan))
    defer { [forward, jumping].forEach { $0.close() } }
    let whole = try await forward.samples(0..<(plan.sound?.sampleCount ?? 0)).interleaved
    for start in [Int64(120_000), 100_000, 1_000] {
      let part = try await jumping.samples(start..<start + 5_000)
      #expect(part.interleaved.elementsEqual(whole[Int(start)..<Int(start) + 5_000]), "\(start)")
    }
  }

  // MARK: Cut short

  @Test(
    arguments: [
      ("wav", ["-c:a", "pcm_s16le"]), ("wav", ["-c:a", "adpcm_ms"]), ("aiff", ["-c:a", "pcm_s24be"]),
      ("avi", ["-c:a", "pcm_s16le"]), ("mkv", ["-c:a", "flac"]), ("m4a", ["-c:a", "aac"]),
      ("flac", ["-c:a", "flac"]), ("mp3", ["-c:a", "libmp3lame"]),
    ] as [(String, [String])])
  func `a file that is cut short is refused`(type: String, arguments: [String]) async throws {
    let file = WildFile("cut", type, WildFile.sound + arguments)
    _ = try await WildFile.facts(of: try await file.url())
    let url = try await file.changed(in: folder.url) { $0.removeLast($0.count / 3) }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .mediaUnreadable)
    if type != "m4a" { #expect(error.message.hasPrefix("The file is cut short: ")) }
  }

  @Test(arguments: [0, 0xFFFF_FFFF] as [UInt32])
  func `a recording whose length was left open is read`(length: UInt32) async throws {
    let file = WildFile("open", "wav", WildFile.sound + ["-c:a", "pcm_s16le", "-bitexact"])
    let url = try await file.changed(in: folder.url) { bytes in
      let data = try #require((0..<200).first { bytes[$0..<$0 + 4].elementsEqual("data".utf8) })
      for (index, offset) in [4, data + 4].flatMap({ start in (0..<4).map { ($0, start + $0) } }) {
        bytes[offset] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
      }
    }
    #expect(try await WildFile.facts(of: url).audioTracks.first?.sampleCount == 144_000)
  }

  // MARK: Pixels that GStreamer does not have

  @Test(arguments: ["yuv420p16le", "yuv420p9le", "yuv444p14le", "gbrp16le", "gray12le", "ya8"])
  func `FFV1 of pixels that no element knows is refused and ends no process`(format: String) async throws {
    let file = WildFile(
      "ffv1-\(format)", "mkv", WildFile.picture + ["-frames:v", "5", "-c:v", "ffv1", "-pix_fmt", format])
    let error = try #require(await WildFile.refusal(of: try await file.url()))
    #expect(error.code == .unsupported && error.message.contains("FFV1"), "\(error)")
  }

  // MARK: Clocks and counts

  @Test func `a transport stream whose clock begins anew is at its constant rate`() async throws {
    let file = WildFile(
      "wrap", "ts", WildFile.picture + WildFile.h264 + ["-bf", "0", "-output_ts_offset", "95443", "-muxdelay", "0"])
    let timing = try #require(try await WildFile.facts(of: try await file.url()).videoTracks.first?.timing)
    #expect(timing.count == 75)
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 75))
    let reordered = WildFile(
      "wrap", "ts", WildFile.picture + WildFile.h264 + ["-output_ts_offset", "95443", "-muxdelay", "0"])
    #expect(await WildFile.refusal(of: try await reordered.url())?.code == .unsupported)
  }

  @Test func `an MP3 has all its sound where its tag counts too few packets`() async throws {
    let file = WildFile("tag", "mp3", WildFile.sound + ["-c:a", "libmp3lame"])
    let whole = try await WildFile.facts(of: try await file.url())
    let url = try await file.changed(in: folder.url) { bytes in
      let tag = try #require(
        bytes.indices.first { index in ["Info", "Xing"].contains { bytes[index...].starts(with: $0.utf8) } })
      bytes.write(20, at: tag + 8)
    }
    #expect(try await WildFile.facts(of: url).audioTracks.first?.sampleCount == whole.audioTracks.first?.sampleCount)
  }
}
