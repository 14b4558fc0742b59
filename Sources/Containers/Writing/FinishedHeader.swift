import EditingModel
import MediaFormats
package import Rendering

/// Corrects the header of a file that a muxer has finished, and flushes the file to the disk.
package struct FinishedHeader {
  private let settings: WriterSettings
  private let header: MovieHeader
  private let languages: [String?]

  /// The header of a file of `settings`; that of a movie is completed by `header`. `languages` are those of its tracks of text,
  /// and behind them of data, by their codes of three letters (ISO 639-2/T).
  package init(_ settings: WriterSettings, _ header: MovieHeader, languages: [String?]) {
    self.languages = languages
    self.settings = settings
    self.header = header
  }

  /// Corrects the file at `path` and waits until it is on the disk; returns its size in bytes, and a sentence on each kind of what
  /// has no place in it.
  package func correct(_ path: String) throws -> (byteCount: Int64, notes: [String]) {
    let file = try FileBytes(path)
    var notes: [String] = []
    switch settings.export.fileType {
    case let type where type.isMovie && settings.staysFragmented:
      // It was completed before the first fragment.
      let missing = try header.stated.missing(inMovie: file)
      if settings.leavesStatementsBehind { notes = [StatedItems.note(on: missing)].compactMap(\.self) }
    case .mp4, .mov, .m4a:
      let missing = try header.complete(file)
      if settings.leavesStatementsBehind { notes = [StatedItems.note(on: missing)].compactMap(\.self) }
      try MovieTrackInsertion(tracks: try addedTracks(to: file)).insert(into: file)
      try MovieAssociations(associations: settings.associations).insert(into: file)
      if settings.isOptimizedForNetwork {
        try file.synchroniseAndClose()
        try FastStart(path: path).apply()
        return (Int64(try FileBytes(path, isReadOnly: true).count), notes)
      }
    case .wav: if let layout = settings.samples?.layout { try WaveSpeakers(layout: layout).correct(file) }
    case .mkv, .webm, .ts, .aiff, .flac, .ogg, .mp3, .gif, .png, .jpg, .webp: break
    }
    if !settings.export.fileType.isMovie { notes = try notesOnStatements(path) }
    try file.synchroniseAndClose()
    return (Int64(file.count), notes)
  }

  /// The tracks of text and data that the movie in `file` is to have behind its media.
  private func addedTracks(to file: FileBytes) throws -> [MovieTrackInsertion.Track] {
    let texts = Array(languages.prefix(settings.subtitles.count))
    let data = Array(languages.dropFirst(settings.subtitles.count))
    let end = try settings.dataTracks.isEmpty ? nil : MovieTracks(of: file)?.end
    return try MovieTextInsertion(settings, languages: texts).tracks
      + MovieDataInsertion(settings.dataTracks, languages: data, in: settings.export.fileType, until: end).tracks
  }

  /// Sentences on the chapters and the statements that the file at `path` was to hold and does not; none where it holds all, or what
  /// has no place in it was refused.
  private func notesOnStatements(_ path: String) throws -> [String] {
    guard settings.leavesStatementsBehind else { return [] }
    let container = try CopyContainer(written: settings.export.fileType)
    let missing = try settings.statedItems.missing(in: path, cancellation: Cancellation())
    return [
      WrittenStatements(settings, container: container).noteOnChapters, StatedItems.note(on: missing),
    ].compactMap(\.self)
  }
}

extension MovieHeader {
  /// The header of the movie of `settings`.
  package init(_ settings: WriterSettings) {
    self.init()
    tracks = settings.headers
    stated = settings.statedItems
    fileType = settings.export.fileType
    light = settings.pictures?.light
  }
}
