import EditingModel

/// Where the parts of a model stand in the project that they come from.
struct ModelPlaces: Sendable {
  /// Of each track, the file's segment that each of the model's comes from; of an empty edit, the segment after it.
  var segments: [[Int]] = []

  /// The places that `location` may have, the most precise first.
  func pointers(to location: ModelLocation) -> [JSONPointer] {
    let part = pointer(to: location.part)
    guard let property = location.property else { return [part] }
    return Self.keys(of: property).map(part.appending)
  }

  private func pointer(to part: ModelLocation.Part) -> JSONPointer {
    switch part {
    case .composition: Self.composition
    case .track(let index): Self.track(index)
    case .segment(let track, let index): Self.segment(track: track, index: fileSegment(track: track, index: index))
    case .videoComposition: Self.videoComposition
    case .instruction(let index): Self.instruction(index)
    case .layer(let instruction, let index): Self.layer(instruction: instruction, index: index)
    case .layerEntry(let instruction, let layer, let ramps, let index):
      Self.layer(instruction: instruction, index: layer)
        .appending(ramps == .cropRectangle ? "crop" : ramps.rawValue).appending(index)
    case .audioMixInput(let index): Self.audioMixInput(index)
    case .volumeEntry(let input, let index): Self.audioMixInput(input).appending("volume").appending(index)
    }
  }

  private func fileSegment(track: Int, index: Int) -> Int {
    guard segments.indices.contains(track), segments[track].indices.contains(index) else { return index }
    return segments[track][index]
  }

  /// The keys under which a property may stand; which of them there is depends on what the project says.
  private static func keys(of property: ModelLocation.Property) -> [String] {
    switch property {
    case .preferredVolume: ["volume"]
    case .preferredTransform: ["transform"]
    case .sourceStart: ["in"]
    case .sourceDuration: ["duration"]
    case .targetStart: ["at"]
    case .targetDuration: ["to", "duration"]
    case .trackIndex: ["asset"]
    case .start: ["start", "at"]
    case .backgroundColor: ["background"]
    case .passthroughTrackID: ["passthrough"]
    case .requiredSourceTrackIDs: ["requiredTracks"]
    case .trackID: ["track"]
    case .id, .naturalSize, .frameDuration, .renderSize, .renderScale, .instructions, .duration, .value, .from,
      .to:
      [property.rawValue]
    }
  }
}

/// The places of the format itself.
extension ModelPlaces {
  static let assets = JSONPointer(["assets"])
  static let composition = JSONPointer(["composition"])
  static let videoComposition = JSONPointer(["videoComposition"])
  static let instructions = videoComposition.appending("instructions")

  static let tracks = composition.appending("tracks")

  static func asset(_ name: String) -> JSONPointer { assets.appending(name) }
  static func track(_ index: Int) -> JSONPointer { tracks.appending(index) }
  static func segment(track: Int, index: Int) -> JSONPointer {
    Self.track(track).appending("segments").appending(index)
  }
  static func instruction(_ index: Int) -> JSONPointer { instructions.appending(index) }
  static func layer(instruction: Int, index: Int) -> JSONPointer {
    Self.instruction(instruction).appending("layers").appending(index)
  }
  static func audioMixInput(_ index: Int) -> JSONPointer {
    JSONPointer(["audioMix", "inputs"]).appending(index)
  }
}
