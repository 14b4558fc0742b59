package import EditingModel
import FoundationEssentials
package import MediaFormats
package import MediaTime
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
    return try chapters.moved(from: origin, source, to: target, in: film, from: timeRange == nil ? .zero : wanted.start)
  }
}

extension FileEdit {
  /// The metadata of a film of `timeRange` of it, or of all if nil, as far as they pass `filter`: those of the first of `files`, of which it is
  /// made, and the chapters of each, in the film's time; each file begins `overlap` before the end of the one before it. Among files with
  /// chapters, one that has none is one, which is called like the file.
  ///
  /// - Throws: As `MediaInspector.metadata(of:)` does, and `.invalidModel` for times that are not exact.
  package func metadata(
    of files: [MediaFacts], overlap: Rational, in timeRange: CMTimeRange?, passing filter: MetadataFilter,
    inspector: MediaInspector
  ) async throws(RenderError) -> FileMetadata {
    var stated: [FileMetadata] = []
    for facts in files { stated.append(try await inspector.metadata(of: facts.asset, passing: filter)) }
    var metadata = stated.first ?? FileMetadata()
    metadata.chapters = try joined(stated.map(\.chapters), of: files, overlap: overlap, in: timeRange)
    return metadata
  }

  /// The chapters `stated` by each of `files`, in the time of a film of `timeRange`; empty where no file has any.
  private func joined(
    _ stated: [[Chapter]], of files: [MediaFacts], overlap: Rational, in timeRange: CMTimeRange?
  ) throws(RenderError) -> [Chapter] {
    guard stated.contains(where: { !$0.isEmpty }) else { return [] }
    let placements = try placements(overlap: overlap)
    return try exactly { () throws(RationalError) in
      let wanted = try timeRange.flatMap { (range) throws(RationalError) in try RationalRange(range) }
      var joined: [Chapter] = []
      for (index, placement) in placements.enumerated() where stated.indices.contains(index) {
        let next = index + 1 < placements.count ? placements[index + 1].target.start : placement.target.end
        let start = max(placement.target.start, wanted?.start ?? placement.target.start)
        let end = min(next, wanted?.end ?? next)
        guard start < end else { continue }
        let whole = Chapter(
          exactStart: files[index].origin, exactEnd: nil,
          titles: [.init(files[index].asset.url.deletingPathExtension().lastPathComponent)])
        joined += try (stated[index].isEmpty ? [whole] : stated[index])
          .moved(
            from: files[index].origin, placement.source, to: placement.target,
            in: RationalRange(start: start, end: end), from: wanted?.start ?? .zero)
      }
      return joined
    }
  }
}

extension [Chapter] {
  /// The chapters of a file whose times count from `origin`, of which `source` is shown at `target` of a film: as far as they are in `part` of it,
  /// in a time that counts from `zero`.
  fileprivate func moved(
    from origin: Rational, _ source: RationalRange, to target: RationalRange, in part: RationalRange,
    from zero: Rational
  ) throws(RationalError) -> [Chapter] {
    let pace = try target.duration / source.duration
    /// The time at which the film shows `time` of the file.
    func shown(_ time: Rational) throws(RationalError) -> Rational {
      try target.start + (time - origin - source.start) * pace
    }
    var moved: [Chapter] = []
    for (index, chapter) in enumerated() {
      let next = index + 1 < count ? try shown(self[index + 1].exactStart) : part.end
      let start = Swift.max(part.start, try shown(chapter.exactStart))
      let end = Swift.min(part.end, try chapter.exactEnd.map { (end) throws(RationalError) in try shown(end) } ?? next)
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
