// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditServices
import EditingModel
public import Foundation
import GstEdit

/// Whether durations and times are to be exact. They are in any case.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Which files a movie may refer to: none here, whatever is asked for.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// A media file (`AVURLAsset`).
///
/// Only `file:` URLs can be read. That a file is missing or unreadable is reported by the first load, and by the first service.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // @unchecked: the URL does not change.
  /// Where the file is.
  public let url: URL

  /// The file at `url`. Of `options` none changes anything: times are exact, and movies refer to no other files.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init(.file(URLAsset(url: url)))
  }

  /// The file at `url`.
  public convenience init(url: NSURL) { self.init(url: url as URL, options: nil) }

  /// The first track whose media can be inserted into `compositionTrack` (`compatibleTrack(for:)`); nil where there is none.
  public func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    guard case .file(let file) = source, let asset = try? file.blockingAsset(),
      let track = compositionTrack.track, let found = asset.compatibleTrack(for: track)
    else { return nil }
    return self.track(withTrackID: found.trackID.rawValue)
  }

  /// As ``compatibleTrack(for:)``, without blocking (`findCompatibleTrack(for:)`).
  public func findCompatibleTrack(for compositionTrack: AVCompositionTrack) async throws -> AVAssetTrack? {
    try await loadContent()
    return compatibleTrack(for: compositionTrack)
  }

  /// Its URL.
  open override var description: String { "<AVURLAsset: \(url)>" }
}

/// What makes an `AVAsset` of a URL a file's: an initializer of a protocol's extension may give an object of a subclass.
public protocol AVAssetCreation {}

extension AVAsset: AVAssetCreation {}

extension AVAssetCreation where Self == AVAsset {
  /// The file at `url`: an ``AVURLAsset``.
  public init(url: URL) { self = AVURLAsset(url: url, options: nil) }
}
