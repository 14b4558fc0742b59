import Foundation
import TestSupport
import Testing

/// The lines that newcomers write first, run: at the top level of a script, in an actor, in a class on the main actor.
@Suite("The first lines")
struct FirstLinesTests {
  @Test(arguments: ["FirstLines", "FirstLinesSwift5"])
  func `what a newcomer writes first does what it says`(program: String) async throws {
    let folder = try ScratchFolder()
    let film = IndexedFilm(film: 77) {
      ($0.frameCount, $0.timing, $0.sound) = (
        50, .constant(FrameRate(25)), SoundFile(.tone(hertz: 440)) { $0.codec = .aac }
      )
    }
    let clip = folder.url("clip.mp4")
    try await MediaTools.ffmpeg(
      ["-i", try await film.url().path, "-c", "copy", "-metadata", "title=First lines", clip.path])
    let outcome = try await ProgramRun(
      ProgramLocation.buildFolder.appending(path: program), [clip.path, folder.url.path]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let parts = outcome.outputText.components(separatedBy: "-- ").map { $0.split(separator: "\n").map(String.init) }
    try #require(parts.count == 3)
    #expect(Array(parts[1].dropFirst()) == parts[0] && parts[1].first == "actor")
    #expect(Array(parts[2].dropFirst()) == parts[0] && parts[2].first == "main actor")
    for line in Self.expected { #expect(parts[0].contains(line), "\(line)") }
    for name in ["script", "actor", "window"] {
      for file in ["small.mp4", "titled.mov", "copy.mp4", "written.mp4", "sheet.png", "strip.jpg", "faded.mp4"] {
        #expect(FileManager.default.fileExists(atPath: folder.url("\(name)-\(file)").path), "\(name)-\(file)")
      }
    }
  }

  /// What some of the lines print.
  private static let expected = [
    "tracks 2", "seconds 2.0", "size 320.0 180.0", "enabled true 1", "title First lines", "cut 3.0 2", "film 2",
    "valid true", "shown 320.0", "layers 1 [\"fade\"]", "copied completed without error", "refused outputExists",
    "kept First lines", "presets true", "image 1.0 80 true", "at 0.0", "at 1.0", "whole 320", "written 50 completed",
    "composed 90", "points 10", "loudness true", "explained 1.0 1", "problems []", "faded 2.0 4", "faded frames true",
  ]
}
