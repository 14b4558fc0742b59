public import EditingModel
public import MediaFormats
import MediaTime

/// What a project says, as the values that can be planned and rendered. Every time in it is exact, and it is valid.
public struct ResolvedProject: Sendable {
  /// The media, laid out in time.
  public let composition: Composition
  /// How the picture is composed; nil where that follows from the media.
  public let videoComposition: VideoComposition?
  /// How loud the tracks are; nil where each plays as it is.
  public let audioMix: AudioMix?
  /// What the film is written as, as far as the project says.
  public let export: ExportDescription

  private let places: ModelPlaces
  private let source: ProjectSource

  init(_ resolution: ProjectResolution, export: ExportDescription, source: ProjectSource) {
    self.composition = resolution.composition
    self.videoComposition = resolution.videoComposition
    self.audioMix = resolution.audioMix
    self.export = export
    self.places = resolution.places
    self.source = source
  }

  /// Where a part of the model stands in the project file: its value, or what is nearest to it.
  public func pointer(to location: ModelLocation) -> JSONPointer { source.place(places.pointers(to: location)) }

  /// A diagnostic about a part of the model, at its place in the project file: for what only the media can tell, such as
  /// a segment that asks for more than its file holds.
  public func diagnostic(at location: ModelLocation, _ message: String, expected: String) -> ProjectDiagnostic {
    source.diagnostic(of: Finding(at: pointer(to: location), message, expected: expected))
  }

  /// A diagnostic about an asset's `uri`, at its place in the project file: for a file that is missing or unreadable.
  public func diagnostic(about asset: AssetReference, _ message: String, expected: String) -> ProjectDiagnostic {
    let place = source.place([ModelPlaces.asset(asset.name).appending("uri")])
    return source.diagnostic(of: Finding(at: place, message, expected: expected))
  }
}
