import Documents
import Foundation
import GstEdit

extension CommandEnvironment {
  /// Writes `plan` to standard output: what `--dry-run` shows.
  func write(_ plan: ExportPlan, asJSON: Bool) throws {
    guard asJSON else { return try write(plan.text) }
    switch plan {
    case .render(let film):
      let segments = film.render.picture.flatMap { picture in
        film.segments?.segments.map { $0.frames(in: picture).bounds }
      }
      let sounds = film.smartSounds?.map { sound -> JSONObject in
        [
          "method": sound.copied == nil ? "encode" : "copy", "why": sound.copied == nil ? sound.reasons : nil,
          "file": sound.copied?.source.asset.url.path, "samples": sound.copied?.samples.bounds,
          "start": sound.copied?.start,
        ]
      }
      try write(JSONOutput.document(film.render.renderedPart.json.adding(["segments": segments, "sounds": sounds])))
    case .copy(let plan): try write(JSONOutput.document(plan.json))
    }
  }
}
