import EditingModel

/// The places of a project's parts in its text.
struct ProjectLocator: DocumentLocator {
  /// The parts' pointers in the project as it was read.
  let pointers: ModelPointers
  /// The text.
  let source: ProjectSource

  func pointer(to location: ModelLocation) -> JSONPointer {
    source.nearestPointer(among: pointers.candidates(for: location))
  }

  func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic {
    source.diagnostic(at: pointer, message, expected: expected)
  }
}

/// Maps the parts of a model to their JSON pointers in the project file.
struct ModelPointers: Sendable {
  /// For each track, the index in the file of each of the model's segments; an empty edit has that of the segment after
  /// it.
  var segmentIndices: [[Int]] = []
  /// The origins of tracks that transitions have made; nil where the model has those of the file.
  var trackOrigins: [TransitionLowering.TrackOrigin]?
  /// The origins of instructions that transitions have cut; nil where the model has those of the file.
  var instructionOrigins: [TransitionLowering.InstructionOrigin]?
  /// The index of the track that holds the music; nil without.
  var musicTrack: Int?
  /// The source of the volume of each input of the audio mix that the file does not have, by its index: the model's
  /// track, which holds the music or has transitions.
  var volumeTracks: [Int: Int] = [:]
  /// Whether the file has instructions of its own.
  var hasInstructions = false

  /// The pointers that `location` may have, the most precise first.
  func candidates(for location: ModelLocation) -> [JSONPointer] {
    let part = pointer(to: location.part)
    guard let property = location.property else { return [part] }
    return Self.keys(of: property).map(part.appending)
  }

  private func pointer(to part: ModelLocation.Part) -> JSONPointer {
    switch part {
    case .composition: Self.composition
    case .track(let index): index == musicTrack ? Self.music : Self.track(fileIndex(track: index))
    case .segment(let track, let index):
      track == musicTrack
        ? Self.music
        : Self.segment(track: fileIndex(track: track), index: fileIndex(track: track, segment: index))
    case .videoComposition: Self.videoComposition
    case .instruction(let index): Self.instruction(fileIndex(instruction: index))
    case .layer(let instruction, let index): fileLayer(instruction: instruction, index: index)
    case .layerEntry(let instruction, let layer, let ramps, let index):
      fileLayer(instruction: instruction, index: layer).appending(Self.key(of: ramps)).appending(index)
    case .audioMixInput(let index): volumeTrack(ofInput: index) ?? Self.audioMixInput(index)
    case .volumeEntry(let input, let index):
      volumeTrack(ofInput: input) ?? Self.audioMixInput(input).appending("volume").appending(index)
    case .animationLayer(let path): Self.layer(path, in: Self.layers)
    case .additionalLayer(let index, let path):
      path.isEmpty
        ? Self.additionalLayers.appending(index)
        : Self.layer(path, in: Self.additionalLayers.appending(index).appending("layers"))
    case .overlay(let index): Self.overlays.appending(index)
    case .title(let index): Self.titles.appending(index)
    // Subtitles that become tracks stand among them in the file.
    case .subtitles: Self.subtitles
    }
  }

  private func volumeTrack(ofInput index: Int) -> JSONPointer? {
    volumeTracks[index].map { pointer(to: .track($0)) }
  }

  private static func key(of ramps: ModelLocation.LayerRamps) -> String {
    switch ramps {
    case .opacity, .transform: ramps.rawValue
    case .cropRectangle: "crop"
    case .clipRectangle: "clip"
    }
  }

  private func fileIndex(track: Int) -> Int {
    guard let origins = trackOrigins, origins.indices.contains(track) else { return track }
    return origins[track].track
  }

  private func fileIndex(instruction: Int) -> Int {
    guard let origins = instructionOrigins, origins.indices.contains(instruction) else { return instruction }
    return origins[instruction].instruction
  }

  private func fileLayer(instruction: Int, index: Int) -> JSONPointer {
    let layers = instructionOrigins.flatMap { $0.indices.contains(instruction) ? $0[instruction].layers : nil }
    let layer = layers.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? index
    return Self.layer(instruction: fileIndex(instruction: instruction), index: layer)
  }

  private func fileIndex(track: Int, segment: Int) -> Int {
    var (track, segment) = (track, segment)
    if let origins = trackOrigins, origins.indices.contains(track) {
      let origin = origins[track]
      if origin.segments.indices.contains(segment) { segment = origin.segments[segment] }
      track = origin.track
    }
    guard segmentIndices.indices.contains(track), segmentIndices[track].indices.contains(segment) else {
      return segment
    }
    return segmentIndices[track][segment]
  }

  /// The keys of a property; the project uses one of them.
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
    case .id, .naturalSize, .frameDuration, .renderSize, .renderScale, .instructions,
      .sourceTrackIDForFrameTiming, .duration, .value, .from, .to, .frame:
      [property.rawValue]
    }
  }
}

/// The pointers that the format fixes.
extension ModelPointers {
  static let assets = JSONPointer(["assets"])
  static let composition = JSONPointer(["composition"])
  static let tracks = composition.appending("tracks")
  static let videoComposition = JSONPointer(["videoComposition"])
  static let layers = JSONPointer(["layers"])
  static let additionalLayers = JSONPointer(["additionalLayers"])
  static let overlays = JSONPointer(["overlays"])
  static let titles = JSONPointer(["titles"])
  static let titleStyles = JSONPointer(["titleStyles"])
  static let subtitles = JSONPointer(["subtitles"])
  static let music = JSONPointer(["music"])
  static let instructions = videoComposition.appending("instructions")

  static func asset(_ name: String) -> JSONPointer { assets.appending(name) }
  static func track(_ index: Int) -> JSONPointer { tracks.appending(index) }
  static func segment(track: Int, index: Int) -> JSONPointer {
    Self.track(track).appending("segments").appending(index)
  }
  static func instruction(_ index: Int) -> JSONPointer { instructions.appending(index) }
  static func layer(instruction: Int, index: Int) -> JSONPointer {
    Self.instruction(instruction).appending("layers").appending(index)
  }
  /// The place of what stands at `path` of the tree whose root holds `layers`: `sublayers[2].animations[0].duration`.
  static func layer(_ path: String, in layers: JSONPointer) -> JSONPointer {
    path.split(separator: ".").reduce(layers) { pointer, step in
      let parts = step.split(separator: "[").map { String($0.prefix { $0 != "]" }) }
      let isRoot = pointer == layers && parts.first == "sublayers"
      let start = isRoot ? pointer : pointer.appending(parts.first ?? "")
      return parts.dropFirst().reduce(start) { $0.appending(Int($1) ?? 0) }
    }
  }
  static func audioMixInput(_ index: Int) -> JSONPointer {
    JSONPointer(["audioMix", "inputs"]).appending(index)
  }
}
