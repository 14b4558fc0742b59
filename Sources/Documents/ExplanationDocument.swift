import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ProjectFile
package import ProjectServices
import Rendering

/// The JSON of `gstedit explain --json`.
///
/// Times are exact fractions of seconds ("1001/30000"); pointers are JSON pointers (RFC 6901) into the project.
extension ProjectExplanation {
  package var json: JSONObject {
    [
      "time": explanation.exactTime.description,
      "timecode": explanation.exactTime.timecode,
      "picture": explanation.picture.map(model.json),
      "sound": explanation.sound.map(model.json),
    ]
  }
}

extension ResolvedProject {
  fileprivate func json(_ picture: PictureExplanation) -> JSONObject {
    let range = picture.timeRange
    // Without a video composition there is neither an index nor a pointer.
    let instruction: JSONObject = [
      "index": picture.instruction,
      "pointer": picture.instruction.map { pointer(to: ModelLocation(.instruction($0))).description },
      "start": range.start.rational?.description,
      "duration": range.duration.rational?.description,
      "background": picture.backgroundColor.components,
    ]
    return [
      "frame": picture.frame,
      "frames": picture.frameCount,
      "frameTime": picture.exactFrameTime.description,
      "method": picture.method,
      "instruction": instruction,
      // The topmost layer is first.
      "layers": picture.layers.map(json),
      // And so it is here.
      "drawnLayers": picture.drawnLayers.reversed().map { layer -> JSONObject in
        [
          "pointer": pointer(to: layer.location).description, "type": layer.type, "name": layer.name,
          "opacity": layer.opacity, "hidden": layer.isHidden,
        ]
      },
    ]
  }

  private func json(_ layer: PictureExplanation.Layer) -> JSONObject {
    [
      "track": layer.trackID.rawValue,
      "pointer": layer.location.map { pointer(to: $0).description },
      "visibility": layer.visibility.rawValue,
      "layers": layer.tree.map { pointer(to: $0).description },
      "segment": layer.clip.map(segment),
      "sourceFrame": layer.sourceFrame?.number,
      "sourceTimestamp": layer.sourceFrame?.exactTimestamp.description,
      "sourceFrameDuration": layer.sourceFrame?.exactDuration?.description,
      "decoder": layer.decoder?.name,
      "opacity": json(layer.opacity, \.self),
      "fit": layer.fit?.rawValue,
      "frame": layer.frame?.components,
      "transform": json(layer.transform, \.components),
      "crop": layer.crop.map { json($0, \.components) },
      "clip": layer.clipRectangle.map { json($0, \.components) },
      "place": layer.place?.components,
    ]
  }

  fileprivate func json(_ sound: SoundExplanation) -> JSONObject {
    [
      "sample": sound.sample,
      "samples": sound.sampleCount,
      "sampleRate": sound.sampleRate,
      "tracks": sound.tracks.map(json),
    ]
  }

  private func json(_ track: SoundExplanation.Track) -> JSONObject {
    [
      "track": track.trackID.rawValue,
      "pointer": pointer(to: track.location).description,
      "audibility": track.audibility.rawValue,
      "segment": track.clip.map { segment($0).adding(["pitch": track.pitch?.rawValue]) },
      "gain": track.gain,
      "volume": json(track.volume, \.self),
      "trackVolume": track.trackVolume,
    ]
  }

  /// A segment, and the time in its media.
  private func segment(_ clip: ExplainedClip) -> JSONObject {
    let mapping = clip.timeMapping
    return [
      "index": clip.reference.segmentIndex,
      "pointer": pointer(to: clip.location).description,
      "asset": clip.reference.asset.name,
      "file": clip.reference.asset.url.path,
      "sourceStart": mapping.source.start.rational?.description,
      "sourceDuration": mapping.source.duration.rational?.description,
      "start": mapping.target.start.rational?.description,
      "duration": mapping.target.duration.rational?.description,
      "rate": clip.rate.description,
      "sourceTime": clip.exactSourceTime.description,
    ]
  }

  /// A value and its cause: `initial` before the first entry, a `setting`, or a `ramp`, whose last value holds after it.
  private func json<Value, Written: Encodable & Sendable>(
    _ explained: ExplainedValue<Value>, _ written: (Value) -> Written
  ) -> JSONObject {
    let pointer = explained.location.map { self.pointer(to: $0).description }
    let cause: JSONObject =
      switch explained.entry {
      case nil:
        ["kind": "initial"]
      case .setting(let at, let value):
        ["kind": "setting", "pointer": pointer, "start": at.rational?.description, "value": written(value)]
      case .ramp(let range, let from, let to):
        [
          "kind": "ramp", "pointer": pointer, "start": range.start.rational?.description,
          "duration": range.duration.rational?.description, "from": written(from), "to": written(to),
        ]
      }
    return ["value": written(explained.value), "cause": cause]
  }
}
