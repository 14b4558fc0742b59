public import EditingModel
public import MediaFormats
import MediaTime

/// The edit that a document describes, as values that can be planned and rendered. All times are exact, and the model is valid.
public struct ResolvedProject: Sendable {
  /// The media, laid out in time: with tracks that overlap for transitions, and one of music.
  public let composition: Composition
  /// The tracks as the document lays them out: each segment from cut to cut, without music.
  public let layout: Composition
  /// The composition of the picture; nil where the media decide.
  public let videoComposition: VideoComposition?
  /// The subtitles that the document names, whose files are still to be read.
  public let subtitles: [ProjectSubtitles]
  /// The volume of the audio tracks; nil where each plays unchanged.
  public let audioMix: AudioMix?
  /// The export settings that the document gives.
  public let export: ExportDescription

  /// The places of the model's parts in the document.
  private let locator: any DocumentLocator
  /// The transitions that the project format describes, which became tracks, instructions and ramps.
  private let transitions: [FoundTransition]
  /// The origins of tracks that transitions have made; nil where the model has those of the file.
  private let trackOrigins: [TransitionLowering.TrackOrigin]?

  /// The edit of a document whose parts `locator` finds. Transitions of the document are tracks that overlap, instructions and ramps
  /// by now, as `TransitionLowering` makes them.
  ///
  /// - Parameter layout: The tracks from cut to cut; `composition` if nil.
  public init(
    composition: Composition, layout: Composition? = nil, videoComposition: VideoComposition? = nil,
    audioMix: AudioMix? = nil, subtitles: [ProjectSubtitles] = [], export: ExportDescription = ExportDescription(),
    locator: any DocumentLocator
  ) {
    (self.composition, self.layout) = (composition, layout ?? composition)
    (self.videoComposition, self.audioMix, self.subtitles) = (videoComposition, audioMix, subtitles)
    (self.export, self.locator) = (export, locator)
    (self.transitions, self.trackOrigins) = ([], nil)
  }

  init(_ resolution: ProjectResolution, export: ExportDescription, source: ProjectSource) {
    (self.composition, self.layout) = (resolution.composition, resolution.layout)
    (self.videoComposition, self.audioMix) = (resolution.videoComposition, resolution.audioMix)
    (self.subtitles, self.export) = (resolution.subtitles, export)
    self.locator = ProjectLocator(pointers: resolution.pointers, source: source)
    (self.transitions, self.trackOrigins) = (resolution.transitions, resolution.pointers.trackOrigins)
  }

  /// The position of a part of the model in the document: its value, or the nearest value around it.
  public func pointer(to location: ModelLocation) -> JSONPointer { locator.pointer(to: location) }

  /// A diagnostic about a part of the model, for what only the media show: such as a segment that asks for more than its
  /// file holds.
  public func diagnostic(at location: ModelLocation, _ message: String, expected: String) -> ProjectDiagnostic {
    locator.diagnostic(at: pointer(to: location), message, expected: expected)
  }

  /// The handle that segment `segment` of track number `track` of ``composition`` gives to a transition behind its end, and the transition;
  /// nil where it gives nothing.
  public func handle(ofSegment segment: Int, inTrack track: Int) -> (handle: ClipHandle, transition: ClipTransition)? {
    guard let trackOrigins, trackOrigins.indices.contains(track), let handle = trackOrigins[track].handles[segment]
    else { return nil }
    return (handle, transitions[handle.transition].placed.transition)
  }

  /// The transitions of the project format, at the cuts of ``layout``.
  public var placedTransitions: [PlacedTransition] { transitions.map(\.placed) }

  /// A diagnostic about number `index` of ``placedTransitions``.
  public func diagnostic(
    aboutTransition index: Int, _ message: String, expected: String
  ) -> ProjectDiagnostic {
    locator.diagnostic(at: transitions[index].pointer, message, expected: expected)
  }
}
