import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// Streams of transport streams and Matroska files that demuxers pass over, or whose times they lose.
@Suite("Streams that demuxers pass over")
struct UnreadStreamTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A transport stream of pictures and of sounds in `codecs`; as of a disc where `isDisc`.
  private static func stream(_ codecs: [String], isDisc: Bool, hasPicture: Bool = true) -> WildFile {
    let inputs = (hasPicture ? WildFile.picture : []) + codecs.flatMap { _ in WildFile.sound }
    let maps = (0..<codecs.count + (hasPicture ? 1 : 0)).flatMap { ["-map", "\($0)"] }
    let sounds = codecs.enumerated().flatMap { ["-c:a:\($0.offset)", $0.element] }
    return WildFile(
      "unread-\(codecs.joined())", isDisc ? "m2ts" : "ts",
      inputs + maps + (hasPicture ? WildFile.h264 : []) + sounds + ["-ac", "2", "-strict", "-2"]
        + (isDisc ? ["-mpegts_m2ts_mode", "1"] : []))
  }

  @Test(arguments: [false, true]) func `DTS in a transport stream is read`(isDisc: Bool) async throws {
    let url = try await Self.stream(["dca"], isDisc: isDisc).url()
    let facts = try await WildFile.facts(of: url)
    let sound = try #require(facts.audioTracks.first)
    #expect(sound.codec == "DTS" && sound.sampleRate == 48_000 && facts.ancillaryTracks.isEmpty)
    #expect((144_000..<146_000).contains(sound.sampleCount), "\(sound.sampleCount)")
    // Beginning in the middle, too.
    let plan = try await SoundEdits.whole(url, seconds: 2, .audio).plan()
    let samples = try await GStreamerRenderer().samples(of: plan)
    defer { samples.close() }
    #expect(try await samples.samples(90_000..<94_000).interleaved.contains { $0.magnitude > 0.05 })
  }

  @Test(arguments: [false, true]) func `an unsupported sound is named, and noted where tracks are not chosen`(
    isDisc: Bool
  ) async throws {
    let url = try await Self.stream(["aac", "truehd"], isDisc: isDisc).url()
    let facts = try await WildFile.facts(of: url)
    #expect(facts.audioTracks.map(\.codec) == ["AAC"])
    #expect(facts.ancillaryTracks.map(\.kind) == [.sound] && facts.ancillaryTracks.first?.codecType == "Dolby TrueHD")
    var conversion = FileConversion([AssetReference(url: url)])
    let told = try await conversion.session(to: folder.url("a.mp4")).request.notes
    #expect(told.contains { $0.contains("Dolby TrueHD") && $0.contains("left out") }, "\(told)")
    conversion.soundTracks = .first
    let chosen = try await conversion.session(to: folder.url("b.mp4")).request.notes
    #expect(!chosen.contains { $0.contains("TrueHD") }, "\(chosen)")
  }

  @Test func `a stream of nothing else is refused by its name`() async throws {
    let url = try await Self.stream(["truehd"], isDisc: true, hasPicture: false).url()
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message.contains("sound in Dolby TrueHD"), "\(error)")
  }

  // MARK: Times

  @Test(arguments: [([], 70_000), (["-muxdelay", "0", "-muxpreload", "0"], 20_000)] as [([String], Int64)])
  func `a clock that is later than the first packets is put back`(options: [String], lag: Int64) async throws {
    let file = WildFile(
      "late-clock", "ts", WildFile.picture + WildFile.sound + WildFile.h264 + ["-bf", "2", "-c:a", "aac"] + options)
    let url = try await file.changed(in: folder.url) { bytes in
      for packet in stride(from: 0, to: bytes.count - 187, by: 188)
      where bytes[packet + 3] & 0x20 != 0 && bytes[packet + 4] >= 7 && bytes[packet + 5] & 0x10 != 0 {
        let high = bytes[packet + 6..<packet + 10].reduce(0) { $0 << 8 | Int64($1) }
        let base = (high << 1 | Int64(bytes[packet + 10] >> 7)) + lag
        bytes.write(Int32(truncatingIfNeeded: base >> 1), at: packet + 6)
        bytes[packet + 10] = UInt8(base & 1) << 7 | bytes[packet + 10] & 0x7F
      }
    }
    let (late, right) = (try await WildFile.facts(of: url), try await WildFile.facts(of: file.url()))
    #expect(late.videoTracks.first?.timing == right.videoTracks.first?.timing)
    #expect(late.audioTracks.first?.firstSample == right.audioTracks.first?.firstSample)
    #expect(late.audioTracks.first?.sampleCount == right.audioTracks.first?.sampleCount)
    #expect(late.duration == right.duration)
  }

  @Test func `H.264 that counts in milliseconds has 25 pictures a second`() async throws {
    let file = WildFile(
      "rateless", "h264", WildFile.picture + WildFile.h264 + ["-bsf:v", "h264_metadata=tick_rate=2000"])
    let timing = try #require(try await WildFile.facts(of: try await file.url()).videoTracks.first).timing
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 75))
  }

  /// MPEG-4 in the form of AVI's, whose header says 25 pictures a second and whose blocks 15.
  private func ofAVI(pictures: Int) async throws -> URL {
    let plain = folder.url("plain.mkv")
    let slow = folder.url("slow.mkv")
    try await MediaTools.ffmpeg(
      WildFile.picture + ["-c:v", "mpeg4", "-g", "10", "-bf", "\(pictures)", "-q:v", "3", plain.path])
    try await MediaTools.ffmpeg(
      ["-itsscale", "1.66666667", "-i", plain.path, "-c", "copy", "-bsf:v", "dump_extra", slow.path])
    var bytes = [UInt8](try Data(contentsOf: slow))
    func place(_ mark: [UInt8]) throws -> Int {
      try #require((0..<bytes.count - mark.count).first { bytes[$0..<$0 + mark.count].elementsEqual(mark) })
    }
    let name = try place(Array("V_MPEG4/ISO/ASP".utf8))
    bytes.replaceSubrange(name..<name + 15, with: "V_MS/VFW/FOURCC".utf8)
    // The codec's private data becomes a BITMAPINFOHEADER as long as it was.
    let data = try place([0x63, 0xA2])
    let length = Int(bytes[data + 2] & 0x7F)
    try #require(length >= 40)
    var header: [UInt8] = [UInt8(length), 0, 0, 0, 160, 0, 0, 0, 96, 0, 0, 0, 1, 0, 24, 0] + Array("XVID".utf8)
    header += [0, 0xB4, 0, 0] + [UInt8](repeating: 0, count: length - 24)
    bytes.replaceSubrange(data + 3..<data + 3 + length, with: header)
    let url = folder.url("of-avi-\(pictures).mkv")
    try Data(bytes).write(to: url)
    return url
  }

  @Test func `MPEG-4 of AVI's form in Matroska has the times of its blocks`() async throws {
    let url = try await ofAVI(pictures: 0)
    let timing = try #require(try await WildFile.facts(of: url).videoTracks.first).timing
    #expect(timing == .constant(start: .zero, frameDuration: try Rational(1, 15), count: 75))
    // Not where pictures are shown in another order than they are decoded in.
    let reordered = try #require(try await WildFile.facts(of: ofAVI(pictures: 2)).videoTracks.first).timing
    #expect(reordered == .constant(start: .zero, frameDuration: try Rational(1, 25), count: 75))
  }

  @Test(arguments: ["libx264", "libvpx"]) func `pictures of one time in Matroska leave all others theirs`(
    codec: String
  ) async throws {
    // Milliseconds: two pictures share a time, three times over; the others are uneven.
    let file = WildFile(
      "equal-times-\(codec)", "mkv",
      WildFile.picture + [
        "-vf", #"settb=1/1000,setpts=N*40-if(eq(mod(N\,20)\,7)\,40\,0)+if(gt(N\,40)\,300\,0)"#,
        "-vsync", "passthrough", "-enc_time_base:v", "1/1000", "-c:v", codec, "-g", "30", "-bf", "0",
        "-deadline", "realtime", "-pix_fmt", "yuv420p",
      ])
    let timing = try #require(try await WildFile.facts(of: file.url()).videoTracks.first).timing
    #expect(timing.count == 75)
    for number in 0..<75 {
      // The second of two is shown a millisecond after the first.
      let early: Int64 = number % 20 == 7 ? 39 : 0
      let late: Int64 = number > 40 ? 300 : 0
      let expected = try Rational(Int64(number) * 40 - early + late, 1_000)
      #expect(try timing.start(of: number) == expected, "picture \(number)")
    }
  }
}
