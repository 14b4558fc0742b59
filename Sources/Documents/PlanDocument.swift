import Compositing
import EditingModel
import Foundation
package import MediaFormats
import MediaTime
package import Rendering

/// The JSON of `gstedit plan --json`.
///
/// Times are exact fractions of seconds ("1001/30000"); ranges are `[first, one past the last]`; runs are indices into
/// `picture.runs`, and trees of layers that are tracks into `picture.layerTracks`.
extension RenderPlan {
  package var json: JSONObject { ["picture": picture?.json, "sound": sound?.json] }
}

// MARK: Picture

extension PicturePlan {
  fileprivate var json: JSONObject {
    [
      "size": [size.width, size.height],
      "frameDuration": grid.frameDuration.description,
      "frameTiming": rule.rawValue,
      "frames": frameCount,
      "times": timing.json,
      "origin": origin.description,
      "pixelFormat": pixelFormat.rawValue,
      "colorimetry": colorimetry.json,
      "runs": runs.map(\.json),
      "layerTracks": layerTracks.isEmpty ? nil : layerTracks.map(\.json),
      "spans": spans.map(\.json),
    ]
  }
}

extension FrameTiming {
  /// The beginning of each frame, and the end of the last, where they are not equally far apart from zero on.
  fileprivate var json: [String]? {
    if case .constant(.zero, _, _) = self { return nil }
    return (0...count).map { ((try? border($0)) ?? .zero).description }
  }
}

extension LayerTrack {
  /// The extent in which something of the tree may be seen.
  fileprivate var json: JSONObject {
    [
      "track": trackID.rawValue, "size": [renderSize.width, renderSize.height],
      "frames": drawing.frames.map(\.bounds),
    ]
  }
}

extension SourceRun {
  /// The frames that one decoder delivers.
  fileprivate var json: JSONObject {
    let shown = sourceFrames
    return [
      "clip": clip.json,
      "file": source.asset.url.path,
      "frames": frames.bounds,
      "firstTime": firstTime.description,
      "step": step.description,
      "firstSourceFrame": shown.first,
      "lastSourceFrame": shown.last,
      "repeatedFrames": shown.repeats,
      "droppedFrames": shown.drops,
    ]
  }
}

extension PictureSpan {
  /// A key that is also the name of an element, which only the engine writes as a literal.
  private enum Key: String {
    case compositor
  }

  fileprivate var json: JSONObject {
    let content: JSONObject =
      switch method {
      case .empty(let background): ["background": background.components]
      case .passthrough(let run): ["run": run]
      case .mix(let background, let layers):
        ["background": background.components, "layers": layers.map { $0.json(over: frames) }]
      case .warp(let background, let layers):
        ["background": background.components, "layers": layers.map(\.json)]
      case .custom(let call): [Key.compositor.rawValue: call.json]
      }
    return content.adding(["frames": frames.bounds, "method": method.name])
  }
}

extension MixLayer {
  /// The layer in a span of these frames; the lowest layer is first, and the orientation is Exif's number.
  fileprivate func json(over frames: Range<Int>) -> JSONObject {
    [
      "run": run,
      "place": [place.x, place.y, place.width, place.height],
      "motion": motion?.json { [$0.x, $0.y] },
      "orientation": orientation.rawValue,
      "crop": crop.map { FrameCurve(constant: $0, over: frames).json(\.components) },
      "backdrop": backdrop?.json,
      "opacity": opacity.json(\.self),
    ]
  }
}

extension WarpLayer {
  fileprivate var json: JSONObject {
    [
      "run": feed.run,
      "layerTrack": feed.tree,
      "transform": transform.json(\.components),
      "crop": crop?.json(\.components),
      "backdrop": backdrop?.json,
      "opacity": opacity.json(\.self),
    ]
  }
}

extension Backdrop {
  /// The picture and the blurred copy behind it, which is `size` large; the orientation is Exif's number.
  fileprivate var json: JSONObject {
    [
      "size": [size.width, size.height],
      "orientation": orientation.rawValue,
      "crop": pictureCrop?.components,
      "place": [place.x, place.y, place.width, place.height],
      "blurredCrop": crop.components,
    ]
  }
}

extension CustomCompositing {
  /// The compositor, its parameters, and the tracks whose frames it gets.
  fileprivate var json: JSONObject {
    [
      "name": compositor.name,
      "parameters": compositor.parameters,
      "instruction": instructionIndex,
      "instructionParameters": instruction.parameters,
      "containsTweening": containsTweening,
      "sources": sources.map { source -> JSONObject in
        ["track": source.trackID.rawValue, "run": source.feed.run, "layerTrack": source.feed.tree]
      },
    ]
  }
}

extension Curve where Axis == FrameAxis {
  /// The linear pieces, with the values at the first and the last frame of each.
  fileprivate func json(_ written: (Value) -> some Encodable & Sendable) -> [JSONObject] {
    pieces.map { ["frames": $0.range.bounds, "first": written($0.first), "last": written($0.last)] }
  }
}

extension Colorimetry {
  /// The code points of ITU-T H.273 that are specified.
  package var json: JSONObject {
    let unspecified = 2
    func specified(_ code: Int) -> Int? { code == unspecified ? nil : code }
    return [
      "range": isFullRange.map { $0 ? "full" : "limited" },
      "matrix": specified(matrix),
      "transfer": specified(transfer),
      "primaries": specified(primaries),
    ]
  }
}

// MARK: Sound

extension SoundPlan {
  /// The strips, in samples at `sampleRate`.
  fileprivate var json: JSONObject {
    [
      "sampleRate": grid.rate,
      "channels": channels,
      "samples": sampleCount,
      "losslessFormat": losslessFormat?.rawValue,
      "strips": strips.map { strip -> JSONObject in
        [
          "track": strip.trackID.rawValue,
          "pieces": strip.pieces.map(\.json),
          // Linear gain at the first sample of each piece, and at the one after its last.
          "volume": strip.volume.pieces.map { piece -> JSONObject in
            ["samples": piece.range.bounds, "from": piece.first, "to": piece.last]
          },
        ]
      },
    ]
  }
}

extension StripPiece {
  /// Samples of a clip, or silence. A clip at another speed begins `offset` samples behind `firstSample`, an exact
  /// fraction.
  fileprivate var json: JSONObject {
    [
      "samples": samples.bounds,
      "clip": sound?.clip.json,
      "file": sound?.source.asset.url.path,
      "firstSample": sound?.firstSample,
      "speed": sound?.speed.map { speed -> JSONObject in
        ["rate": speed.rate.description, "offset": speed.offset.description, "pitch": speed.pitch.rawValue]
      },
    ]
  }
}
