public import EditServices
public import EditingModel
public import MediaTime
public import ProjectFile
public import Rendering

/// A document that describes an edit: a project file, or a file of another format.
///
/// ``ProjectRender`` does with each of them all that it does with a project: it plans, checks, explains and renders. What differs is
/// here: how a document becomes values (``resolve(with:countingFrames:)``), and where in it stands what something is said about
/// (``pointer(to:)``, ``diagnostic(at:_:expected:)``, and the `DocumentLocator` of the resolved edit).
///
/// ```
///  document ──resolve(media)──► ResolvedDocument ──► plan, check, explain, render
///     ▲                                │
///     └────────── locate ◄─────────────┘  an error, a warning, what is shown at a time
/// ```
///
/// A cut list with a file, a start and a length in each line:
///
/// ```swift
/// struct CutList: EditDocument, DocumentLocator {
///   let cuts: [(asset: AssetReference, start: CMTime, length: CMTime)]
///
///   func resolve(with media: MediaInspector, countingFrames: Bool) async throws -> ResolvedDocument {
///     var track = CompositionTrack(id: 1, mediaType: .video)
///     for cut in cuts {
///       track.segments.append(
///         CompositionTrackSegment(
///           source: .init(asset: cut.asset, trackIndex: 0),
///           sourceRange: CMTimeRange(start: cut.start, duration: cut.length),
///           targetRange: CMTimeRange(start: track.duration, duration: cut.length)))
///     }
///     return ResolvedDocument(ResolvedProject(composition: Composition(tracks: [track]), locator: self))
///   }
///   …
/// }
/// ```
///
/// Threads: any; a document is a value.
public protocol EditDocument: Sendable {
  /// The edit with every time in seconds, and what was learnt of media on the way.
  ///
  /// - Parameters:
  ///   - media: What looks at media, as far as the document leaves something to them: which of their tracks are meant, how long a
  ///     frame lasts, how large the picture is.
  ///   - countingFrames: Whether the caller counts frames of the film, and has to know how long one lasts.
  /// - Throws: `ProjectError` where the document is wrong; `RenderError` where media cannot be read that it takes, or when it is
  ///   cancelled.
  func resolve(with media: MediaInspector, countingFrames: Bool) async throws -> ResolvedDocument

  /// The place of `part` in the document.
  func pointer(to part: DocumentPart) -> JSONPointer

  /// A diagnostic about the value at `pointer`, with its line and column, or about the nearest value around it.
  func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic

  /// The parts of the document as text, for debug views; none unless a format has them.
  var parts: DocumentParts { get }
}

extension EditDocument {
  /// None.
  public var parts: DocumentParts { DocumentParts() }
}

/// A part of a document that is none of the edit's model.
public enum DocumentPart: Hashable, Sendable {
  /// All of it.
  case document
  /// The name of a medium's file.
  case asset(AssetReference)
  /// The composition of pictures, where the model has no video composition.
  case videoComposition
  /// The film's encoding.
  case export
  /// The name of the file of number `index` of the subtitles.
  case subtitles(Int)
}

/// The edit of a document, with every time in seconds.
public struct ResolvedDocument: Sendable {
  /// The edit as values.
  public var model: ResolvedProject
  /// The duration of a frame of the film; nil where that is not known, and nothing counts frames.
  public var frameDuration: CMTime?
  /// The known facts of the media; others are looked up later.
  public var facts: [AssetReference: MediaFacts]

  /// The edit `model`.
  public init(
    _ model: ResolvedProject, frameDuration: CMTime? = nil, facts: [AssetReference: MediaFacts] = [:]
  ) {
    (self.model, self.frameDuration, self.facts) = (model, frameDuration, facts)
  }
}
