import EditServices
import EditingModel
import Layers
import MediaFormats
import MediaTime
public import ProjectFile
import Rendering
public import Subtitles

/// The subtitles of a project's film.
public struct FilmSubtitles: Hashable, Sendable {
  /// The cues in the composition's time, their language and their flags.
  public var track: SubtitleTrack
  /// The project's entry of them.
  public var source: ProjectSubtitles
  /// Parts of their file that could not be read.
  public var warnings: [SubtitleWarning]
}

extension ProjectRender {
  /// The subtitles of the project's film, drawn ones among them, in the composition's time.
  ///
  /// - Throws: `ProjectError` or `RenderError`.
  public func subtitles() async throws -> [FilmSubtitles] {
    try await timing(countingFrames: false).subtitles
  }

  /// Reads the files of the subtitles of `model`, and puts their cues where the clips are that they belong to.
  ///
  /// - Throws: `RenderError` that names the asset.
  func subtitles(of model: ResolvedProject) async throws -> [FilmSubtitles] {
    var found: [FilmSubtitles] = []
    for source in model.subtitles {
      let stored = try await renderer.subtitles(of: source.asset, charset: source.charset)
      let chosen = try source.chosen(of: stored)
      var track = chosen.track
      track.languageTag = source.languageTag ?? track.languageTag
      track.name = source.name ?? track.name
      (track.isForced, track.isDefault) = (source.isForced, source.isDefault)
      // Tracks hold cues, and a style that is asked for is one of cues.
      if source.mode == .soft || source.isStyled { track.document.script = nil }
      do {
        track.document = try track.document.shifted(by: source.offset)
        if let clip = source.clip {
          track.document = try track.document.mapped(through: model.stretches(of: clip, on: source.trackID))
        }
      } catch {
        throw RenderError(
          .invalidModel, "The times of the subtitles cannot be computed exactly: \(error)",
          remedy: "Give segments times with smaller denominators.", asset: source.asset)
      }
      found.append(FilmSubtitles(track: track, source: source, warnings: chosen.warnings))
    }
    return found
  }
}

extension ProjectSubtitles {
  /// The track among those of the file that the project means.
  fileprivate func chosen(of tracks: [StoredSubtitles]) throws(RenderError) -> StoredSubtitles {
    let found: StoredSubtitles? =
      if let sourceTrack {
        tracks.indices.contains(sourceTrack) ? tracks[sourceTrack] : nil
      } else if let languageTag, tracks.count > 1 || tracks.first?.number != nil {
        tracks.first { $0.track.speaks(languageTag) }
      } else {
        tracks.first
      }
    if let found { return found }
    let known = tracks.enumerated().map { "\($0) (\($1.track.languageTag ?? "of no language"))" }
    throw RenderError(
      .mediaUnreadable,
      tracks.isEmpty
        ? "The file has no subtitles that are text."
        : sourceTrack.map { "The file has no track \($0) of text." }
          ?? "The file has no text in the language \(languageTag ?? "").",
      remedy: tracks.isEmpty ? "Name another asset." : "It has \(known.joined(separator: ", ")).", asset: asset)
  }
}

extension ResolvedProject {
  /// The stretches of `clip` that the first track shows which has some, or track `trackID`, and where.
  fileprivate func stretches(
    of clip: AssetReference, on trackID: TrackID?
  ) throws(RationalError) -> [(source: RationalRange, target: RationalRange)] {
    let tracks = layout.tracks(withMediaType: .video) + layout.tracks(withMediaType: .audio)
    let track = tracks.first { track in
      track.isEnabled && (trackID ?? track.id) == track.id && track.segments.contains { $0.source?.asset == clip }
    }
    var found: [(source: RationalRange, target: RationalRange)] = []
    for segment in track?.segments ?? [] where segment.source?.asset == clip {
      let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
      guard let start = source.start.rational, let length = source.duration.rational, let at = target.start.rational,
        let duration = target.duration.rational
      else { continue }
      found.append(
        (try RationalRange(start: start, duration: length), try RationalRange(start: at, duration: duration)))
    }
    return found
  }

  /// The edit that the project describes, with `subtitles` in it.
  func edit(with subtitles: [FilmSubtitles]) -> EditSnapshot {
    var edit = edit
    edit.subtitles = subtitles.filter { $0.source.mode == .soft }.map(\.track)
    let drawn = subtitles.filter { $0.source.mode == .burn }
    guard !drawn.isEmpty else { return edit }
    // Without a video composition, the default one gets the layers.
    var videoComposition = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    var tool = videoComposition.animationTool ?? AnimationTool()
    tool.subtitles = drawn.map { SubtitleOverlay($0.track.document, style: $0.source.style) }
    videoComposition.animationTool = tool
    edit.videoComposition = videoComposition
    return edit
  }
}
