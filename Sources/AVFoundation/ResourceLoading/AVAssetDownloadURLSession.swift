// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
public import Foundation
public import FoundationNetworking

/// Session that downloads streams to be played without a network (`AVAssetDownloadURLSession`): there is nothing here that follows playlists,
/// so that it makes no task, which is how AVFoundation answers for an asset that cannot be downloaded.
open class AVAssetDownloadURLSession: URLSession, @unchecked Sendable {
  // @unchecked: as its superclass; it has no state of its own.
  /// A session whose delegate is never called, as there are no tasks.
  public convenience init(
    configuration: URLSessionConfiguration, assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
    delegateQueue: OperationQueue?
  ) { self.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue) }

  /// No task for `asset`; the standard error says so.
  open func makeAssetDownloadTask(
    asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
    options: [String: Any]? = nil
  ) -> AVAssetDownloadTask? {
    refuse(URLAsset, title)
    return nil
  }

  /// No task for `asset`; the standard error says so.
  open func aggregateAssetDownloadTask(
    with URLAsset: AVURLAsset, mediaSelections: [AVMediaSelection], assetTitle title: String,
    assetArtworkData artworkData: Data?, options: [String: Any]? = nil
  ) -> AVAggregateAssetDownloadTask? {
    refuse(URLAsset, title)
    return nil
  }

  private func refuse(_ asset: AVURLAsset, _ title: String) {
    Misuse.report(
      "\(title) (\(asset.url.absoluteString)) cannot be downloaded for later: streams are not followed here. A file is downloaded by a "
        + "URLSessionDownloadTask, and is an asset by its URL.")
  }
}

/// Task that downloads a stream (`AVAssetDownloadTask`): none is ever made, so that what is said of one holds for none.
open class AVAssetDownloadTask: URLSessionTask, @unchecked Sendable {
  // @unchecked: as its superclass; there are no objects of it.
  /// Asset that is downloaded.
  open var urlAsset: AVURLAsset {
    Misuse.raise("Tasks that download streams are made by a session alone, which makes none.")
  }
  /// Place of the download.
  open var destinationURL: URL? { nil }
  /// Options of the download.
  open var options: [String: Any]? { nil }
  /// The ranges that are on the disk.
  open var loadedTimeRanges: [NSValue] { [] }
}

/// Task that downloads several renditions of a stream (`AVAggregateAssetDownloadTask`): none is ever made.
open class AVAggregateAssetDownloadTask: URLSessionTask, @unchecked Sendable {
  // @unchecked: as its superclass; there are no objects of it.
  /// Asset that is downloaded.
  open var urlAsset: AVURLAsset {
    Misuse.raise("Tasks that download streams are made by a session alone, which makes none.")
  }
}

/// Delegate of a session that downloads streams (`AVAssetDownloadDelegate`): it is never called.
public protocol AVAssetDownloadDelegate: URLSessionTaskDelegate {
  /// The stream is at `location`.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL)
  /// A part was loaded.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange)
  /// Renditions were chosen.
  func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didResolve resolvedMediaSelection: AVMediaSelection)
  /// The stream goes to `location`.
  func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)
}

extension AVAssetDownloadDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didResolve resolvedMediaSelection: AVMediaSelection
  ) {}
  /// Does nothing.
  public func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL) {}
}

/// The least bit rate of the rendition that is downloaded.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey = "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"
/// The selection of media that is downloaded.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"
