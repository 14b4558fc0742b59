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

@testable import MediaDecoding
@testable import MediaWriting
@testable import RenderEngine

/// Bit rates, passes, profiles and levels, as ffprobe finds them in what is written.
@Suite("Encoding settings")
struct EncodingSettingsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Ten seconds, the first half easy to encode, and the second hard.
  private static func film() async throws -> URL {
    let recipe = [
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=10", "-f", "lavfi", "-i",
      "life=s=320x180:r=25:mold=10:ratio=0.1:death_color=#C83232:life_color=#00ff00:seed=7", "-filter_complex",
      "[0][1]blend=all_mode=addition:enable='gt(t,5)'", "-t", "10", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-crf",
      "12", "-preset", "ultrafast",
    ]
    return try await MediaCache.shared.file(named: "halves", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  /// Writes the film as `change` says, and gives where it is.
  @discardableResult
  private func convert(
    to name: String, _ codec: VideoCodec, range: String? = nil, _ change: (inout VideoDescription) -> Void
  ) async throws -> (url: URL, report: ExportReport) {
    var conversion = FileConversion([AssetReference(url: try await Self.film())])
    var video = VideoDescription(codec: .codec(codec))
    change(&video)
    conversion.choices.wishes.video = video
    if let range { conversion.choices.timeRange = try ProjectTimeRange(range) }
    let url = folder.url(name)
    let report = try await conversion.session(to: url).export()
    // Nothing else is left, of the passes' notes.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasPrefix(".") })
    return (url, report)
  }

  private func stream(_ url: URL, _ entry: String) async throws -> String {
    try await MediaTools.ffprobe([
      "-select_streams", "v", "-show_entries", "stream=\(entry)", "-of", "default=nk=1:nw=1", url.path,
    ]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let codecsWithSpeeds: [VideoCodec] = [.h264, .hevc, .vp8, .vp9, .av1]

  /// Every speed of every codec that has some gives every picture; each speed of two codecs or one, without `GSTEDIT_FULL=1`.
  @Test(arguments: codecsWithSpeeds.indices)
  func `every speed gives every picture`(number: Int) async throws {
    let codec = Self.codecsWithSpeeds[number]
    var films: [URL] = []
    let speeds = EncoderSpeed.allCases.enumerated().filter { ProofScope.isFull || ($0.offset + number) % 3 == 0 }
    for (_, speed) in speeds {
      films.append(try await convert(to: "\(speed.rawValue).mkv", codec, range: "5..5.2") { $0.speed = speed }.url)
    }
    #expect(try await counts(films) == films.map { _ in 5 })
  }

  /// How many pictures ffmpeg decodes of each of `films`.
  private func counts(_ films: [URL]) async throws -> [Int] {
    let text = String(
      decoding: try await MediaTools.ffmpegOutput(
        films.flatMap { ["-i", $0.path] } + films.indices.flatMap { ["-map", "\($0):v"] }
          + ["-fps_mode", "passthrough", "-f", "framecrc"]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    return films.indices.map { number in lines.count { $0.hasPrefix("\(number),") } }
  }

  /// How many pictures ffmpeg decodes.
  private func count(_ url: URL) async throws -> Int { try await counts([url])[0] }

  /// Bits a second of the pictures' packets, on the whole and in the second with the fewest.
  private func rate(_ url: URL) async throws -> (whole: Double, least: Double) {
    let lines = try await MediaTools.ffprobe([
      "-select_streams", "v", "-show_entries", "packet=pts_time,size", "-of", "csv=p=0", url.path,
    ]).split(separator: "\n")
    var seconds: [Int: Double] = [:]
    for line in lines {
      let fields = line.split(separator: ",")
      guard fields.count >= 2, let time = Double(fields[0]), let size = Double(fields[1]) else { continue }
      seconds[Int(time), default: 0] += size * 8
    }
    return (seconds.values.reduce(0, +) / 10, seconds.values.min() ?? 0)
  }

  @Test(
    arguments: [(.h264, "mp4"), (.hevc, "mp4"), (.vp8, "webm"), (.vp9, "webm")] as [(VideoCodec, String)])
  func `two passes are nearer to an average bit rate than one`(codec: VideoCodec, type: String) async throws {
    let asked = 300_000
    var missed: [Double] = []
    for passes in [1, 2] {
      let (url, report) = try await convert(to: "\(passes).\(type)", codec) { video in
        (video.rateControl, video.passes, video.speed) = (.averageBitrate(asked), passes, .fast)
      }
      #expect(report.frameCount == 250)
      missed.append(abs(try await rate(url).whole / Double(asked) - 1))
      #expect(try await count(url) == 250)
    }
    #expect(missed[0] < 0.6 && missed[1] < 0.15 && missed[1] <= max(missed[0], 0.03), "\(codec): \(missed)")
  }

  @Test(arguments: [(.h264, "mp4"), (.hevc, "mp4"), (.vp9, "webm")] as [(VideoCodec, String)])
  func `a constant bit rate is kept where there is little to see, too`(codec: VideoCodec, type: String) async throws {
    let asked = 600_000
    let (url, _) = try await convert(to: "film.\(type)", codec) { video in
      (video.rateControl, video.speed) = (.constantBitrate(asked), .fast)
    }
    let rate = try await rate(url)
    #expect(abs(rate.whole / Double(asked) - 1) < 0.15, "\(codec): \(rate)")
    // H.264 is filled up.
    if codec == .h264 { #expect(rate.least > 0.6 * Double(asked), "\(rate)") }
  }

  @Test(
    arguments: [
      (.h264, "baseline", "Constrained Baseline"), (.h264, "main", "Main"), (.h264, "high", "High"),
      (.h264, "high10", "High 10"), (.h264, "high422", "High 4:2:2"), (.h264, "high444", "High 4:4:4 Predictive"),
      (.hevc, "main", "Main"), (.hevc, "main10", "Main 10"), (.hevc, "main422-10", "Rext"),
      (.hevc, "main444", "Rext"),
      (.vp9, "0", "Profile 0"), (.vp9, "1", "Profile 1"), (.vp9, "2", "Profile 2"), (.vp9, "3", "Profile 3"),
    ] as [(VideoCodec, String, String)])
  func `a profile is the one that was asked for`(codec: VideoCodec, profile: String, seen: String) async throws {
    let (url, _) = try await convert(to: "film.\(codec == .vp9 ? "webm" : "mp4")", codec, range: "0..1") { video in
      (video.profile, video.speed) = (profile, .ultrafast)
    }
    #expect(try await stream(url, "profile") == seen)
    #expect(try await count(url) == 25)
  }

  @Test func `a level is the one that was asked for, and what does not fit is refused before anything is written`()
    async throws
  {
    let (h264, _) = try await convert(to: "film.mp4", .h264, range: "0..2") { video in
      (video.level, video.speed, video.rateControl) = ("2.1", .veryslow, .constantQuality(1))
    }
    #expect(try await stream(h264, "level") == "21")
    #expect(try await Int(stream(h264, "refs")) ?? 99 <= 16)
    let (hevc, _) = try await convert(to: "film.mov", .hevc, range: "0..1") { video in
      (video.level, video.speed) = ("4.1", .ultrafast)
    }
    #expect(try await stream(hevc, "level") == "123")
    let error = await #expect(throws: RenderError.self) {
      try await self.convert(to: "refused.mp4", .h264) { $0.level = "1.1" }
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message == "Pictures of 320×180, 25.0 a second, do not fit into level 1.1 of H.264.")
    #expect(error?.remedy == "Choose level 1.2 or a higher one.")
    #expect(!FileManager.default.fileExists(atPath: folder.url("refused.mp4").path))
  }

  @Test func `key frames are no farther apart than was asked for`() async throws {
    let (url, _) = try await convert(to: "film.mp4", .h264) { ($0.keyframeInterval, $0.speed) = (12, .ultrafast) }
    let flags = try await MediaTools.ffprobe([
      "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", url.path,
    ]).split(separator: "\n")
    let keys = flags.indices.filter { flags[$0].hasPrefix("K") }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $1 - $0 <= 12 } && keys.count >= 21)
  }

  @Test func `VP9 has every picture of a film that hardly changes`() async throws {
    for speed in [EncoderSpeed.ultrafast, .medium] {
      let (url, report) = try await convert(to: "\(speed.rawValue).webm", .vp9) { $0.speed = speed }
      #expect(report.frameCount == 250)
      #expect(try await count(url) == 250)
    }
  }

  @Test func `passes without an average bit rate, and profiles and levels of others, are refused`() {
    func refusal(_ codec: VideoCodec, _ change: (inout VideoSettings) -> Void) -> String? {
      var video = VideoSettings(codec: codec)
      change(&video)
      do throws(RenderError) {
        _ = try ExportRules.complete(ExportSettings(fileType: .mkv, video: video, audio: nil))
        return nil
      } catch {
        return "\(error.message) \(error.remedy ?? "")"
      }
    }
    #expect(refusal(.h264) { $0.passes = 2 }?.hasPrefix("Two passes were asked for without an average") == true)
    #expect(refusal(.h264) { ($0.passes, $0.rateControl) = (2, .constantBitrate(9)) } != nil)
    #expect(refusal(.h264) { ($0.passes, $0.rateControl) = (2, .averageBitrate(9)) } == nil)
    #expect(refusal(.h264) { ($0.passes, $0.rateControl) = (3, .averageBitrate(9)) } != nil)
    #expect(refusal(.av1) { ($0.passes, $0.rateControl) = (2, .averageBitrate(9)) } != nil)
    #expect(refusal(.ffv1) { $0.passes = 2 } != nil)
    #expect(
      refusal(.hevc) { $0.profile = "high" }
        == "HEVC has no profile “high” to choose. Choose main, main10, main422-10, main444, main444-10.")
    #expect(refusal(.h264) { ($0.profile, $0.pixelFormat) = ("main", .yuv420p10) } != nil)
    #expect(
      refusal(.vp9) { $0.level = "4" }
        == "VP9 cannot be written at a level 4. Leave the level out: its encoder finds it.")
    #expect(refusal(.h264) { $0.level = "4.0" } == nil)
  }

  // MARK: Hardware

  private func choice(
    _ codec: VideoCodec, _ wish: HardwareAcceleration?, having installed: Set<String>
  ) throws(RenderError) -> EncoderChoice? {
    var video = VideoSettings(codec: codec)
    video.hardware = wish
    return try EncoderChoice(video, usual: .h264Encoder) { installed.contains($0.factory) }
  }

  @Test func `hardware is used when it is asked for and there, and never otherwise`() throws {
    let all: Set = ["vah264enc", "nvh264enc", "v4l2h264enc", "vah265enc"]
    #expect(try choice(.h264, nil, having: all)?.element == .h264Encoder)
    #expect(try choice(.h264, .off, having: all)?.element == .h264Encoder)
    #expect(try choice(.h264, .prefer, having: all)?.element.factory == "nvh264enc")
    #expect(try choice(.h264, .require, having: ["vah264enc", "v4l2h264enc"])?.element.factory == "vah264enc")
    #expect(try choice(.h264, .require, having: ["v4l2h264enc"])?.family == .v4l2)
    #expect(try choice(.hevc, .prefer, having: all)?.element.factory == "vah265enc")
    let without = try choice(.h264, .prefer, having: ["vah265enc"])
    #expect(without?.element == .h264Encoder && without?.family == nil)
    #expect(
      without?.note
        == "This machine has no hardware that encodes H.264: of nvh264enc (NVENC), vah264enc (VA-API), vah264lpenc (VA-API), vaapih264enc (VA-API), v4l2h264enc (V4L2) none is there; x264enc is used."
    )
    let missing = #expect(throws: RenderError.self) { try self.choice(.h264, .require, having: []) }
    #expect(missing?.code == .missingPlugin)
    #expect(missing?.message.contains("vah264enc (VA-API)") == true)
    let unknown = #expect(throws: RenderError.self) { try self.choice(.ffv1, .require, having: all) }
    #expect(unknown?.code == .unsupported)
  }

  @Test func `hardware gets a quality or a bit rate`() {
    var video = VideoSettings(codec: .h264, rateControl: .averageBitrate(2_500_000), keyframeInterval: 50)
    func told(_ family: HardwareFamily) -> [String] { family.properties(video).map { "\($0.name)=\($0.value)" } }
    #expect(told(.nvenc) == ["gop-size=50", "bframes=0", "rc-mode=vbr", "bitrate=2500"])
    #expect(told(.va) == ["key-int-max=50", "rate-control=vbr", "bitrate=2500"])
    #expect(told(.v4l2) == ["extra-controls=controls,video_gop_size=50,video_bitrate=2500000,video_bitrate_mode=0"])
    video.rateControl = .constantQuality(21)
    #expect(told(.vaapi) == ["keyframe-period=50", "rate-control=cqp", "init-qp=21"])
    #expect(told(.va).suffix(3) == ["qpi=21", "qpp=21", "qpb=21"])
  }

  @Test func `a film for which hardware is preferred says what encoded it`() async throws {
    let (_, report) = try await convert(to: "film.mp4", .h264, range: "0..1") { video in
      (video.hardware, video.speed) = (.prefer, .ultrafast)
    }
    let encoder = try #require(report.encoder)
    #expect(encoder.isHardware == (encoder.note == nil))
    #expect(encoder.isHardware || encoder.name == "x264enc")
  }

  // MARK: Ranges

  @Test(arguments: ["5..20", "..10.5", "249f..300f", "12..", "11..12"])
  func `a part that the file does not have is refused`(range: String) async throws {
    let error = await #expect(throws: ProjectRender.ChoiceError.self) {
      try await self.convert(to: "film.mp4", .h264, range: range) { $0.speed = .ultrafast }
    }
    let isLate = range.hasPrefix("1")
    #expect(
      error?.diagnostic.message
        == (isLate
          ? "The range \(range) starts where the film has ended, which lasts 10.0 seconds. Give an earlier start."
          : "The range \(range) ends after the media, which last 10.0 seconds. Give an earlier end, or none."))
    #expect(!FileManager.default.fileExists(atPath: folder.url("film.mp4").path))
  }
}
