import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

/// Which commands copy what can stand in the film as the media has it: those that cut films in H.264, unless something is said of how the
/// film is encoded. The media have 25 frames a second and a key frame every fifty.
struct SmartRenderingCommandTests {
  /// Runs `line`, and says which frames of the media were copied, whether a sound was, and what was said on standard error.
  private func run(_ line: String) async throws -> (pictures: [Range<Int>], sound: Bool, errors: String) {
    let stage = try CommandStage()
    #expect(await stage.run("\(line) --progress none") == .done, "\(line): \(stage.errors)")
    let settings = stage.renderer.record.writers.last?.settings
    return (
      stage.renderer.record.copiedPictures.map(\.frames).sorted { $0.lowerBound < $1.lowerBound },
      settings?.copiedSound != nil, stage.errors
    )
  }

  @Test func `trim copies from the first key frame on, and the sound, and says nothing of it`() async throws {
    let (pictures, sound, errors) = try await run("trim clip.mp4 --range 1..6 -o out.mp4")
    #expect(pictures == [50..<150] && sound && errors.isEmpty, "\(errors)")
  }

  @Test func `concat copies whole files`() async throws {
    let (pictures, _, errors) = try await run("concat clip.mp4 clip.mp4 -o out.mov")
    #expect(pictures == [0..<250, 0..<250] && errors.isEmpty, "\(errors)")
  }

  @Test(arguments: [
    "--metadata all", "--sound-tracks first", "--fast-start", "--file-type mov", "--damaged keep",
    "--smart --quality 20",
    "--fragments 2",
  ])
  func `options that say nothing of the encoding leave it unchanged`(options: String) async throws {
    #expect(try await run("trim clip.mp4 --range 1..6 -o out.mp4 \(options)").pictures == [50..<150])
  }

  @Test(arguments: [
    "--no-smart", "--preset HighestQuality", "--video-codec h264", "--quality 20", "--bitrate 1M", "--speed fast",
    "--frame-rate 50", "--size 320x180", "--rotate 90", "--volume 0.5 --quality 20", "--mute --crop 0,0,64,64",
    "--size-limit 100000000",
  ])
  func `settings of encoding or changes of the film make it encode`(options: String) async throws {
    let (pictures, sound, errors) = try await run("trim clip.mp4 --range 1..6 -o out.mp4 \(options)")
    #expect(pictures == [] && !sound && !errors.contains("copied"), "\(errors)")
  }

  @Test(arguments: ["trim", "convert"], ["--mute", "--volume 0.5", "--audio-codec alac", "--audio-bitrate 96k"])
  func `where only the sound is changed pictures are copied, and the sound is encoded`(
    command: String, options: String
  ) async throws {
    let (pictures, sound, errors) = try await run("\(command) clip.mp4 --range 1..6 -o out.mp4 \(options)")
    #expect(pictures == [50..<150] && !sound && errors.isEmpty, "\(errors)")
    #expect(try await run("\(command) clip.mp4 --range 1..6 -o out.mp4 \(options) --no-smart").pictures == [])
  }

  @Test(arguments: [
    "convert clip.mp4 --range 1..6 -o out.mp4", "trim clip.mp4 --range 1..6 -o out.webm",
    "trim clip.mp4 --range 1..6 -o out.m4a", "trim clip.mp4 --range 1..6 -o out.gif",
  ])
  func `other commands encode, and so do films in other codecs`(line: String) async throws {
    let (pictures, sound, errors) = try await run(line)
    #expect(pictures == [] && !sound && !errors.contains("copied"), "\(errors)")
  }

  @Test func `where no picture can be copied all is encoded, and one line says why`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("trim clip.mp4 --range 1.2..1.9 -o out.mp4 --progress none --json") == .done)
    #expect(stage.renderer.record.copiedPictures.isEmpty)
    #expect(stage.renderer.record.writers.last?.settings.copiedSound == nil)
    #expect(stage.errorLines.count == 1 && stage.errors.contains("No picture is copied, all are encoded. The media"))
    let notes = try #require(jsonObject(stage.output)["notes"] as? [String])
    #expect(notes.count == 1 && notes[0].hasPrefix("No picture is copied"), "\(notes)")
    let quiet = try await run("trim clip.mp4 --range 1.2..1.9 -o out.mp4 --no-smart")
    #expect(quiet.errors.isEmpty, "\(quiet.errors)")
  }

  @Test func `the plan says what is copied, and why not the rest`() async throws {
    let stage = try CommandStage()
    #expect(await stage.run("trim clip.mp4 --range 1..6 -o out.mp4 --dry-run") == .done)
    #expect(stage.output.contains("copied: \"clip.mp4\", frames 50..<150"), "\(stage.output)")
    #expect(stage.output.contains("encoded: frames 0..<25: ") && stage.output.contains("sound 0: copied: "))
    let whole = try CommandStage()
    #expect(await whole.run("trim clip.mp4 --range 1..6 -o out.mp4 --dry-run --no-smart") == .done)
    #expect(!whole.output.contains("copied") && !whole.output.contains("encoded"), "\(whole.output)")
  }

  @Test(arguments: ["--smart", "--no-smart"]) func `packets that are copied are not encoded`(option: String)
    async throws
  {
    let stage = try CommandStage()
    #expect(await stage.run("trim clip.mp4 --range 1..6 -o out.mp4 --copy \(option)") == .usage)
    #expect(stage.errors.contains("--copy encodes nothing"), "\(stage.errors)")
  }
}
