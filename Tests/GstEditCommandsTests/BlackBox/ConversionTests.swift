import Foundation
import TestSupport
import Testing

/// `gstedit convert`, `trim` and `concat`, from the outside.
@Suite("Files into files")
struct ConversionTests {
  private func film(_ number: UInt8) async throws -> URL {
    try await IndexedFilm(film: number) { film in
      film.frameCount = 100
      film.timing = .constant(FrameRate(25))
      film.sound = SoundFile(.noise(seed: 7)) { sound in
        sound.codec = .aac
        sound.count = 192_000
      }
    }.url()
  }

  private func frames(_ range: Range<Int>, _ number: UInt8) -> [FrameReading] {
    range.map { .frame(FrameCode(film: number, index: $0)) }
  }

  private func object(_ outcome: ProgramOutcome) throws -> [String: Any] {
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test(arguments: [true, false]) func `a trimmed file has the frames of its range`(copies: Bool) async throws {
    let run = try ProjectRun(text: "{}")
    let target = run.scratch.url("part.mp4")
    let outcome = try await run.command(
      ["trim", try await film(8).path, "--range", "0.52..2.12", "-o", target.path, "--json", "--verify"]
        + (copies ? ["--copy"] : [])
    ).outcome()
    let result = try object(outcome)
    #expect(result["start"] as? String == "13/25" && result["exact"] as? Bool == true)
    #expect(result["duration"] as? String == "8/5")
    let found = try await FilmReader.frames(target)
    #expect(found == frames(13..<53, 8), "\(found.count): \(found.prefix(2))")
  }

  @Test(arguments: [true, false]) func `joined files have all frames`(copies: Bool) async throws {
    let run = try ProjectRun(text: "{}")
    let target = run.scratch.url("all.mp4")
    let (one, two) = (try await film(8).path, try await film(9).path)
    let outcome = try await run.command(
      ["concat", one, two, "-o", target.path, "--json"] + (copies ? ["--copy"] : ["--speed", "ultrafast"])
    ).outcome()
    _ = try object(outcome)
    #expect(try await FilmReader.frames(target) == frames(0..<100, 8) + frames(0..<100, 9))
  }

  @Test func `a converted file is what its name says, by preset and by option`() async throws {
    let run = try ProjectRun(text: "{}")
    let source = try await film(8).path
    for (name, options, words) in [
      ("a.webm", ["--preset", "WebMVP9"], "vp9"), ("b.mkv", ["--copy"], "h264"), ("c.flac", [], "flac"),
      ("d.mov", ["--preset", "Passthrough"], "h264"), ("e.mp4", ["--video-codec", "hevc", "--fast-start"], "hevc"),
    ] {
      let target = run.scratch.url(name)
      let outcome = try await run.command(["convert", source, "-o", target.path, "--progress", "json"] + options)
        .outcome()
      #expect(outcome.ending == .exited(0), "\(name): \(outcome.errorText)")
      #expect(outcome.errorText.contains("\"completed\""), "\(outcome.errorText)")
      #expect(try await MediaTools.ffprobe(["-show_entries", "stream=codec_name", target.path]).contains(words))
    }
  }

  @Test func `packets of a movie are copied without a decoder: GStreamer has no plug-in, and does not start`()
    async throws
  {
    let run = try ProjectRun(text: "{}")
    let plugins = try ScratchFolder()
    for (options, ending) in [(["--copy"], ProgramOutcome.Ending.exited(0)), ([], .exited(69))] {
      var command = run.command(
        ["convert", try await film(8).path, "-o", "film.mov", "-y", "--progress", "none"] + options)
      command.environment = [
        "GST_PLUGIN_SYSTEM_PATH_1_0": plugins.url.path, "GST_PLUGIN_PATH_1_0": "",
        "GST_REGISTRY_1_0": plugins.url("registry").path, "GST_DEBUG_FILE": plugins.url("log").path,
      ]
      let outcome = try await command.outcome()
      // The framework opens its log when it starts.
      #expect(FileManager.default.fileExists(atPath: plugins.url("log").path) == options.isEmpty)
      #expect(outcome.ending == ending, "\(options): \(outcome.errorText)")
    }
    #expect(try await FilmReader.frames(run.scratch.url("film.mov")) == frames(0..<100, 8))
  }

  @Test func `of a film a file of sound takes the sound's packets, and says what it leaves`() async throws {
    let run = try ProjectRun(text: "{}")
    let source = try await film(8).path
    let target = run.scratch.url("sound.m4a")
    let outcome = try await run.command(["convert", source, "-o", target.path, "--copy"]).outcome()
    #expect(outcome.ending == .exited(0) && outcome.errorText.contains("left behind"), "\(outcome.errorText)")
    let streams = try await MediaTools.ffprobe(["-show_entries", "stream=codec_name", "-of", "csv=p=0", target.path])
    #expect(streams == "aac\n")
    let samples = ["-map", "0:a", "-f", "s16le"]
    #expect(
      try await MediaTools.ffmpegOutput(["-i", target.path] + samples)
        == MediaTools.ffmpegOutput(["-i", source] + samples))
  }

  @Test(arguments: [
    (["convert", "FILM", "-o", "OUT/x.mp5"], 64, ".mp4"),
    (["convert", "FILM", "-o", "OUT/x.webm", "--copy"], 65, "h264"),
    (["trim", "FILM", "--range", "50..60", "-o", "OUT/x.mp4", "--copy"], 64, "earlier"),
    (["trim", "FILM", "--range", "0..60", "-o", "OUT/x.mp4", "--copy"], 64, "after the media"),
    (["trim", "FILM", "--range", "0..60", "-o", "OUT/x.mp4"], 64, "after the media"),
    (["convert", "FILM", "--range", "50..", "-o", "OUT/x.mp4"], 64, "ended"),
    (["convert", "FILM", "-o", "OUT/x.mp4", "--copy", "--quality", "20"], 64, "--copy"),
    (["convert", "OUT/none.mp4", "-o", "OUT/x.mp4", "--copy"], 66, "none.mp4"),
    (["convert", "OUT/still.png", "-o", "OUT/x.mp4"], 65, "project"),
    (["convert", "FILM", "-o", "OUT/there.mp4", "--copy"], 73, "-y"),
  ]) func `what cannot be is refused`(arguments: [String], status: Int32, word: String) async throws {
    let run = try ProjectRun(text: "{}")
    let source = try await film(8).path
    _ = try run.scratch.write("kept", to: "there.mp4")
    if arguments[1].hasSuffix("still.png") {
      try await MediaTools.ffmpeg(
        ["-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", run.scratch.url("still.png").path])
    }
    let outcome = try await run.command(
      arguments.map { $0 == "FILM" ? source : $0.replacingOccurrences(of: "OUT", with: run.scratch.url.path) }
    ).outcome()
    #expect(outcome.ending == .exited(status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(word), "\(outcome.errorText)")
    #expect(try String(contentsOf: run.scratch.url("there.mp4"), encoding: .utf8) == "kept")
    #expect(try run.scratch.names().filter { $0.hasPrefix("x.") || $0.hasPrefix(".") } == [])
  }
}
