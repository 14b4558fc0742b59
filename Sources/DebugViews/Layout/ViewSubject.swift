import EditServices
import EditingModel
import MediaTime
import ProjectServices
import Rendering

/// The subject of a debug view: an edit with its plan, and the places of its parts in a project.
struct ViewSubject {
  /// The edit, what it comes to, and what is to be said of it.
  let structure: EditStructure
  /// Warnings about the project's file and its media.
  let projectWarnings: [ProjectWarning]
  /// The place of a part of the model in a project; nil for one that comes from none.
  private let source: (ModelLocation) -> ProjectPart?
  /// The assets by their numbers, in order of first use.
  private let assets: [AssetReference: Int]

  /// The longest JSON that is shown of a part, in characters.
  private static let longestPart = 4_000

  init(
    _ structure: EditStructure, projectWarnings: [ProjectWarning] = [],
    source: @escaping (ModelLocation) -> ProjectPart?
  ) {
    self.structure = structure
    self.projectWarnings = projectWarnings
    self.source = source
    var assets: [AssetReference: Int] = [:]
    for track in structure.edit.composition.tracks {
      for segment in track.segments {
        guard let asset = segment.source?.asset, assets[asset] == nil else { continue }
        assets[asset] = assets.count
      }
    }
    self.assets = assets
  }

  /// The duration of the film, in seconds: to the end of its last frame or sample.
  var duration: Double {
    let planned = structure.plan.outputDuration?.seconds ?? 0
    return max(structure.edit.composition.duration.seconds, planned)
  }

  /// The style of a segment of `asset`.
  func style(of asset: AssetReference) -> DebugBox.Style { .asset(assets[asset] ?? 0) }

  /// The project's part at `location`; nil where there is none, and for nil.
  func part(at location: ModelLocation?) -> ProjectPart? {
    guard let location, var part = source(location) else { return nil }
    if part.json.count > Self.longestPart { part.json = part.json.prefix(Self.longestPart) + "…" }
    return part
  }

  /// `location` where the instructions are the edit's own; nil where they stand in.
  func locationInEdit(_ location: ModelLocation) -> ModelLocation? { structure.hasStandIn ? nil : location }

  /// A summary of the film, in a line: "10 s · 640x360, 250 frames, 25 a second · 48000 Hz, 2 channels · 3 tracks".
  var summary: String {
    let edit = structure.edit
    var words = [ValueWords.time(edit.composition.duration.seconds)]
    if let picture = structure.plan.picture {
      let rate = 1 / picture.grid.frameDuration.seconds
      words.append(
        "\(picture.size), \(ValueWords.count(picture.frameCount, "frame")), \(ValueWords.number(rate)) a second")
    }
    if let sound = structure.plan.sound {
      words.append("\(sound.grid.rate) Hz, \(ValueWords.count(sound.channels, "channel"))")
    }
    words.append(ValueWords.count(edit.composition.tracks.count, "track"))
    if !structure.hasStandIn, let instructions = structure.videoComposition?.instructions {
      words.append(ValueWords.count(instructions.count, "instruction"))
    }
    words.append(ValueWords.count(structure.warnings.count + projectWarnings.count, "warning"))
    return words.joined(separator: " · ")
  }
}
