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
    guard isCompatible(withFileType: fileType), let type = fileType.fileType else {
      throw AVError(
        .fileFormatNotRecognized,
        userInfo: [NSLocalizedDescriptionKey: "The movie cannot be a file of the type \(fileType.rawValue)."])
    }
    let temporary = url.deletingLastPathComponent()
      .appending(path: ".\(UUID().uuidString).\(fileType == .m4a ? "m4a" : fileType == .mov ? "mov" : "mp4")")
    defer { try? FileManager.default.removeItem(at: temporary) }
    var data: [(track: AVMutableMovieTrack, samples: DataTrack)] = []
    for track in tracks {
      guard var samples = track.data?.track, !samples.samples.isEmpty else { continue }
      (samples.isEnabled, samples.languageTag) = (track.isEnabled, track.writtenLanguageTag)
      samples.alternateGroup = track.alternateGroupID
      data.append((track, samples))
    }
    let media = try writtenMedia()
    try translated {
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
    if let failure = FileSystem.rename(temporary.path, replacing: url.path) {
      throw AVError(
        .unknown,
        userInfo: [NSLocalizedDescriptionKey: "The movie cannot be named \(url.path): \(failure.words)."])
    }
    isModified = false
  }

  /// The tracks of pictures and sound, in the order in which a file has them: by their numbers in the files that they are of.
  private func writtenMedia() throws -> [AVMutableMovieTrack] {
    let media = tracks.filter { $0.data == nil && $0.timeRange.duration > .zero }
    let (pictures, sounds) = (media.filter { $0.mediaType == .video }, media.filter { $0.mediaType == .audio })
    guard pictures.count <= 1 else {
      throw AVError(
        .operationNotSupportedForAsset,
        userInfo: [NSLocalizedDescriptionKey: "A movie of \(pictures.count) tracks of pictures is not written here."])
    }
    return pictures + sounds.sorted { $0.numberInFile < $1.numberInFile }
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
    copy.metadata = FileMetadata(items: metadata.compactMap(\.writtenItem))
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
    settings.metadata.items = metadata.compactMap(\.writtenItem)
    let renderer = Engine.renderer()
    let writer = try CallingThread.run { [settings] in
      try await renderer.writer(settings, to: url, replacing: false) { _ in }
    }
    _ = try writer.finish()
  }

  /// What tracks are to one another, as a file of `tracks` counts them.
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

  /// Its number among the tracks of its kind in the file that its first media are of.
  fileprivate var numberInFile: Int {
    guard case .composition(let store) = content else { return 0 }
    return store.track.segments.lazy.compactMap(\.source?.trackIndex).first ?? 0
  }
}
