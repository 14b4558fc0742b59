import EditingModel
import FoundationEssentials
import MediaFormats
import ProjectFile
import ProjectServices
import Rendering
import ScriptedRendering

/// A project and a renderer with its media: `cat.mp4` and `dog.mp4` of ten seconds, and `phone.mp4`, which is upright.
struct ProjectStage {
  let renderer: ScriptedRenderer
  let render: ProjectRender

  /// A stage for the project `text`; the media of `missing` are not there.
  init(_ text: String, missing: Set<String> = []) throws {
    let sizes = [("cat", 640, 360), ("dog", 640, 360), ("phone", 360, 640)]
    let media = try sizes.filter { !missing.contains($0.0) }.map { name, width, height in
      var facts = try film("\(name).mp4", size: PixelSize(width: width, height: height))
      facts.asset.name = name
      return facts
    }
    renderer = ScriptedRenderer(media: media, compositors: ["wipe"])
    render = ProjectRender(
      try Project(json: text, baseURL: URL(filePath: "/media", directoryHint: .isDirectory)), renderer: renderer)
  }

  /// The text of a project of the cat on track 1 and the dog on track 2, four seconds each, with `instructions`; one without
  /// a video composition if nil.
  static func project(_ instructions: String? = nil, compositor: String = "") -> String {
    let video = instructions.map { instructions in
      """
      , "videoComposition": { "frameDuration": "1/25", "renderSize": [640, 360], \(compositor)
          "instructions": [ \(instructions) ] }
      """
    }
    return """
      { "gstedit": 1, "assets": { "cat": { "uri": "cat.mp4" }, "dog": { "uri": "dog.mp4" } },
        "composition": { "tracks": [
          { "id": 1, "kind": "video", "segments": [ { "asset": "cat", "in": 1, "duration": 4 } ] },
          { "id": 2, "kind": "video", "segments": [ { "asset": "dog", "in": 2, "duration": 4 } ] },
          { "id": 3, "kind": "audio", "segments": [ { "asset": "cat", "in": 0, "duration": 4 } ] } ] }\(video ?? "") }
      """
  }
}
