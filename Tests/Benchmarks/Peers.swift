import Foundation
import TestSupport

/// The programs' equal settings: x264 at CRF 23 with a preset.
struct Peers {
  /// x264's preset.
  let preset: String

  /// Where outputs and settings go.
  let scratch: ScratchFolder

  /// ffmpeg's arguments.
  var encoder: [String] { ["-c:v", "libx264", "-preset", preset, "-crf", "23", "-pix_fmt", "yuv420p"] }

  /// `gstedit` on a project, called `name` where it is not the only one, with plug-ins or without.
  func gstedit(
    _ document: ProjectDocument, as name: String = "gstedit", plugins: [URL] = [], jobs: Int? = nil
  ) throws -> Contest.Contestant {
    try gstedit(at: write(document, as: name), as: name, plugins: plugins, jobs: jobs)
  }

  /// `gstedit` on a project's text.
  func gstedit(_ text: String) throws -> Contest.Contestant {
    try gstedit(at: scratch.write(text, to: "gstedit.json"), as: "gstedit", plugins: [])
  }

  private func gstedit(
    at project: URL, as name: String, plugins: [URL], jobs: Int? = nil
  ) throws -> Contest.Contestant {
    let output = scratch.url("\(name).mp4")
    let arguments =
      ["export", project.path, "-o", output.path, "--progress", "none", "-y"]
      + plugins.flatMap { ["--plugin", $0.path] } + (jobs.map { ["--jobs", "\($0)"] } ?? [])
    return contestant(name, ProgramRun(ProgramLocation.gstedit, arguments), output)
  }

  /// This program on a project, with the compositor in Swift that it names and `inFlight` frames under way at once.
  func inSwift(
    _ document: ProjectDocument, as name: String, inFlight: Int? = nil
  ) throws -> Contest.Contestant {
    let project = try write(document, as: name)
    let output = scratch.url("\(name).mp4")
    let program = ProgramLocation.buildFolder.appending(path: "Benchmarks")
    let arguments =
      ["in-swift", project.path, "-o", output.path] + (inFlight.map { ["--in-flight", "\($0)"] } ?? [])
    return contestant(name, ProgramRun(program, arguments), output)
  }

  /// This program reading the pictures of a project, without an encoder.
  func pictures(_ document: ProjectDocument) throws -> Contest.Contestant {
    try pictures(document.text(), as: "pictures")
  }

  /// This program reading the pictures of a project's text.
  func pictures(_ text: String, as name: String) throws -> Contest.Contestant {
    let project = try scratch.write(text, to: "\(name).json")
    let program = ProgramLocation.buildFolder.appending(path: "Benchmarks")
    return contestant(name, ProgramRun(program, ["pictures", project.path]), nil)
  }

  /// ffmpeg with inputs and a filter whose pictures are dropped.
  func ffmpegPictures(inputs: [String], filter: String, as name: String = "ffmpeg") throws -> Contest.Contestant {
    let arguments = ["-nostdin", "-v", "error"] + inputs + ["-filter_complex", filter, "-f", "null", "-"]
    return contestant(name, ProgramRun(try MediaTools.executable("ffmpeg"), arguments), nil)
  }

  private func write(_ document: ProjectDocument, as name: String) throws -> URL {
    var document = document
    document.export = ExportSettings(fileType: "mp4", video: .init(codec: "h264", quality: 23, speed: preset))
    return try scratch.write(try document.text(), to: "\(name).json")
  }

  /// ffmpeg with inputs and a filter whose only output is the film.
  func ffmpeg(inputs: [String], filter: String) throws -> Contest.Contestant {
    let output = scratch.url("ffmpeg.mp4")
    let arguments = ["-y", "-nostdin", "-v", "error"] + inputs + ["-filter_complex", filter] + encoder + [output.path]
    return contestant("ffmpeg", ProgramRun(try MediaTools.executable("ffmpeg"), arguments), output)
  }

  /// melt with a playlist; nothing when it is not installed.
  func melt(_ playlist: [String], profile: String = "atsc_720p_30") -> [Contest.Contestant] {
    guard let melt = try? MediaTools.executable("melt") else { return [] }
    let output = scratch.url("melt.mp4")
    let consumer = [
      "-consumer", "avformat:\(output.path)", "vcodec=libx264", "preset=\(preset)", "crf=23", "an=1", "real_time=-2",
      "terminate_on_pause=1",
    ]
    return [
      contestant("melt", ProgramRun(melt, ["-silent", "-profile", profile] + playlist + consumer), output)
    ]
  }

  /// ges-launch with a timeline; nothing when it is not installed.
  ///
  /// GStreamer's encoder takes a constant quality only from a preset file.
  func gesLaunch(_ timeline: [String]) throws -> [Contest.Contestant] {
    guard let launcher = try? MediaTools.executable("ges-launch-1.0") else { return [] }
    let presets = scratch.url.appending(path: "gstreamer-1.0/presets")
    try FileManager.default.createDirectory(at: presets, withIntermediateDirectories: true)
    let settings = """
      [_presets_]
      version=1.22.0.0
      element-name=GstX264Enc

      [bench]
      speed-preset=\(preset)
      pass=qual
      quantizer=23
      vbv-buf-capacity=0
      """
    try Data(settings.utf8).write(to: presets.appending(path: "GstX264Enc.prs"))
    let output = scratch.url("ges.mp4")
    let caps = "video/x-raw,width=\(BenchmarkFilm.size[0]),height=\(BenchmarkFilm.size[1]),framerate=30/1"
    var run = ProgramRun(
      launcher,
      ["--no-interactive", "--track-types=video", "--video-caps", caps] + timeline
        + ["-o", output.path, "-f", "video/quicktime,variant=iso:video/x-h264+bench"])
    run.environment = ["XDG_DATA_HOME": scratch.url.path]
    return [contestant("ges-launch", run, output)]
  }

  /// ffmpeg decodes pieces of files one after the other, each from the key frame before it, and drops the frames.
  func decoding(_ pieces: [(film: URL, start: Fraction, end: Fraction)]) throws -> ProgramRun {
    let list = pieces.map {
      "file '\($0.film.path)'\ninpoint \($0.start.value)\noutpoint \($0.end.value)\n"
    }
    let file = try scratch.write("ffconcat version 1.0\n" + list.joined(), to: "decode.ffconcat")
    return ProgramRun(
      try MediaTools.executable("ffmpeg"),
      ["-nostdin", "-v", "error", "-f", "concat", "-safe", "0", "-i", file.path, "-f", "null", "-"])
  }

  private func contestant(_ name: String, _ run: ProgramRun, _ output: URL?) -> Contest.Contestant {
    var run = run
    run.timeout = 1800
    return Contest.Contestant(name: name, run: run, output: output)
  }
}
