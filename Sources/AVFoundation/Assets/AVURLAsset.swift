import EditServices
import EditingModel
public import Foundation
import FoundationNetworking
import GstEdit

/// Media at a URL (`AVURLAsset`): a file, what a server has (HTTP), or what the delegate of its ``resourceLoader`` gives, where the scheme is one
/// of the program's own.
///
/// Media that are no file are loaded into a temporary one when they are needed, all of them, before anything of them is read. That media are missing
/// or unreadable is reported by the first load, and by the first service.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // @unchecked: neither the URL nor what loads it changes.
  /// URL of the media.
  public let url: URL
  /// Has a delegate give the bytes, where the URL's scheme is one of the program's own.
  public let resourceLoader: AVAssetResourceLoader
  /// The identifier by which a server recognizes requests for one asset.
  public let httpSessionIdentifier = UUID()
  /// Delivery of media that are no file.
  let delivery: ResourceDelivery?

  /// The media at `url`. Of `options` those of HTTP are heeded: cookies, fields, the program's name. Of the others none changes anything: times
  /// are exact, and movies refer to no other files.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    let delegate = ResourceDelegate()
    resourceLoader = AVAssetResourceLoader(delegate)
    delivery =
      ResourceDelivery.isNeeded(for: url)
      ? ResourceDelivery(
        of: URLRequest(mediaAt: url, options ?? [:], session: httpSessionIdentifier), at: url, asking: delegate) : nil
    super.init(.file(delivery?.asset ?? URLAsset(url: url)))
    delivery?.serve(resourceLoader)
  }

  deinit { delivery?.cancel() }

  /// The media at `url`.
  public convenience init(url: NSURL) { self.init(url: url as URL, options: nil) }

  /// The first track whose media can be inserted into `compositionTrack` (`compatibleTrack(for:)`); nil where there is none.
  public func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    guard case .file(let file) = source, let asset = try? fileAsset(file), let track = compositionTrack.track,
      let found = asset.compatibleTrack(for: track)
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

/// Initializers by which an `AVAsset` of a URL is a file's: an initializer of a protocol's extension may give an object of a subclass.
public protocol AVAssetCreation {}

extension AVAsset: AVAssetCreation {}

extension AVAssetCreation where Self == AVAsset {
  /// The media at `url`: an ``AVURLAsset``.
  public init(url: URL) { self = AVURLAsset(url: url, options: nil) }
}
