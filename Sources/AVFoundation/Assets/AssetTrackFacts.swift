import EditServices
import EditingModel
import Foundation
import GstEdit
import Rendering

extension AVAssetTrack {
  /// The engine's facts about the track. Blocks for a composition's, until its media are known.
  ///
  /// - Throws: `RenderError` where they cannot be read, or the track is one that is not read here.
  func facts() throws -> AssetTrack {
    switch content {
    case .file(_, let track): return track
    case .ancillary:
      throw RenderError(.unsupported, "The track holds neither pictures nor sound that are read here.")
    case .composition(let store):
      guard let track = try CompositionAsset(Composition(tracks: [store.track])).blockingTracks().first else {
        throw RenderError(.outOfRange, "There is no such track.")
      }
      return track
    }
  }

  /// The result of `value` for the engine's facts about the track; `absent` where it holds neither pictures nor sound
  /// that are read here, as a track of timecode. Blocks and throws as ``facts()``.
  func fact<Value>(_ absent: Value, _ value: (AssetTrack) -> Value) throws -> Value {
    if case .ancillary = content { absent } else { value(try facts()) }
  }

  /// The formats of its media; none where they are not known. Blocks and throws as ``facts()``.
  func formats() throws -> [CMFormatDescription] {
    if case .ancillary(let track) = content {
      return track.dataFormat.map { [CMFormatDescription(FormatDescription($0))] } ?? []
    }
    return try facts().formatDescriptions.map { CMFormatDescription($0) }
  }

  /// Characteristics of its media.
  func characteristics() throws -> [AVMediaCharacteristic] {
    switch content {
    case .file(_, let track): return track.characteristics.map { AVMediaCharacteristic($0) }
    case .ancillary(let track):
      let isForced = track.isForced && track.characteristics.contains(.legible)
      return track.characteristics.map { AVMediaCharacteristic($0) } + (isForced ? [.containsOnlyForcedSubtitles] : [])
    case .composition(let store):
      let usual: [AVMediaCharacteristic] = store.track.mediaType == .video ? [.visual, .frameBased] : [.audible]
      // The kind is known also where the media cannot be read.
      guard let found = try? facts().characteristics else { return usual }
      return found.map { AVMediaCharacteristic($0) }
    }
  }

  /// Waits until what its media are is known.
  ///
  /// - Throws: As AVFoundation does.
  func loadContent() async throws {
    guard case .composition(let store) = content else { return }
    try await translated {
      _ = try await CompositionAsset(Composition(tracks: [store.track])).load(.tracks)
    }
  }

  /// State of the loading of its content: a track is there when its asset is.
  var contentStatus: PropertyStatus { .loaded }

  /// The parts of the media and the times at which they are shown.
  func segmentObjects() -> [AVAssetTrackSegment] {
    switch content {
    case .file(_, let track):
      track.segments.map { segment in
        let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
        return AVAssetTrackSegment(
          CMTimeMapping(source: source.inUnits(of: track.naturalTimeScale), target: target.inMovieUnits))
      }
    case .ancillary: []
    case .composition(let store): store.segmentObjects()
    }
  }
}
