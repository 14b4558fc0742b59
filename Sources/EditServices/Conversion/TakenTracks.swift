import EditingModel
import MediaFormats
package import MediaTime
package import Rendering

/// What the tracks of a film made of files take over from them beside pictures and sound.
extension ExportRequest {
  /// Has the output keep what `files`, the sources of `film`, have beside the encoded tracks: further sounds, tracks of
  /// text, titles, languages, and which tracks are enabled. Contents without a place in the container are listed in
  /// ``notes``.
  ///
  /// - Parameters:
  ///   - overlap: by how much each file begins before the end of the one before it.
  ///   - isTextReplaced: whether other text takes the place of the files'.
  ///   - choosesSounds: whether sounds are left out on request.
  package mutating func takeTracks(
    of film: FileEdit, made files: [MediaFacts], overlap: Rational = .zero, isTextReplaced: Bool = false,
    choosesSounds: Bool = false, inspector: MediaInspector
  ) async throws(RenderError) {
    if settings.video != nil, !isPassthrough, files.contains(where: { !$0.ancillaryTracks.isEmpty }) {
      let carried: CarriedSubtitles
      do {
        carried = try await CarriedSubtitles(
          of: files, at: film.placements(overlap: overlap), in: settings.fileType, isReplaced: isTextReplaced,
          inspector: inspector)
      } catch {
        throw RenderError(describing: error)
      }
      edit.subtitles += carried.tracks
      notes += carried.notes
    }
    notes += files.flatMap { unread(of: $0, choosesSounds: choosesSounds) }
    separateSounds = settings.audio == nil ? [] : film.separateSounds
    guard settings.fileType.holdsStatements else { return }
    languages = film.languages(writtenAs: settings)
    let sources = film.trackSources(writtenAs: settings)
    enabledTracks = sources.map(\.isEnabled)
    if metadataFilter != .none, !isPassthrough { titles = try await inspector.titles(of: sources) }
  }

  /// Notes on sounds and pictures of `file` that are not read, unless the new file has no use for them: a sentence
  /// each. A caller that chooses among sounds needs no note on those left out.
  private func unread(of file: MediaFacts, choosesSounds: Bool) -> [String] {
    file.ancillaryTracks.compactMap { track in
      let what: String
      switch track.kind {
      case .sound where settings.audio != nil && !choosesSounds: what = "sound"
      case .picture where settings.video != nil: what = "pictures"
      default: return nil
      }
      let number = track.number.map { "track \($0)" } ?? "a track"
      return "\(file.asset.name): \(number) holds \(what) in \(track.codecType), which is not read and is left out."
    }
  }
}

extension MediaInspector {
  /// What the files of `sources` call these tracks.
  fileprivate func titles(of sources: [FileEdit.TrackSource]) async throws(RenderError) -> [String?] {
    var stated: [AssetReference: [MetadataItem]] = [:]
    var titles: [String?] = []
    for source in sources {
      let items: [MetadataItem]
      if let known = stated[source.asset] { items = known } else { items = try await metadata(of: source.asset).items }
      stated[source.asset] = items
      let title = items.first { item in
        guard let number = source.number, item.trackNumber == number else { return false }
        return item.commonKey == .title || ["name", "title"].contains(item.identifier.key.lowercased())
      }
      titles.append(title?.text)
    }
    return titles
  }
}
