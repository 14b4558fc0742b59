import EditServices
import EditingModel
import Foundation
import Rendering

extension RenderError {
  /// The same as an error of AVFoundation's: for a missing file that of URL loading, as `AVURLAsset` reports it; for a resource that could not
  /// be loaded, the error that its loading ended with.
  ///
  /// | what the engine says | the code |
  /// |---|---|
  /// | `invalidModel` | `invalidVideoComposition` where `hasVideoComposition`, else `invalidSourceMedia` |
  /// | `mediaMissing` | `NSURLErrorFileDoesNotExist` of `NSURLErrorDomain` |
  /// | `outOfRange` | `noImageAtTime` |
  /// | others | the nearest |
  func avError(hasVideoComposition: Bool = false, compositor: (any Error)? = nil) -> any Error {
    if code == .mediaMissing, let failure = ResourceDelivery.of(asset?.url)?.failure { return failure }
    guard code != .mediaMissing else {
      return NSError(
        domain: NSURLErrorDomain, code: -1_100, userInfo: userInfo.merging([NSURLErrorKey: asset?.url as Any]) { $1 })
    }
    var userInfo = userInfo
    if code == .videoCompositorFailed, let compositor { userInfo[NSUnderlyingErrorKey] = compositor }
    return AVError(avCode(hasVideoComposition), userInfo: userInfo)
  }

  private var userInfo: [String: Any] {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self]
    if let underlying { userInfo[NSLocalizedFailureReasonErrorKey] = underlying }
    if let remedy { userInfo[NSLocalizedRecoverySuggestionErrorKey] = remedy }
    if let time { userInfo[AVErrorTimeKey] = NSValue(time: time) }
    return userInfo
  }

  private func avCode(_ hasVideoComposition: Bool) -> AVError.Code {
    switch code {
    case .invalidModel: hasVideoComposition ? .invalidVideoComposition : .invalidSourceMedia
    case .sourceRangeBeyondMedia: .invalidCompositionTrackSegmentSourceDuration
    case .unsupported: .operationNotSupportedForAsset
    case .mediaUnreadable: .fileFormatNotRecognized
    case .contentIsProtected: .contentIsProtected
    case .missingPlugin: .decoderNotFound
    case .videoCompositorFailed: .videoCompositorFailed
    case .outputExists: .fileAlreadyExists
    case .cannotCreateOutput: .exportFailed
    case .writeFailed: .diskFull
    case .outOfRange: .noImageAtTime
    case .stalled: .operationInterrupted
    case .limitExceeded: .outOfMemory
    case .cancelled: .operationCancelled
    case .deviceNotConnected: .deviceNotConnected
    case .deviceInUse: .deviceInUseByAnotherApplication
    case .deviceWasDisconnected: .deviceWasDisconnected
    case .sessionNotRunning: .sessionNotRunning
    case .sessionConfigurationChanged: .sessionConfigurationChanged
    case .recordingAlreadyInProgress: .recordingAlreadyInProgress
    case .maximumDurationReached: .maximumDurationReached
    case .maximumFileSizeReached: .maximumFileSizeReached
    case .noDataCaptured: .noDataCaptured
    default: .unknown
    }
  }
}

extension EditError {
  /// The same as an error of AVFoundation's.
  var avError: AVError {
    let avCode: AVError.Code =
      switch code {
      case .segmentsNotContiguous: .compositionTrackSegmentsNotContiguous
      case .invalidDuration: .invalidCompositionTrackSegmentDuration
      case .invalidTime: .invalidCompositionTrackSegmentSourceStartTime
      case .outsideMedia: .invalidCompositionTrackSegmentSourceDuration
      case .wrongMediaType: .invalidSourceMedia
      case .unsuitableSource: .operationNotSupportedForAsset
      case .unknownTrack: .noSourceTrack
      case .timeNotExact, .countMismatch, .invalidSegments: .unknown
      }
    return AVError(avCode, userInfo: [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self])
  }
}

/// The value that `body` returns, or the error that it throws as one of AVFoundation's.
func translated<Value>(hasVideoComposition: Bool = false, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch { throw avError(error, hasVideoComposition: hasVideoComposition) }
}

/// The value that `body` returns, or the error that it throws as one of AVFoundation's.
nonisolated(nonsending) func translated<Value>(
  hasVideoComposition: Bool = false, _ body: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  do { return try await body() } catch { throw avError(error, hasVideoComposition: hasVideoComposition) }
}

/// `error` as an `AVError`; of a failed compositor, with the compositor's own error `compositor` as the underlying one.
func avError(
  _ error: any Error, hasVideoComposition: Bool = false, compositor: (any Error)? = nil
) -> any Error {
  switch error {
  case let error as RenderError:
    error.avError(hasVideoComposition: hasVideoComposition, compositor: compositor)
  case let error as EditError: error.avError
  case is CancellationError: AVError(.operationCancelled)
  default: error
  }
}
