import Foundation
import MediaTime
import ProjectEditing
import ProjectFile

/// Small projects that gestures are tried on, and short ways to try them.
enum Films {
  /// The folder that paths start from.
  static let folder = URL(filePath: "/films", directoryHint: .isDirectory)

  /// A video track with these segments, and what stands behind the composition.
  static func text(_ segments: String, _ rest: String = "", track: String = "", audio: String? = nil) -> String {
    """
    {
      "gstedit": 1,
      "assets": { "cat": { "uri": "cat.mp4" }, "dog": { "uri": "dog.mp4" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
            \(segments) ]\(track) }\(audio.map { ",\n    { \"id\": 2, \"kind\": \"audio\", \"segments\": [ \($0) ] }" } ?? "") ] }\(rest)
    }

    """
  }

  /// `text` with `edit`, where the cat is ten seconds long and frames last 1/25 s.
  static func edited(
    _ text: String, _ edit: TimelineEdit, durations: [String: Rational] = ["cat": Rational(10), "dog": Rational(10)],
    frameDuration: Rational? = try? Rational(1, 25), stills: Set<String> = []
  ) throws -> String {
    let context = EditContext(
      baseURL: folder, frameDuration: frameDuration, mediaDurations: durations, stills: stills,
      renderSize: [640, 360], fileDurations: ["new.mp4": Rational(4), "sound/voice.wav": Rational(3)])
    return try ProjectEditor(context).apply(edit, to: text)
  }

  /// `text` with the edit that `json` is.
  static func edited(_ text: String, json: String) throws -> String {
    try edited(text, try TimelineEdit(json: Array(json.utf8)))
  }

  /// The place of segment `index` of track number `track`.
  static func segment(_ index: Int, track: Int = 0) -> JSONPointer {
    JSONPointer(["composition", "tracks", String(track), "segments", String(index)])
  }

  /// The seconds that `text` says.
  static func seconds(_ text: String) -> Rational {
    (try? ProjectTime(text))?.exact ?? Rational(-1)
  }
}

extension ProjectTime {
  /// The seconds, of one that counts none.
  var exact: Rational? { try? seconds(frameDuration: nil) }
}
