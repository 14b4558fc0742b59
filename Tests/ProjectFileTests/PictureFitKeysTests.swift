import EditingModel
import MediaTime
import ProjectFile
import Testing

/// The keys that say how pictures are placed.
struct PictureFitKeysTests {
  private static let layer = #""layers": [ { "track": 1 } ]"#

  @Test(arguments: zip(["fit", "fill", "stretch", "none", "blur"], PictureFit.allCases))
  func `each word is a fit, in a layer and for the film`(word: String, fit: PictureFit) throws {
    let text = Projects.contract.replacing(
      Self.layer, with: #""layers": [ { "track": 1, "fit": "\#(word)", "frame": [-10, 0, 640.5, 360] } ]"#
    ).replacing(#""renderScale": 1"#, with: #""fit": "\#(word)""#)
    let video = try #require(try Project(text).resolve().videoComposition)
    #expect(video.fit == fit)
    let layer = video.instructions[0].layerInstructions[0]
    #expect(layer.fit == fit && layer.frame == Rectangle(x: -10, y: 0, width: 640.5, height: 360))
  }

  @Test func `another word is refused, with the one that was meant`() throws {
    let found = diagnostics(replacing: Self.layer, with: #""layers": [ { "track": 1, "fit": "blurr" } ]"#)
    #expect(found.map(\.pointer.description) == ["/videoComposition/instructions/0/layers/0/fit"])
    #expect(found.first?.suggestion == "blur", "\(found)")
    let key = diagnostics(replacing: Self.layer, with: #""layers": [ { "track": 1, "frme": [0, 0, 10, 10] } ]"#)
    #expect(key.first?.suggestion == "frame", "\(key)")
  }

  @Test(arguments: ["[0, 0, 0, 10]", "[0, 0, 10, -1]", "[99999, 0, 10, 10]"])
  func `a frame that can hold no picture is refused`(frame: String) throws {
    let found = diagnostics(replacing: Self.layer, with: #""layers": [ { "track": 1, "frame": \#(frame) } ]"#)
    #expect(found.map(\.pointer.description) == ["/videoComposition/instructions/0/layers/0/frame"])
    #expect(found.first?.expected == "x and y from -16384 to 16384, width and height from 2 to 16384")
  }

  @Test func `with a fit, all else may be left to the media`() throws {
    let video = try #require(try Project(Projects.stacked).resolve().videoComposition)
    #expect(video.isStandIn && video.fit == .resizeAspectFill && video.frameDuration == .invalid)
    #expect(video.renderSize == Size(width: 1080, height: 1920))
    let project = try Project(Projects.stacked.replacing(#""renderSize": [1080, 1920], "#, with: ""))
    #expect(try project.resolve().videoComposition == VideoComposition(fit: .resizeAspectFill))
    #expect(project.frameDuration == nil)
    // Frames are counted on the media's grid.
    let counted = try Project(Projects.stacked.replacing(#""duration": 1 "#, with: #""duration": "50f" "#))
    #expect(throws: ProjectError.self) { try counted.resolve() }
    let duration = try counted.resolve(frameDuration: CMTime(value: 1, timescale: 25)).composition.duration
    #expect(duration == CMTime(value: 2, timescale: 1))
  }

  @Test func `what stands without a fit, or beside instructions, is demanded`() throws {
    let found = diagnostics(Projects.stacked.replacing(#", "fit": "fill""#, with: ""))
    #expect(
      found.map(\.message) == [#"The key "frameDuration" is missing."#, #"The key "instructions" is missing."#])
    let size = diagnostics(replacing: #""renderSize": [1280, 720],"#, with: #""fit": "fit","#)
    #expect(size.map(\.message) == [#"The key "renderSize" is missing."#])
  }

  @Test func `a stacked film is written as it is read`() throws {
    let project = try Project(Projects.stacked)
    let film = try project.resolve()
    let written = try Project(
      composition: film.composition, videoComposition: film.videoComposition, baseURL: folder)
    #expect(try Project(written.json).resolve().videoComposition == film.videoComposition)
    #expect(!written.json.contains("instructions") && !written.json.contains("frameDuration"))
  }
}
