import CoreMedia
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Waiting

/// The samples of tracks of data, of any asset.
enum MovieData {
  /// The samples of `track`. Blocks.
  ///
  /// - Throws: `AVError` where it is none of data, or cannot be read.
  static func track(_ track: AVAssetTrack) throws -> DataTrack {
    if let data = (track as? AVMutableMovieTrack)?.data { return data.track }
    guard case .ancillary(let facts) = track.content, let number = facts.number, facts.dataFormat != nil,
      case .file(let file)? = track.asset?.source
    else {
      throw AVError(
        .operationNotSupportedForAsset,
        userInfo: [NSLocalizedDescriptionKey: "A track of “\(track.mediaType.rawValue)” is not one of data."])
    }
    let reference = file.reference
    return try translated {
      try CallingThread.run { try await Engine.renderer().data(of: reference, track: number) }
    }
  }

  /// Kind and format of the data in `track`, without a look at its samples; nil of one that is none of data.
  static func format(of track: AVAssetTrack) -> (kind: AncillaryTrack.Kind, format: DataFormat)? {
    if let data = (track as? AVMutableMovieTrack)?.data?.track { return (data.kind, data.format) }
    guard case .ancillary(let facts) = track.content, let format = facts.dataFormat else { return nil }
    return (facts.kind, format)
  }

  /// `range`, cut to what `track` has.
  ///
  /// - Throws: `AVError` where it is none.
  static func range(_ range: CMTimeRange, within track: DataTrack) throws -> RationalRange {
    guard let start = range.start.rational else {
      throw AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The range \(range) is none."])
    }
    let end = range.end.rational ?? track.end
    return try RationalRange(start: max(.zero, start), end: max(start, .zero, end))
  }
}
