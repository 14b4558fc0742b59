import Foundation
import GstEdit
import TestSupport
import Testing

/// The lines of the page of recipes, run as they stand there, on films as small as they can be.
@Suite("Recipes")
struct RecipeTests {
  /// A folder with the media that the page's lines name.
  private func kitchen(_ page: RecipePage) async throws -> ScratchFolder {
    let folder = try ScratchFolder()
    func make(_ name: String, _ picture: String, seconds: Int, sound: Bool = true, _ more: [String] = []) async throws {
      let tone = ["-f", "lavfi", "-i", "sine=440:r=48000:d=\(seconds)"]
      try await MediaTools.ffmpeg(
        ["-f", "lavfi", "-i", "\(picture):d=\(seconds)"] + (sound ? tone : [])
          + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"] + more
          + [folder.url(name).path])
    }
    try await make("film.mp4", "testsrc2=s=1280x720:r=5", seconds: 4)
    try await make("phone.mp4", "testsrc2=s=90x160:r=10", seconds: 1)
    try await make("long.mp4", "testsrc2=s=64x36:r=1", seconds: 600, sound: true, ["-g", "20"])
    try FileManager.default.createDirectory(at: folder.url("clips"), withIntermediateDirectories: true)
    try await make("clips/01.mp4", "testsrc2=s=64x36:r=10", seconds: 1)
    for number in 2...20 {
      let name = number < 10 ? "0\(number)" : "\(number)"
      try FileManager.default.copyItem(at: folder.url("clips/01.mp4"), to: folder.url("clips/\(name).mp4"))
    }
    try folder.write("1\n00:00:01,000 --> 00:00:02,000\nHello\n", to: "words.srt")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=s=160x90", "-frames:v", "1", folder.url("cover.png").path])
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "sine=330:r=48000:d=4", folder.url("song.wav").path])
    for (name, text) in page.projects { try folder.write(text, to: name) }
    return folder
  }

  /// Runs `line` in `folder`, with this build's program in the path.
  private func run(_ line: String, in folder: ScratchFolder) async throws -> ProgramOutcome {
    var run = ProgramRun(URL(filePath: "/bin/sh"), ["-c", line])
    run.directory = folder.url
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    run.environment = ["PATH": "\(ProgramLocation.buildFolder.path):\(path)"]
    return try await run.outcome()
  }

  /// What ffprobe says of a file: its streams, sizes and frames, and how many seconds it lasts.
  private func probe(_ url: URL) async throws -> (streams: [String], seconds: Double) {
    let text = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_name,width,height:format=duration", "-of", "csv=p=0", url.path,
    ])
    let lines = text.split(separator: "\n").map(String.init)
    return (Array(lines.dropLast()), Double(lines.last ?? "") ?? 0)
  }

  /// What each file must be: its streams, and how long it lasts.
  private static let files: [String: (streams: [String], seconds: Double)] = [
    "720p.mp4": (["h264,1280,720", "aac"], 4), "wide.mp4": (["h264,1280,720", "aac"], 1),
    "square.mp4": (["h264,720,720", "aac"], 4), "fast.mp4": (["h264,1280,720", "aac"], 2),
    "drawn.mp4": (["h264,1280,720", "aac"], 4), "chosen.mp4": (["h264,1280,720", "aac", "mov_text,1280,720"], 4),
    "minute.mp4": (["h264,64,36", "aac"], 60), "copied.mp4": (["h264,64,36", "aac"], 60),
    "joined.mp4": (["h264,64,36", "aac"], 20), "encoded.mp4": (["h264,64,36", "aac"], 20),
    "film.gif": (["gif,320,180"], 2), "sound.mp3": (["mp3"], 4), "sound.m4a": (["aac"], 4),
    "loud.mp4": (["h264,1280,720", "aac"], 4), "mute.mp4": (["h264,1280,720"], 4),
    "softer.mp4": (["h264,1280,720", "aac"], 4), "still.mp4": (["h264,160,90", "aac"], 4),
  ]

  @Test func `each line of the page makes its file`() async throws {
    let page = try RecipePage()
    let folder = try await kitchen(page)
    #expect(page.jobs.count == Self.files.count + 1 && page.projects.count == 1)
    for job in page.jobs {
      let outcome = try await run(job.line, in: folder)
      #expect(outcome.ending == .exited(0), "\(job.line): \(outcome.errorText)")
      let url = folder.url(job.output)
      guard job.output != "sheet.png" else {
        #expect(FileManager.default.fileExists(atPath: url.path))
        continue
      }
      let wanted = try #require(Self.files[job.output], "\(job.line)")
      let found = try await probe(url)
      #expect(found.streams.map { $0.replacing(",0,0", with: "") } == wanted.streams, "\(job.line)")
      #expect(abs(found.seconds - wanted.seconds) < 0.06, "\(job.line): \(found.seconds)")
    }
    let meter = LoudnessMeter(
      of: AnalysisSubject(AssetReference(url: folder.url("loud.mp4"))), renderer: Engine.renderer())
    #expect(abs(try await (meter.loudness().integrated ?? 0) + 16) < 0.3)
    // Nothing but what the lines name.
    let made = Set(page.jobs.map(\.output))
    #expect(made.isSubset(of: Set(try folder.names())) && made.count == page.jobs.count)
  }

  @Test func `each line of ffmpeg beside them is one`() throws {
    for job in try RecipePage().jobs {
      #expect(job.ffmpeg.hasSuffix(job.output), "\(job.ffmpeg)")
    }
  }
}
