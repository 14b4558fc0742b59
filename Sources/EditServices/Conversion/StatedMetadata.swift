import EditingModel
import MediaFormats
import MediaTime
import Rendering

extension ExportRequest {
  /// What a file of `fileType` says of itself: what the request says, or else what the one file says of which the edit is made.
  func statedMetadata(in fileType: FileType, renderer: any Renderer) async throws(RenderError) -> FileMetadata {
    if let metadata { return metadata }
    let tracks = edit.composition.tracks.filter { $0.isEnabled && !$0.segments.isEmpty }
    let media = Set(tracks.flatMap(\.segments).compactMap(\.source?.asset))
    guard metadataFilter != .none, fileType.holdsStatements, media.count == 1, let asset = media.first else {
      return FileMetadata()
    }
    let inspector = MediaInspector(renderer: renderer)
    var stated = metadataFilter.filtered(try await inspector.metadata(of: asset))
    guard !stated.chapters.isEmpty else { return stated }
    let origin = try await inspector.facts(of: asset).origin
    let leader = tracks.first { $0.mediaType == .video } ?? tracks.first
    stated.chapters = try exact { () throws(RationalError) in
      try chapters(stated.chapters, startingAt: origin, shownBy: leader?.segments ?? [])
    }
    return stated
  }

  /// `chapters` of a file, whose times count from `origin`, in the time of the film: where `segments` show one part of it at its
  /// own speed. Those of several parts are none of the film's.
  private func chapters(
    _ chapters: [Chapter], startingAt origin: Rational, shownBy segments: [CompositionTrackSegment]
  ) throws(RationalError) -> [Chapter] {
    let shown = segments.filter { !$0.isEmpty }
    guard shown.count == 1, let mapping = shown.first?.timeMapping,
      let source = try RationalRange(mapping.source), let target = try RationalRange(mapping.target),
      source.duration == target.duration
    else { return [] }
    var film = target
    if let timeRange, let wanted = try RationalRange(timeRange) {
      guard wanted.start < target.end, target.start < wanted.end else { return [] }
      film = try RationalRange(start: max(target.start, wanted.start), end: min(target.end, wanted.end))
    }
    let zero = try timeRange.flatMap { (range) throws(RationalError) in try RationalRange(range) }?.start ?? .zero
    // From the file's own time to the composition's.
    let shift = try target.start - source.start - origin
    var moved: [Chapter] = []
    for (index, chapter) in chapters.enumerated() {
      let last = index + 1 < chapters.count ? try chapters[index + 1].exactStart + shift : film.end
      let start = max(film.start, try chapter.exactStart + shift)
      let end = min(film.end, try chapter.exactEnd.map { (end) throws(RationalError) in try end + shift } ?? last)
      guard start < end else { continue }
      moved.append(Chapter(exactStart: try start - zero, exactEnd: try end - zero, titles: chapter.titles))
    }
    return moved
  }
}
