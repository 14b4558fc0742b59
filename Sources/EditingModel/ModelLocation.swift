/// Which part of a model something is about: a track, a segment, an instruction, one entry of a ramp; and there, which
/// of its properties.
///
/// Parts are counted from 0, as the model's arrays count them.
public struct ModelLocation: Hashable, Sendable {
  /// A part of a composition, a video composition or an audio mix.
  public enum Part: Hashable, Sendable {
    /// The composition as a whole.
    case composition
    /// A track of the composition.
    case track(Int)
    /// A segment of a track.
    case segment(track: Int, index: Int)
    /// The video composition as a whole.
    case videoComposition
    /// An instruction of the video composition.
    case instruction(Int)
    /// A layer of an instruction; 0 is the topmost.
    case layer(instruction: Int, index: Int)
    /// An entry of one of a layer's ramps.
    case layerEntry(instruction: Int, layer: Int, ramps: LayerRamps, index: Int)
    /// The parameters of one track in the audio mix.
    case audioMixInput(Int)
    /// An entry of the volume of a track in the audio mix.
    case volumeEntry(input: Int, index: Int)
  }

  /// The ramps of a layer.
  public enum LayerRamps: String, Hashable, Sendable {
    case opacity, transform, cropRectangle
  }

  /// A property of a part, by its name in the model.
  public enum Property: String, Hashable, Sendable {
    case naturalSize
    case id, preferredTransform, preferredVolume
    case trackIndex, sourceStart, sourceDuration, targetStart, targetDuration
    case frameDuration, renderSize, renderScale, instructions
    case start, duration, backgroundColor, passthroughTrackID, requiredSourceTrackIDs, trackID
    case value, from, to
  }

  /// The part.
  public var part: Part
  /// Its property; nil where the part as a whole is meant.
  public var property: Property?

  /// `property` of `part`.
  public init(_ part: Part, _ property: Property? = nil) {
    self.part = part
    self.property = property
  }
}

extension ModelLocation: CustomStringConvertible {
  /// The way to it through the model: `instructions[1].layerInstructions[0].opacity[2].from`.
  public var description: String {
    let path =
      switch part {
      case .composition: "composition"
      case .track(let index): "tracks[\(index)]"
      case .segment(let track, let index): "tracks[\(track)].segments[\(index)]"
      case .videoComposition: "videoComposition"
      case .instruction(let index): "instructions[\(index)]"
      case .layer(let instruction, let index): "instructions[\(instruction)].layerInstructions[\(index)]"
      case .layerEntry(let instruction, let layer, let ramps, let index):
        "instructions[\(instruction)].layerInstructions[\(layer)].\(ramps.rawValue)[\(index)]"
      case .audioMixInput(let index): "inputParameters[\(index)]"
      case .volumeEntry(let input, let index): "inputParameters[\(input)].volume[\(index)]"
      }
    return property.map { "\(path).\($0.rawValue)" } ?? path
  }
}
