import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import Rendering

/// Settings of a session, as its properties say.
struct ExportChoices: Sendable {
  /// Asset that is exported: a snapshot.
  let asset: AVAsset
  let preset: ExportPreset
  var outputURL: URL?
  var outputFileType: AVFileType?
  var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  var fileLengthLimit: Int64 = 0
  var isOptimizedForNetwork = false
  var usesTwoPasses = false
  var isParallelized = true
  var soundGroups: AVAssetTrackGroupOutputHandling = []
  var temporaryFolder: URL?
  var videoComposition: AVVideoComposition?
  var audioMix: AVAudioMix?
  var timePitch = AVAudioTimePitchAlgorithm.spectral
  var metadata: [AVMetadataItem]?
  var metadataFilter: AVMetadataItemFilter?

  /// The engine's request for a file at `url`; finds out what the media hold.
  ///
  /// - Throws: `AVError` where the preset is not written so; `RenderError` for what is wrong with the media or the film.
  func request(to url: URL, as fileType: AVFileType) async throws -> ExportRequest {
    guard let type = fileType.fileType, var settings = preset.settings(in: type) else {
      throw AVError(
        .operationNotSupportedForPreset,
        userInfo: [
          NSLocalizedDescriptionKey:
            "The preset \(preset.avName) is not written as \(fileType.rawValue); it is as "
            + AVFileType.types(of: preset.supportedFileTypes).map(\.rawValue).joined(separator: ", ") + "."
        ])
    }
    if usesTwoPasses { settings.video?.passes = 2 }
    try await asset.loadContent()
    var request: ExportRequest
    if case .file(let file) = asset.source, preset.isPassthrough || videoComposition == nil && audioMix == nil {
      let facts = try await MediaInspector().facts(of: file.reference)
      let film = try FileEdit(joining: [facts], in: type)
      request = ExportRequest(film.edit, as: settings, to: url)
      request.isPassthrough = preset.isPassthrough
      try await request.takeTracks(of: film, made: [facts], inspector: MediaInspector())
      if !soundGroups.contains(.preserveAlternateTracks) { request.leaveOut(try asset.alternateSounds()) }
    } else {
      request = ExportRequest(try edit(), as: settings, to: url)
      request.isPassthrough = preset.isPassthrough
      request.languages = languages
    }
    if !isParallelized { request.segmentation.jobs = 1 }
    request.maximumSize = preset.maximumSize
    request.timeRange = exportedRange(of: request.edit.composition.duration)
    request.fileLengthLimit = max(0, fileLengthLimit)
    request.isOptimizedForNetwork = isOptimizedForNetwork
    request.temporaryFolder = temporaryFolder
    request.metadata = metadata.map { FileMetadata(stating: $0) }
    // Without a filter all metadata are kept.
    request.metadataFilter = metadataFilter?.filter ?? .all
    return request
  }

  /// The film, as the video composition shows and the audio mix plays it. Its asset is loaded.
  func edit() throws -> EditSnapshot {
    var composition = try asset.composition()
    for index in composition.tracks.indices where timePitch == .varispeed {
      for segment in composition.tracks[index].segments.indices {
        composition.tracks[index].segments[segment].timePitch = .varispeed
      }
    }
    return EditSnapshot(
      composition: composition,
      videoComposition: try videoComposition?.configuration.model(compositor: CompositorSource.name),
      audioMix: audioMix?.model(of: composition))
  }

  /// The part of a film of `duration` that is exported; nil for all of it.
  func exportedRange(of duration: CMTime) -> CMTimeRange? {
    guard timeRange.isValid, timeRange.start.isNumeric, duration.isNumeric else { return nil }
    let (start, end) = (CMTimeMaximum(.zero, timeRange.start), timeRange.end)
    let last = end.isNumeric && end < duration ? end : duration
    if start <= .zero, last >= duration { return nil }
    return CMTimeRange(start: start, end: CMTimeMaximum(start, last))
  }

  /// The languages of a composition's first picture and its first sound; none where nothing says any.
  private var languages: [String?] {
    guard case .composition(let store) = asset.source else { return [] }
    let state = store.snapshot
    let tracks = [MediaType.video, .audio].compactMap { type in
      state.composition.tracks(withMediaType: type).first { $0.isEnabled && !$0.segments.isEmpty }
    }
    let languages = tracks.map { state.extras[$0.id]?.languageCode ?? $0.extendedLanguageTag }
    return languages.allSatisfy { $0 == nil } ? [] : languages
  }
}

extension AVAsset {
  /// Source of the media, as the engine's services take it.
  var mediaSource: any MediaSource {
    switch source {
    case .file(let file): file
    case .composition(let store): store.composition
    }
  }
}
