public import EditingModel
public import FoundationEssentials

/// A source for services: anything that can be seen or heard, a file as well as an edit.
///
/// | source | taken part |
/// |---|---|
/// | `URL`, ``AssetReference``, ``URLAsset`` | the file |
/// | ``Composition``, ``CompositionAsset`` | the film of its tracks |
/// | ``EditSnapshot`` | the film, as its video composition shows and its audio mix plays it |
/// | ``AnalysisSubject`` | any of these as a value, or one track of a file |
///
/// ```swift
/// let pauses = try await SilenceDetector(of: URL(filePath: "talk.mp4")).stretches().silent
/// let image = try await ImageGenerator(asset: edit).image(at: .zero)
/// ```
///
/// Files are not touched until a service is asked for something.
public protocol MediaSource: Sendable {
  /// The film or the file's track that services take.
  var analysisSubject: AnalysisSubject { get }
}

/// The subject of an analysis, as a value: an edit as its film shows and plays it, or one track of a media file.
///
/// ```swift
/// let song = AnalysisSubject(AssetReference(url: URL(filePath: "song.flac")))
/// let film = AnalysisSubject(EditSnapshot(composition: movie))
/// ```
public struct AnalysisSubject: MediaSource, Hashable {
  /// The edit or the track.
  package let kind: Kind

  /// The kinds of subject.
  package enum Kind: Hashable, Sendable {
    /// A film's picture or sound.
    case edit(EditSnapshot)
    /// Track number `track` of a file's video or audio tracks; if nil the first enabled one.
    case file(AssetReference, track: Int?)
  }

  /// The film of `edit`: its composed picture, and the mix of its sound.
  public init(_ edit: EditSnapshot) {
    kind = .edit(edit)
  }

  /// Number `track`, counted from 0, of the video tracks of the file of `asset` where pictures are taken, and of its
  /// audio tracks where sound is; if nil the first enabled one.
  public init(_ asset: AssetReference, track: Int? = nil) {
    kind = .file(asset, track: track)
  }

  /// Itself.
  public var analysisSubject: AnalysisSubject { self }
}

extension EditSnapshot: MediaSource {
  /// Its film.
  public var analysisSubject: AnalysisSubject { AnalysisSubject(self) }
}

extension Composition: MediaSource {
  /// The film of its tracks.
  public var analysisSubject: AnalysisSubject { AnalysisSubject(EditSnapshot(composition: self)) }
}

extension AssetReference: MediaSource {
  /// The file.
  public var analysisSubject: AnalysisSubject { AnalysisSubject(self) }
}

extension URL: MediaSource {
  /// The file there.
  public var analysisSubject: AnalysisSubject { AnalysisSubject(AssetReference(url: self)) }
}
