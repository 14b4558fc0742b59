public import MediaTime

/// A diagnostic of validation, something that keeps a model from being rendered: where it is, what was found, and what
/// is expected.
///
/// Validation returns all of them, in the order of the model. What can be rendered and is probably not meant has codes of its own, from
/// ``Code/shortGap`` on, and is given as a warning.
public struct ModelProblem: Diagnosed, Hashable, Sendable {
  /// The kinds of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A track's number is not positive.
    case invalidTrackID
    /// Two tracks have the same number.
    case duplicateTrackID
    /// A time is not finite, or is negative where it must not be.
    case invalidTime
    /// A duration is not finite and greater than zero, or the end of its range is not exact.
    case invalidDuration
    /// A segment does not start where the one before it ends (`AVError.compositionTrackSegmentsNotContiguous`).
    case segmentsNotContiguous
    /// An instruction begins before the one before it ends.
    case instructionsOverlap
    /// A part of the composition's duration has no instruction.
    case timeNotCovered
    /// A reference to a track that the composition does not have.
    case unknownTrack
    /// A reference to a track of the other media type.
    case wrongMediaType
    /// Two entries of an audio mix refer to the same track.
    case duplicateInput
    /// An entry of a ramp begins before the one before it ends.
    case rampsOverlap
    /// A number is not finite or outside its range.
    case valueOutOfRange
    /// A tree of layers that cannot be drawn, or makes an unintended picture.
    case invalidLayer
    /// A font that the machine does not have, or letters that none of its fonts has.
    case missingFont
    /// A hole of a frame or two between two segments: nothing is shown or played there.
    case shortGap
    /// An instruction that begins or ends a frame or two beside a segment that it shows, or lies between two frames.
    case misalignedInstruction
    /// A ramp that ends beside its instruction, its clip or its last value.
    case misalignedRamp
    /// A ramp that begins elsewhere than the one before it ends.
    case rampJumps
    /// A layer that is invisible all through its instruction.
    case layerNeverSeen
    /// A track with pictures that no instruction shows.
    case trackNeverShown
    /// More pictures are decoded at a time than may be.
    case tooManyDecoders
  }

  /// The kind of problem.
  public var code: Code
  /// Its place in the model.
  public var location: ModelLocation
  /// The fault, and the expected value: "a volume from 0 to 10".
  public var diagnostic: Diagnostic
  /// The range of composition time that the problem affects; nil where it affects none in particular.
  public var timeRange: CMTimeRange?

  /// The problem `code` at `location`, in words.
  public init(
    _ code: Code, at location: ModelLocation, _ message: String, expected: String, timeRange: CMTimeRange? = nil
  ) {
    self.init(code, at: location, Diagnostic(message, expected: expected), timeRange: timeRange)
  }

  /// The problem `code` at `location`.
  public init(
    _ code: Code, at location: ModelLocation, _ diagnostic: Diagnostic, timeRange: CMTimeRange? = nil
  ) {
    self.code = code
    self.location = location
    self.diagnostic = diagnostic
    self.timeRange = timeRange
  }
}

extension ModelProblem: CustomStringConvertible {
  /// Its place, with what was found and what is expected.
  public var description: String { "\(location): \(diagnostic)" }
}

/// A part of a model (a track, a segment, an instruction, an entry of a ramp) or a property of it.
///
/// Parts are given by their indices in the model's arrays, from 0.
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
    /// A property in the animation tool's tree, by its path from the root: `sublayers[2].animations[0].keyTimes`.
    case animationLayer(String)
    /// A tree of layers that is a track, of the animation tool, or a property in it by its path from the tree's root.
    case additionalLayer(Int, path: String)
    /// A picture over the film, of the animation tool.
    case overlay(Int)
    /// A title of the animation tool.
    case title(Int)
    /// The subtitles that the animation tool draws.
    case subtitles(Int)
  }

  /// The ramps of a layer.
  public enum LayerRamps: String, Hashable, Sendable {
    case opacity, transform, cropRectangle, clipRectangle
  }

  /// A property of a part, by its name in the model.
  public enum Property: String, Hashable, Sendable {
    case naturalSize
    case id, preferredTransform, preferredVolume
    case trackIndex, sourceStart, sourceDuration, targetStart, targetDuration
    case frameDuration, renderSize, renderScale, instructions, sourceTrackIDForFrameTiming
    case start, duration, backgroundColor, passthroughTrackID, requiredSourceTrackIDs, trackID, frame
    case value, from, to
  }

  /// The part.
  public var part: Part
  /// The property; nil for the part as a whole.
  public var property: Property?

  /// `property` of `part`.
  public init(_ part: Part, _ property: Property? = nil) {
    self.part = part
    self.property = property
  }
}

extension ModelLocation: CustomStringConvertible {
  /// The path through the model: `instructions[1].layerInstructions[0].opacity[2].from`.
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
      case .title(let index): "animationTool.titles[\(index)]"
      case .additionalLayer(let index, let path):
        "animationTool.additionalLayers[\(index)]" + (path.isEmpty ? "" : ".layer.\(path)")
      case .overlay(let index): "animationTool.overlays[\(index)]"
      case .subtitles(let index): "animationTool.subtitles[\(index)]"
      case .animationLayer(let path): path.isEmpty ? "animationTool.layer" : "animationTool.layer.\(path)"
      }
    return property.map { "\(path).\($0.rawValue)" } ?? path
  }
}
