import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

@Suite struct RenderCommandTests {
  private let steps: [ScriptedRenderer.Act] = [
    .progress(frame: 25), .progress(frame: 75),
  ]

  // MARK: export

  @Test func `an export renders the whole project into the named file`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mkv") == .done)
    #expect(stage.renderer.record.outputs == [stage.folder.file("film.mkv")])
    #expect(stage.renderer.record.replacing == [false])
    let plan = try #require(stage.renderer.record.plans.first)
    #expect(plan.picture?.frameCount == 75)
    #expect(plan.sound?.sampleCount == 144_000)
    let settings = try #require(stage.renderer.record.settingsChecked.first)
    #expect(settings.fileType == .mkv)
    #expect(settings.video?.codec == .h264)
    #expect(stage.output.isEmpty)
    #expect(stage.errorLines.count == 1)
    #expect(stage.errors.contains("75 frames, 144000 samples"))
  }

  @Test func `a finished file that is not what it should be ends with 76`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    // The renderer has a film of ten seconds under this name, whatever is written there.
    #expect(await stage.run("export project.json -o clip.mp4 -y --verify") == .verificationFailed)
    #expect(ProgramExit.verificationFailed.rawValue == 76)
    #expect(stage.errors.contains("clip.mp4 is not what it should be: "), "\(stage.errors)")
    #expect(stage.errors.contains("frames instead of 75."), "\(stage.errors)")
    // One that cannot be opened is not, either.
    let other = try CommandStage(export: steps)
    try other.writeProject()
    #expect(await other.run("export project.json -o film.mkv --verify") == .verificationFailed)
    #expect(other.errors.contains("The file does not exist."), "\(other.errors)")
  }

  @Test(arguments: ["export", "play"]) func `the first warnings are shown before the film is rendered`(
    command: String
  ) async throws {
    let stage = try CommandStage(export: steps)
    func write(_ count: Int) throws {
      let layers = Array(repeating: #"{ "track": 1 }"#, count: count).joined(separator: ", ")
      try stage.folder.write(
        """
        { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" } },
          "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [
            { "asset": "cat", "in": 0, "duration": 3 } ] } ] },
          "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], "instructions": [
            { "start": 0, "duration": 3, "layers": [ \(layers) ] } ] } }
        """, to: "project.json")
    }
    // All but the topmost are covered.
    try write(4)
    #expect(await stage.run("\(command) project.json -o few.mkv") == .done)
    let few = stage.errorLines.filter { $0.contains("warning: project.json:") }
    #expect(few.count == 3 && few.allSatisfy { $0.contains("is never seen") })
    try write(9)
    #expect(await stage.run("\(command) project.json -o many.mkv") == .done)
    let many = stage.errorLines.dropFirst(few.count).filter { $0.contains("warning:") }
    #expect(many.count == 6 && many.last?.contains("and 3 more; gstedit validate project.json says all.") == true)
    #expect(await stage.run("\(command) project.json -o quiet.mkv --progress json") == .done)
    #expect(stage.errorLines.count { $0.contains("warning:") } == 9)
  }

  @Test func `the command line goes before the preset, and that before the project`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject(
      export: """
        { "fileType": "mkv", "video": { "codec": "ffv1" }, "audio": { "codec": "flac", "channels": 1 } }
        """)
    #expect(await stage.run("export project.json -o a.mkv") == .done)
    #expect(await stage.run("export project.json -o b.mkv --preset 640x480") == .done)
    #expect(
      await stage.run("export project.json -o c.mkv --preset 640x480 --quality 30 --speed ultrafast --audio-codec pcm")
        == .done)
    let settings = stage.renderer.record.settingsChecked
    #expect(settings.map(\.video?.codec) == [.ffv1, .h264, .h264])
    #expect(settings.map(\.video?.rateControl?.quality) == [nil, 20, 30])
    #expect(settings.map(\.video?.speed) == [nil, .medium, .ultrafast])
    #expect(settings.map(\.audio?.codec) == [.flac, .flac, .pcm])
    #expect(settings.map(\.audio?.channels) == [1, 1, 1])
  }

  @Test func `a preset's size is the largest, not the size`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o a.mp4 --preset MediumQuality") == .done)
    #expect(await stage.run("export project.json -o b.mp4 --preset 3840x2160 --scale 0.5") == .done)
    let sizes = stage.renderer.record.plans.map(\.picture?.size)
    #expect(sizes == [PixelSize(width: 568, height: 320), PixelSize(width: 320, height: 180)])
  }

  @Test func `a range in frames is a range of the output's frames`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o a.mp4 --range 20f..50f") == .done)
    let picture = try #require(stage.renderer.record.plans.first?.picture)
    #expect(picture.range == 20..<50)
    #expect(picture.origin == .zero)
  }

  @Test func `another container than the project's has its own usual codecs`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject(
      export: #"{ "fileType": "mp4", "video": { "codec": "h264", "quality": 20 }, "audio": { "codec": "aac" } }"#)
    for name in ["film.webm", "film.mkv", "film.mov", "sound.wav"] {
      #expect(await stage.run("export project.json -o \(name)") == .done, "\(name)")
    }
    let settings = stage.renderer.record.settingsChecked
    #expect(settings.map(\.video?.codec) == [.vp9, .h264, .h264, nil])
    #expect(settings.map(\.video?.rateControl?.quality) == [31, 20, 20, nil])
    #expect(settings.map(\.audio?.codec) == [.opus, .aac, .aac, .pcm])
  }

  @Test func `bit rates, passes, profiles and levels come from the command line`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(
      await stage.run(
        "export project.json -o a.mp4 --bitrate 2.5M --passes 2 --profile main --level 4.1 --keyframe-interval 50")
        == .done)
    #expect(await stage.run("export project.json -o b.mp4 --bitrate 800k --constant-bitrate --hardware off") == .done)
    let settings = stage.renderer.record.settingsChecked.map(\.video)
    #expect(
      settings.map(\.?.rateControl).suffix(2) == [.averageBitrate(2_500_000), .constantBitrate(800_000)].suffix(2))
    let first = settings.first(where: { $0?.passes == 2 }) ?? nil
    #expect(first?.profile == "main" && first?.level == "4.1" && first?.keyframeInterval == 50)
    for wrong in ["--bitrate x", "--bitrate 1M --quality 20", "--constant-bitrate", "--passes 2", "--profile tall"] {
      #expect(await stage.run("export project.json -o c.mp4 \(wrong)") == .usage, "\(wrong)")
    }
  }

  @Test func `a project comes from standard input, its paths from the working folder`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    let text = try String(contentsOf: stage.folder.file("project.json"), encoding: .utf8)
    #expect(await stage.run("export - -o film.mp4", input: text) == .done)
    #expect(stage.renderer.record.outputs == [stage.folder.file("film.mp4")])
  }

  @Test func `an output that exists stays unless -y is given`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    try stage.folder.write("precious", to: "film.mp4")
    #expect(await stage.run("export project.json -o film.mp4") == .cannotCreateOutput)
    #expect(
      stage.errors == "gstedit: error: The output \(stage.folder.file("film.mp4").path) exists already. "
        + "Give -y to replace it, or another name with -o.\n")
    #expect(stage.renderer.record.plans.isEmpty)
    #expect(await stage.run("export project.json -o film.mp4 -y") == .done)
    #expect(stage.renderer.record.replacing == [true])
  }

  @Test func `the project itself is never replaced`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o project.json -y --file-type mp4") == .cannotCreateOutput)
    #expect(stage.errors.contains("is the project itself"))
    #expect(stage.renderer.record.plans.isEmpty)
  }

  @Test func `a quality drives out the project's bitrate`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject(
      export: #"{ "fileType": "mp4", "video": { "codec": "h264", "bitrate": 1000000, "keyframeInterval": 25 } }"#)
    #expect(await stage.run("export project.json -o a.mp4") == .done)
    #expect(await stage.run("export project.json -o b.mp4 --quality 18") == .done)
    let settings = stage.renderer.record.settingsChecked.map(\.video)
    #expect(settings.map(\.?.rateControl?.bitrate) == [1_000_000, nil])
    #expect(settings.map(\.?.rateControl?.quality) == [nil, 18])
    #expect(settings.map(\.?.keyframeInterval) == [25, 25])
  }

  @Test func `with --json the finished film is data`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mp4 --json --progress none") == .done)
    let film = try jsonObject(stage.output)
    #expect(film["path"] as? String == stage.folder.file("film.mp4").path)
    #expect(film["frames"] as? Int == 75)
    #expect(film["durationSeconds"] as? Double == 3)
    #expect(stage.errors.isEmpty)
  }

  // MARK: play

  @Test func `a preview stands beside the project and is encoded fast, whatever the project says`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject("cut.json", export: #"{ "fileType": "mkv", "video": { "codec": "ffv1" } }"#)
    #expect(await stage.run("play cut.json --scale 0.5") == .done)
    #expect(stage.renderer.record.outputs == [stage.folder.file("cut.preview.mp4")])
    let settings = try #require(stage.renderer.record.settingsChecked.first)
    #expect(settings.fileType == .mp4)
    #expect(settings.video?.codec == .h264)
    #expect(settings.video?.speed == .ultrafast)
    #expect(stage.renderer.record.plans.first?.picture?.size == PixelSize(width: 320, height: 180))
  }

  @Test func `a preview from before is replaced only with -y`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    try stage.folder.write("old", to: "project.preview.mp4")
    #expect(await stage.run("play project.json") == .cannotCreateOutput)
    #expect(stage.errors.contains("-y"))
    #expect(await stage.run("play project.json -y") == .done)
  }

  @Test func `a preview of a project without a name must be given one`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("play -") == .usage)
    #expect(stage.errors.contains("-o"))
  }

  @Test(arguments: [("a.mov", VideoCodec.h264), ("a.mkv", .h264), ("a.webm", .vp9)])
  func `a preview is written as its name says`(name: String, codec: VideoCodec) async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("play project.json -o \(name)") == .done)
    #expect(stage.renderer.record.settingsChecked.first?.video?.codec == codec)
  }

  // MARK: Progress

  @Test func `JSON progress is an object a line, and the last one is completed`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mp4 --progress json") == .done)
    let lines = try stage.errorLines.map(jsonObject)
    // How many there are between the first and the last depends on how long the work takes.
    let events = lines.map { $0["event"] as? String }
    try #require(events.count >= 3 && events.last == "completed")
    #expect(events.dropLast().allSatisfy { $0 == "progress" })
    #expect(
      Set(lines[0].keys) == ["event", "frame", "frames", "fraction", "fps", "speed", "etaSeconds"])
    #expect(lines[0]["etaSeconds"] is NSNull)
    #expect(lines[0]["frames"] as? Int == 75)
    #expect(lines[lines.count - 2]["fraction"] as? Double == 1)
    #expect((lines[lines.count - 1]["output"] as? [String: Any])?["frames"] as? Int == 75)
    #expect(stage.output.isEmpty)
  }

  @Test func `JSON progress ends with the error object of a failure`() async throws {
    let clip = ClipReference(
      asset: AssetReference(url: URL(filePath: "/cat.mp4"), name: "cat"), trackID: 1, segmentIndex: 1)
    let failure = RenderError(
      .stalled, "Nothing moves.", remedy: "Look at the graph.", clip: clip, time: try Rational(7, 2),
      underlying: "queue full")
    let stage = try CommandStage(export: [.progress(frame: 1), .fail(failure)])
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mp4 --progress json") == .stalled)
    let last = try jsonObject(stage.errorLines.last ?? "")
    #expect(last["event"] as? String == "failed")
    let error = try #require(last["error"] as? [String: Any])
    #expect(error["code"] as? String == "stalled")
    #expect(error["message"] as? String == "Nothing moves.")
    #expect(error["remedy"] as? String == "Look at the graph.")
    #expect(error["time"] as? String == "7/2")
    #expect(error["timecode"] as? String == "00:00:03.500")
    #expect(error["underlying"] as? String == "queue full")
    #expect(error["exitCode"] as? Int == 75)
    let place = try #require(error["clip"] as? [String: Any])
    #expect(place["asset"] as? String == "cat")
    #expect(place["track"] as? Int == 1)
    #expect(place["segment"] as? Int == 1)
  }

  @Test(arguments: [nil, ProgramExit.interrupted, .terminated, .hungUp])
  func `JSON progress ends with cancelled after a cancel`(signal: ProgramExit?) async throws {
    let stage = try CommandStage(export: [.progress(frame: 1), .fail(CancellationError())])
    try stage.writeProject()
    if let signal { #expect(stage.request.note(signal)) }
    let status = signal ?? .interrupted
    #expect(await stage.run("export project.json -o film.mp4 --progress json") == status)
    let last = try jsonObject(stage.errorLines.last ?? "")
    #expect(last["event"] as? String == "cancelled")
    #expect((last["error"] as? [String: Any])?["exitCode"] as? Int32 == status.rawValue)
  }

  @Test func `only the first request to end counts`() {
    let request = EndRequest()
    #expect(request.status == nil)
    #expect(request.note(.terminated))
    #expect(!request.note(.interrupted))
    #expect(request.status == .terminated)
  }

  @Test func `a bar is drawn on a terminal only`() async throws {
    for (options, isTerminal, hasBar) in [
      ("", true, true), ("", false, false), ("--progress tty", false, true), ("--progress none", true, false),
      ("--progress auto", true, true),
    ] {
      let stage = try CommandStage(export: steps)
      try stage.writeProject()
      #expect(await stage.run("export project.json -o film.mp4 \(options)", isTerminal: isTerminal) == .done)
      #expect(stage.errors.contains("█") == hasBar, "\(options) \(isTerminal)")
      #expect(stage.errors.contains("\u{1B}") == hasBar, "\(options) \(isTerminal)")
    }
  }

  @Test func `without progress a finished export writes nothing`() async throws {
    let stage = try CommandStage(export: steps)
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mp4 --progress none") == .done)
    #expect(stage.errors.isEmpty)
  }
}
