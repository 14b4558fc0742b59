import EditServices
import EditingModel
import Foundation
import MediaFormats
import Rendering

/// An asset's properties, as far as its getters return them.
struct AssetContents {
  /// From zero to the end of the longest track.
  var duration: CMTime
  /// Transform that turns the first video track's pictures upright.
  var preferredTransform: CGAffineTransform
  /// The gain of the first sound.
  var preferredVolume: Float
  /// Whether there are no tracks.
  var isEmpty: Bool
}

extension AVAsset {
  /// Properties of the asset as a whole. Blocks until that is known.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func content() throws -> AssetContents {
    switch source {
    case .file(let file):
      let asset = try fileAsset(file)
      return AssetContents(
        duration: asset.duration.inUnits(of: asset.timescale).inMovieUnits,
        preferredTransform: asset.tracks.first { $0.mediaType == .video }.map {
          CGAffineTransform($0.preferredTransform)
        }
          ?? .identity,
        preferredVolume: Float(asset.tracks.first { $0.mediaType == .audio }?.preferredVolume ?? 1),
        isEmpty: asset.tracks.isEmpty)
    case .composition(let store):
      let composition = store.composition
      return AssetContents(
        duration: composition.duration.inMovieUnits,
        preferredTransform: composition.tracks(withMediaType: .video).first.map {
          CGAffineTransform($0.preferredTransform)
        } ?? .identity,
        preferredVolume: Float(composition.tracks(withMediaType: .audio).first?.preferredVolume ?? 1),
        isEmpty: composition.tracks.isEmpty)
    }
  }

  /// Waits until what it holds is known.
  ///
  /// - Throws: As AVFoundation does.
  func loadContent() async throws {
    guard case .file(let file) = source else { return }
    try await translated { _ = try await file.load(.asset) }
  }

  /// Waits until it is known whether it can be read.
  ///
  /// - Throws: As AVFoundation does, where that cannot be found out.
  func loadCapabilities() async throws {
    guard case .file(let file) = source else { return }
    try await translated { _ = try await file.load(.isPlayable) }
  }

  /// State of the loading of its content.
  var contentStatus: PropertyStatus {
    guard case .file(let file) = source else { return .loaded }
    return PropertyStatus(file.status(of: .asset))
  }

  /// State of the loading of whether it can be read.
  var capabilityStatus: PropertyStatus {
    guard case .file(let file) = source else { return .loaded }
    return PropertyStatus(file.status(of: .isPlayable))
  }
}

extension Asset {
  /// Ticks a second of a movie's edit lists; of other files the largest timescale among the tracks.
  fileprivate var timescale: CMTimeScale {
    tracks.compactMap { $0.segments.first?.timeMapping.target.duration.timescale }.max() ?? .ofMovies
  }
}

extension PropertyStatus {
  /// The engine's status `status`.
  init<Value>(_ status: AssetPropertyStatus<Value>) {
    switch status {
    case .unknown: self = .unknown
    case .loading: self = .loading
    case .loaded: self = .loaded
    case .failed(let error): self = .failed(avError(error))
    case .cancelled: self = .cancelled
    }
  }
}
