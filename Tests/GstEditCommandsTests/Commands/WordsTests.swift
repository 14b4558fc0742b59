import Foundation
import GstEdit
import ScriptedRendering
import Testing

@testable import GstEditCommands

/// What commands say of what they do.
@Suite struct WordsTests {
  @Test func `play says that it writes a preview, and where`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("play project.json") == .done)
    let preview = stage.folder.file("project.preview.mp4").path
    #expect(stage.errors.hasPrefix("Writing a preview of project.json to \(preview)."), "\(stage.errors)")

    let quiet = try CommandStage()
    try quiet.writeProject()
    #expect(await quiet.run("play project.json --progress none") == .done)
    #expect(!quiet.errors.contains("preview of"), "\(quiet.errors)")
  }

  @Test func `a film in place of a project is called one`() async throws {
    let stage = try CommandStage()
    try stage.folder.write("\0\0\0\u{14}ftypqt  ", to: "film.mov")
    #expect(await stage.run("play film.mov") == .invalidProject)
    #expect(stage.errors.contains("film.mov is no project: it holds no text"), "\(stage.errors)")
    #expect(stage.errors.contains("gstedit convert"))
  }

  @Test func `a verified file is said to be`() async throws {
    let stage = try CommandStage()
    try stage.writeProject()
    #expect(await stage.run("export project.json -o film.mp4") == .done)
    #expect(!stage.errors.contains("verified"), "\(stage.errors)")
  }

  @Test func `colors have the names of those that define them`() {
    #expect(Colorimetry.bt709.words == "BT.709, limited range")
    #expect(Colorimetry.bt601.words == "BT.601, limited range")
    #expect(Colorimetry.sRGB.words == "primaries BT.709, transfer sRGB, matrix RGB, full range")
    let hlg = Colorimetry(isFullRange: nil, matrix: 9, transfer: 18, primaries: 9)
    #expect(hlg.words == "primaries BT.2020, transfer HLG, matrix BT.2020")
    #expect(Colorimetry(isFullRange: true, matrix: 2, transfer: 2, primaries: 2).words == "full range")
    #expect(
      Colorimetry(isFullRange: false, matrix: 99, transfer: 2, primaries: 1).words
        == "primaries BT.709, matrix 99, limited range")
  }

  @Test func `a sentence ends with one full stop`() {
    let error = RenderError(.engineFailed, "It failed: the disk is full..", remedy: "Free some…")
    #expect(error.message == "It failed: the disk is full." && error.remedy == "Free some…")
    #expect(RenderError(.engineFailed, "And so on...").message == "And so on...")
  }
}
