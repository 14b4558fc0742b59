import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Sound in files of samples, in FLAC and in chains of files.
@Suite("Files of samples")
struct SampleFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static func samples(of url: URL, seconds: Int64, _ range: Range<Int64>) async throws -> [Double] {
    let plan = try await SoundEdits.whole(url, seconds: seconds, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(range).interleaved.map { Double($0) }
  }

  /// The samples as ffmpeg decodes them.
  private func decoded(_ url: URL) async throws -> [Double] {
    let raw = folder.url("raw.f64")
    try await MediaTools.ffmpeg(["-i", url.path, "-f", "f64le", raw.path])
    return unsafe [UInt8](try Data(contentsOf: raw)).withUnsafeBytes { unsafe Array($0.bindMemory(to: Double.self)) }
  }

  @Test(arguments: [("caf", "pcm_s24be"), ("caf", "pcm_s16le"), ("w64", "pcm_s32le"), ("wav", "pcm_f32le")])
  func `all samples of six channels are read bit for bit`(type: String, codec: String) async throws {
    let tones = (0..<6).map { "0.4*sin(2*PI*\(40 + 25 * $0)*t)" }.joined(separator: "|")
    let file = WildFile(
      "six", type,
      ["-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=5.1(side):s=48000:d=1", "-c:a", codec]
        + (type == "wav" ? ["-rf64", "always"] : []))
    let url = try await file.url()
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(sound.sampleCount == 48_000 && sound.sampleRate == 48_000)
    #expect(sound.layout.description == "5.1(side)")
    let expected = try await decoded(url)
    #expect(try await Self.samples(of: url, seconds: 1, 0..<48_000) == expected)
    #expect(try await Self.samples(of: url, seconds: 1, 40_000..<41_000) == Array(expected[240_000..<246_000]))
  }

  @Test(arguments: [0, 1, 2, 3])
  func `samples are read from any byte on`(titleLength: Int) async throws {
    let url = folder.url("sweep.caf")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=exprs=0.5*sin(900*t*t):s=48000:d=1", "-c:a", "pcm_s16le",
      "-metadata", "title=\(String(repeating: "t", count: titleLength + 1))", url.path,
    ])
    let expected = try await decoded(url)
    #expect(expected.count == 48_000)
    #expect(try await Self.samples(of: url, seconds: 1, 0..<48_000) == expected)
  }

  @Test func `a WAVE file that says a wrong rate in bytes is as long as its samples`() async throws {
    let file = WildFile("rate-in-bytes", "wav", WildFile.sound + ["-c:a", "pcm_s16le", "-bitexact"])
    let url = try await file.changed(in: folder.url) { bytes in
      let format = try #require((0..<200).first { bytes[$0..<$0 + 4].elementsEqual("fmt ".utf8) })
      bytes.replaceSubrange(format + 16..<format + 20, with: [0x80, 0xBB, 0, 0])
    }
    #expect(try await WildFile.facts(of: url).audioTracks.first?.sampleCount == 144_000)
    let expected = try await decoded(try await file.url())
    #expect(try await Self.samples(of: url, seconds: 3, 96_000..<97_000) == Array(expected[96_000..<97_000]))
  }

  @Test(arguments: ["pcm_s24le", "pcm_f32le", "pcm_s24be"])
  func `samples of either order are read in a movie that a demuxer reads`(codec: String) async throws {
    let file = WildFile("ordered", "mov", WildFile.picture + WildFile.sound + ["-c:v", "qtrle", "-c:a", codec])
    let url = try await file.url()
    let expected = try await decoded(url)
    #expect(try await Self.samples(of: url, seconds: 1, 0..<48_000) == Array(expected[..<48_000]))
  }

  @Test(arguments: [("pcm_s24le", "ipcm"), ("pcm_s32be", "ipcm"), ("pcm_f32le", "fpcm"), ("pcm_f64be", "fpcm")])
  func `PCM in MP4 is as wide as its configuration says`(codec: String, name: String) async throws {
    let file = WildFile("configured", "mov", WildFile.sound + ["-c:a", codec])
    let url = try await Self.configured(file, codec, name, in: folder.url)
    let expected = try await decoded(try await file.url())
    #expect(try await WildFile.facts(of: url).audioTracks.first?.sampleCount == 144_000)
    #expect(try await Self.samples(of: url, seconds: 3, 0..<48_000) == Array(expected[..<48_000]))
  }

  @Test func `PCM of more than 16 bits in MP4 is not copied, and what stands beside it is`() async throws {
    let file = WildFile(
      "configured-beside", "mov", WildFile.picture + WildFile.sound + WildFile.h264 + ["-c:a", "pcm_s24le"])
    let url = try await Self.configured(file, "pcm_s24le", "ipcm", in: folder.url)
    let copied = folder.url("copied.mp4")
    var copy = PacketCopy([.init(CopiedFilm.asset(url))], as: .mp4)
    let error = await #expect(throws: RenderError.self) { _ = try await CopiedFilm.copy(copy, to: copied) }
    #expect(error?.code == .unsupported && error?.message.contains("PCM") == true, "\(error as Any)")
    copy.mediaTypes = [.video]
    let pictures = try await CopiedFilm.copy(copy, to: copied)
    #expect(pictures.packetCounts == [75])
    (copy.mediaTypes, copy.soundTracks) = (nil, [])
    #expect(try await CopiedFilm.copy(copy, to: copied).packetCounts == [75])
  }

  /// A copy in `folder` of QuickTime's movie `file`, with `codec` described as in MP4: by `name` and a configuration.
  private static func configured(
    _ file: WildFile, _ codec: String, _ name: String, in folder: URL
  ) async throws -> URL {
    let width = try #require(UInt8(codec.dropFirst(5).prefix(2)))
    return try await file.changed(in: folder) { bytes in
      let entry = try #require(bytes.contents(ofBoxes: "stsd").last) + 8
      let size = bytes[entry..<entry + 4].reduce(0) { $0 << 8 | Int($1) }
      try #require(size >= 58)
      bytes.replaceSubrange(entry + 4..<entry + 8, with: name.utf8)
      // A description of MP4's has no version, and its boxes where those of QuickTime's begin to differ.
      bytes.replaceSubrange(entry + 16..<entry + 18, with: [0, 0])
      let configuration = Array("pcmC".utf8) + [0, 0, 0, 0, codec.hasSuffix("le") ? 1 : 0, width]
      bytes.replaceSubrange(entry + 36..<entry + 50, with: [0, 0, 0, 14] + configuration)
      bytes.write(Int32(size - 50), at: entry + 50)
      bytes.replaceSubrange(entry + 54..<entry + 58, with: "free".utf8)
    }
  }

  @Test func `MP3 that is louder than full scale keeps its peaks`() async throws {
    let file = WildFile("loud", "mp3", WildFile.sound + ["-af", "aformat=flt,volume=12", "-c:a", "libmp3lame"])
    let samples = try await Self.samples(of: file.url(), seconds: 2, 24_000..<48_000)
    #expect(samples.map(abs).max() ?? 0 > 1.3)
  }

  @Test(arguments: ["RF64", "RIFF"])
  func `the end of five gigabytes, or three, is read`(form: String) async throws {
    // Eight channels of 32 bits at 96,000 samples a second.
    let frame: UInt64 = 32
    let seconds: UInt64 = form == "RF64" ? 1_700 : 1_000
    let length = seconds * 96_000 * frame
    func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var head = Array(form.utf8) + number(0xFFFF_FFFF, 4) + Array("WAVE".utf8)
    if form == "RF64" {
      head += Array("ds64".utf8) + number(28, 4) + number(length + 100, 8) + number(length, 8)
      head += number(length / frame, 8) + number(0, 4)
    }
    head += Array("fmt ".utf8) + number(16, 4) + number(3, 2) + number(8, 2) + number(96_000, 4)
    head += number(96_000 * frame, 4) + number(frame, 2) + number(32, 2)
    head += Array("data".utf8) + number(form == "RF64" ? 0xFFFF_FFFF : length, 4)
    let url = folder.url("long.wav")
    try Data(head).write(to: url)
    let file = try FileHandle(forUpdating: url)
    try file.seek(toOffset: UInt64(head.count) + length - 4 * frame)
    let last = (0..<32).map { Float($0) / 64 }
    try file.write(contentsOf: Data(last.flatMap { number(UInt64($0.bitPattern), 4) }))
    try file.write(contentsOf: Data(Array("LIST".utf8) + number(4, 4) + Array("INFO".utf8)))
    try file.close()
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first)
    #expect(sound.sampleCount == Int64(seconds) * 96_000 && sound.channels == 8)
    let end = Int64(seconds) * 96_000
    #expect(try await Self.samples(of: url, seconds: Int64(seconds), end - 4..<end) == last.map { Double($0) })
  }

  @Test(arguments: [("6.0", 6), ("2.1", 3), ("7.1(wide)", 8), ("6.1(back)", 7)])
  func `FLAC that names its speakers has them`(layout: String, channels: Int) async throws {
    let tones = (0..<channels).map { "0.4*sin(2*PI*\(40 + 25 * $0)*t)" }.joined(separator: "|")
    let file = WildFile(
      "speakers", "flac",
      ["-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=\(layout):s=48000:d=1", "-c:a", "flac"])
    let url = try await file.url()
    #expect(try await WildFile.facts(of: url).audioTracks.first?.layout.description == layout)
    let expected = try await decoded(url)
    #expect(try await Self.samples(of: url, seconds: 1, 0..<48_000) == expected)
  }

  @Test func `a codec in a Core Audio file is refused by its name`() async throws {
    let url = try await WildFile("alac", "caf", WildFile.sound + ["-c:a", "alac"]).url()
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message == "The Core Audio file holds ALAC, which is not read there.")
  }

  @Test func `MP3 behind MP3 of another rate is no end`() async throws {
    var bytes = Data()
    for rate in [48_000, 44_100] {
      let part = WildFile("rate", "mp3", WildFile.sound + ["-ar", "\(rate)", "-c:a", "libmp3lame"])
      bytes += try Data(contentsOf: try await part.url())
    }
    let url = folder.url("rates.mp3")
    try bytes.write(to: url)
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.message.hasSuffix("sound of another kind follows."), "\(error)")
  }

  @Test(arguments: [("ogg", "libvorbis"), ("opus", "libopus"), ("oga", "flac")])
  func `a chain of Ogg files is one sound`(type: String, codec: String) async throws {
    let parts = [("sine=440", 3), ("sine=frequency=880:beep_factor=4", 2), ("sine=300", 2)].map { source, seconds in
      WildFile("link", type, ["-f", "lavfi", "-i", "\(source):sample_rate=48000:duration=\(seconds)", "-c:a", codec])
    }
    let url = folder.url("chain.\(type)")
    var (bytes, expected) = (Data(), [Double]())
    for (part, seconds) in zip(parts, [3, 2, 2] as [Int64]) {
      bytes += try Data(contentsOf: try await part.url())
      expected += try await Self.samples(of: try await part.url(), seconds: seconds, 0..<seconds * 48_000)
    }
    try bytes.write(to: url)
    #expect(try await WildFile.facts(of: url).audioTracks.map(\.sampleCount) == [7 * 48_000])
    #expect(try await Self.samples(of: url, seconds: 7, 0..<7 * 48_000) == expected)
    for start in [3, 5].map({ $0 * 48_000 - 100 }) + [200_000, 239_999] {
      let part = try await Self.samples(of: url, seconds: 7, Int64(start)..<Int64(start) + 1_000)
      #expect(zip(part, expected[start..<start + 1_000]).allSatisfy { abs($0 - $1) < 1e-4 }, "\(start)")
    }
  }
}
