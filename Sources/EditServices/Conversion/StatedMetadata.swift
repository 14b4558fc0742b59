package import EditingModel
package import MediaFormats
import MediaTime
package import Rendering

extension ExportRequest {
  /// The metadata of a file of `fileType`: the request's, or else those of the edit's media where it is a single file.
  func statedMetadata(in fileType: FileType, renderer: any MediaReading) async throws(RenderError) -> FileMetadata {
    if let metadata { return metadata }
    let tracks = edit.composition.tracks.filter { $0.isEnabled && !$0.segments.isEmpty }
    let media = Set(tracks.flatMap(\.segments).compactMap(\.source?.asset))
    guard metadataFilter != .none, fileType.holdsStatements, media.count == 1, let asset = media.first else {
      return FileMetadata()
    }
    let inspector = MediaInspector(renderer: renderer)
    var stated = try await inspector.metadata(of: asset, passing: metadataFilter)
    guard !stated.chapters.isEmpty else { return stated }
    let origin = try await inspector.facts(of: asset).origin
    let leader = tracks.first { $0.mediaType == .video } ?? tracks.first
    stated.chapters = try exactly { () throws(RationalError) in
      try chapters(stated.chapters, startingAt: origin, shownBy: leader?.segments ?? [])
    }
    return stated
  }

  /// `chapters` of a file, whose times count from `origin`, in the time of the film: where `segments` show one part of it, at
  /// whatever speed. Those of several parts are none of the film's.
  private func chapters(
    _ chapters: [Chapter], startingAt origin: Rational, shownBy segments: [CompositionTrackSegment]
  ) throws(RationalError) -> [Chapter] {
    let parts = segments.filter { !$0.isEmpty }
    guard parts.count == 1, let mapping = parts.first?.timeMapping,
      let source = try RationalRange(mapping.source), let target = try RationalRange(mapping.target),
      source.duration > .zero
    else { return [] }
    let wanted = try timeRange.flatMap { (range) throws(RationalError) in try RationalRange(range) } ?? target
    guard wanted.start < target.end, target.start < wanted.end else { return [] }
    let film = try RationalRange(start: max(target.start, wanted.start), end: min(target.end, wanted.end))
    let zero = timeRange == nil ? .zero : wanted.start
    let pace = try target.duration / source.duration
    /// Where the composition shows `time` of the file.
    func shown(_ time: Rational) throws(RationalError) -> Rational {
      try target.start + (time - origin - source.start) * pace
    }
    var moved: [Chapter] = []
    for (index, chapter) in chapters.enumerated() {
      let next = index + 1 < chapters.count ? try shown(chapters[index + 1].exactStart) : film.end
      let start = max(film.start, try shown(chapter.exactStart))
      let end = min(film.end, try chapter.exactEnd.map { (end) throws(RationalError) in try shown(end) } ?? next)
      guard start < end else { continue }
      moved.append(Chapter(exactStart: try start - zero, exactEnd: try end - zero, titles: chapter.titles))
    }
    return moved
  }
}

extension MediaInspector {
  /// The metadata of `asset` that `filter` lets into an encoded film, and a note on those without a place there:
  /// covers.
  ///
  /// - Throws: As `metadata(of:)` does.
  package func metadata(
    of asset: AssetReference, passing filter: MetadataFilter
  ) async throws(RenderError) -> FileMetadata {
    let said = try await metadata(of: asset)
    var stated = filter.filtered(said)
    if said.items.contains(where: { $0.commonKey == .artwork }) {
      stated.notes.append(
        "The cover picture of \(asset.name) is left behind: a copy of its packets keeps it, where the container has a place for one."
      )
    }
    return stated
  }
}
