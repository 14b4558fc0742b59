import Containers
import EditServices
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Waiting

extension AVMutableMovie {
  /// Writes the movie to `url` as a file of `fileType`: its media unchanged, and its data. An existing file is
  /// replaced. Blocks.
  ///
  /// - Throws: `AVError`; an existing file stays then.
  func write(to url: URL, as fileType: AVFileType) throws {
    try replaceFile(at: url, as: fileType) { temporary, type in
      let (media, data) = (writtenMedia, writtenData)
      guard media.count(where: { $0.mediaType == .video }) <= 1 else {
        throw AVError(
          .operationNotSupportedForAsset,
          userInfo: [NSLocalizedDescriptionKey: "A movie of several tracks of pictures is not written here."])
      }
      if media.isEmpty {
        try writeData(data.map(\.samples), to: temporary, as: type)
      } else {
        try write(media, to: temporary, as: type)
      }
      let associations = associations(of: media + data.map(\.track))
      let added = media.isEmpty ? [] : data.map(\.samples)
      if !added.isEmpty || !associations.isEmpty {
        try Engine.renderer().add(added, associations, toMovieAt: temporary)
      }
      try MovieHeader.write(alternateGroups: media.map(\.statedAlternateGroup), intoMovieAt: temporary.path)
    }
    isModified = false
  }

  /// Has what `body` writes be the file at `url`, of `fileType`; an existing one is replaced.
  ///
  /// - Throws: `AVError`; an existing file stays then.
  private func replaceFile(
    at url: URL, as fileType: AVFileType, _ body: (_ temporary: URL, _ type: FileType) throws -> Void
  ) throws {
    let type = try writtenType(fileType)
    let temporary = url.deletingLastPathComponent()
      .appending(path: ".\(UUID().uuidString).\(fileType == .m4a ? "m4a" : fileType == .mov ? "mov" : "mp4")")
    defer { try? FileManager.default.removeItem(at: temporary) }
    try translated { try body(temporary, type) }
    if let failure = FileSystem.rename(temporary.path, replacing: url.path) {
      throw AVError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "The movie cannot be named \(url.path): \(failure.words)."])
    }
  }

  /// The engine's `fileType`.
  ///
  /// - Throws: `AVError` where the movie cannot be one.
  fileprivate func writtenType(_ fileType: AVFileType) throws -> FileType {
    guard isCompatible(withFileType: fileType), let type = fileType.fileType else {
      throw AVError(
        .fileFormatNotRecognized,
        userInfo: [NSLocalizedDescriptionKey: "The movie cannot be a file of the type \(fileType.rawValue)."])
    }
    return type
  }

  /// The tracks of pictures and sound, in the order in which a file has them: by their numbers in the files that they are of.
  private var writtenMedia: [AVMutableMovieTrack] {
    let media = tracks.filter { $0.data == nil && $0.timeRange.duration > .zero }
    let (pictures, sounds) = (media.filter { $0.mediaType == .video }, media.filter { $0.mediaType == .audio })
    return pictures + sounds.sorted { $0.numberInFile < $1.numberInFile }
  }

  /// The tracks of data, with their samples.
  private var writtenData: [(track: AVMutableMovieTrack, samples: DataTrack)] {
    tracks.compactMap { track in
      guard var samples = track.data?.track, !samples.samples.isEmpty else { return nil }
      (samples.isEnabled, samples.languageTag) = (track.isEnabled, track.writtenLanguageTag)
      samples.alternateGroup = track.alternateGroupID
      return (track, samples)
    }
  }

  /// Copies the packets of `media`, pictures and sound.
  private func write(_ media: [AVMutableMovieTrack], to url: URL, as type: FileType) throws {
    let edit = AVMutableComposition(urlAssetInitializationOptions: nil)
    for track in media {
      let copy = edit.addMutableTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID)
      try copy?.insertTimeRange(CMTimeRange(start: .zero, end: track.timeRange.end), of: track, at: .zero)
      copy?.extendedLanguageTag = track.extendedLanguageTag
    }
    let choices = ExportChoices(asset: edit, preset: try ExportPreset.named(AVAssetExportPresetPassthrough))
    var copy = try PacketCopy(passing: try choices.edit(), range: nil, as: type)
    copy.enabledTracks = media.map(\.isEnabled)
    copy.languages = media.map { $0.statedLanguageCode ?? $0.extendedLanguageTag.map(Self.code) }
    copy.metadata = FileMetadata(stating: metadata)
    let export = PassthroughExport(copy, to: url, renderer: Engine.renderer())
    try CallingThread.run { _ = try await export.export() }
  }

  /// The language of `tag` by its code of three letters (ISO 639-2); the tag, where there is none.
  private static func code(of tag: String) -> String {
    Locale.Language(identifier: tag).languageCode?.identifier(.alpha3) ?? tag
  }

  /// Makes a movie of `data` alone.
  private func writeData(_ data: [DataTrack], to url: URL, as type: FileType) throws {
    guard !data.isEmpty else {
      throw AVError(.exportFailed, userInfo: [NSLocalizedDescriptionKey: "The movie has no tracks with media."])
    }
    var settings = WriterSettings(ExportSettings(fileType: type, video: nil, audio: nil))
    settings.dataTracks = data
    settings.metadata = FileMetadata(stating: metadata)
    let renderer = Engine.renderer()
    let writer = try CallingThread.run { [settings] in
      try await renderer.writer(settings, to: url, replacing: false) { _ in }
    }
    _ = try writer.finish()
  }

  // MARK: Headers

  /// Writes the movie's header alone to `url`, which refers to its media; see ``AVMovie/writeHeader(to:fileType:options:)``. Blocks.
  ///
  /// - Throws: `AVError`; an existing file stays then.
  func writeHeaderAlone(to url: URL, as fileType: AVFileType) throws {
    try replaceFile(at: url, as: fileType) { temporary, type in
      let places = try writeReferences(to: temporary, as: type, relativeTo: url.deletingLastPathComponent())
      guard !places.contains(url.standardizedFileURL.path) else {
        throw AVError(
          .operationNotSupportedForAsset,
          userInfo: [
            NSLocalizedDescriptionKey: "The header would replace the media that it refers to, at \(url.path).",
            NSLocalizedRecoverySuggestionErrorKey: "Name another file, or write the movie with its media.",
          ])
      }
    }
    isModified = false
  }

  /// The movie's header for a file of `fileType`; see ``AVMovie/makeMovieHeader(fileType:)``.
  ///
  /// - Throws: `AVError`.
  func headerAlone(_ fileType: AVFileType) throws -> Data {
    let type = try writtenType(fileType)
    let file = TemporaryFile(named: "header.mov")
    try file.makeFolder()
    try translated { _ = try writeReferences(to: file.url, as: type, relativeTo: nil) }
    return try Data(contentsOf: file.url)
  }

  /// Writes a header to a new `file`; files in `folder` are referred to relative to that.
  ///
  /// - Returns: The paths of the movies and storages that it refers to.
  private func writeReferences(to file: URL, as type: FileType, relativeTo folder: URL?) throws -> Set<String> {
    let (media, data) = (writtenMedia, writtenData)
    guard !media.isEmpty || !data.isEmpty else {
      throw AVError(.exportFailed, userInfo: [NSLocalizedDescriptionKey: "The movie has no tracks with media."])
    }
    var passing: Set<String> = []
    let referenced = try media.map { try $0.reference(defaultMediaDataStorage, &passing) }
    var movie = ReferenceMovie(referenced, in: type)
    (movie.passing, movie.folder) = (passing, folder?.path)
    let associations = associations(of: media + data.map(\.track))
    try movie.write(to: file.path)
    if !data.isEmpty || !associations.isEmpty {
      try Engine.renderer().add(data.map(\.samples), associations, toMovieAt: file)
    }
    try MovieKeys(metadata.compactMap(\.writtenItem), in: type).insert(into: FileBytes(file.path))
    let storages = (media.compactMap(\.mediaDataStorage) + [defaultMediaDataStorage].compactMap(\.self))
      .compactMap { $0.url()?.standardizedFileURL.path }
    return Set(referenced.flatMap(\.parts).compactMap(\.source?.path) + storages)
  }

  /// Associations among tracks, as a file of `tracks` counts them.
  private func associations(of tracks: [AVMutableMovieTrack]) -> [TrackAssociation] {
    tracks.enumerated().flatMap { number, track in
      track.associations.compactMap { association in
        guard let kind = TrackAssociation.Kind(letters: association.kind.rawValue),
          let other = tracks.firstIndex(where: { $0.trackID == association.track })
        else { return nil }
        return TrackAssociation(track: number, kind: kind, other: other)
      }
    }
  }
}

extension AVMutableMovieTrack {
  /// The language that a file says of data: the tag, where a code does not say all of it; else the code that was stated.
  fileprivate var writtenLanguageTag: String? {
    extendedLanguageTag?.exactLanguage ?? statedLanguageCode ?? extendedLanguageTag
  }

  /// The track as a header refers to it: to `storage`, unless it has its own, where its samples are to be copied. Paths of files that go
  /// away are added to `passing`.
  ///
  /// - Throws: `RenderError` where it shows something at another speed.
  fileprivate func reference(_ storage: AVMediaDataStorage?, _ passing: inout Set<String>) throws
    -> ReferenceMovie.Track
  {
    var parts: [ReferenceMovie.Part] = []
    if case .composition(let store) = content {
      let track = store.track
      for segment in track.segments {
        let (range, target) = (segment.timeMapping.source, segment.timeMapping.target.duration)
        guard let length = target.rational else { continue }
        guard let source = segment.source, let start = range.start.rational else {
          parts.append(ReferenceMovie.Part(of: nil, from: .zero, lasting: length))
          continue
        }
        guard range.duration == target else {
          throw RenderError(
            .unsupported, "The track \(trackID) shows its media at another speed, to which no header refers here.",
            remedy: "Export the movie instead.")
        }
        let gathered = GatheredMovie.of(source.asset.url)
        let path = (gathered?.header ?? source.asset.url).standardizedFileURL.path
        if gathered?.isPassing ?? (AwaitedFiles.delivery(at: source.asset.url.path) != nil) { passing.insert(path) }
        let number = store.store.trackID(of: source, track.mediaType).rawValue
        parts.append(
          ReferenceMovie.Part(of: ReferenceMovie.Source(path: path, number: number), from: start, lasting: length))
      }
    }
    var made = ReferenceMovie.Track(number: trackID, isEnabled: isEnabled, parts: parts)
    made.alternateGroup = statedAlternateGroup
    made.language = statedLanguageCode
    made.languageTag = extendedLanguageTag?.exactLanguage
    if copiesSamples { made.storage = (mediaDataStorage ?? storage)?.samples }
    return made
  }

  /// Its number among the tracks of its kind in the file that its first media are of.
  fileprivate var numberInFile: Int {
    guard case .composition(let store) = content else { return 0 }
    return store.track.segments.lazy.compactMap(\.source?.trackIndex).first ?? 0
  }
}
