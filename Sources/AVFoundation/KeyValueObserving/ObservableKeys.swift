import CoreMedia
import Foundation

/// The properties that are observed by strings, by the names that they have in Objective-C: without an `is`.
///
/// Swift on Linux does not find a property by its name; these are the ones that Apple's pages call observable, and what programs observe.
enum ObservableKeys {
  private typealias Table<Object> = [String: @Sendable (Object) -> Any?]

  /// The value at `path` of `object`, an object; `NSNull` where there is none. A property that is not here ends the process, as by Foundation's
  /// exception.
  static func object(atKeyPath path: String, of object: AnyObject) -> Any {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false)
    var last: Any? = object
    for key in keys {
      guard let current = last else { break }
      guard let next = value(of: current, forKey: plain(key)) else {
        Misuse.raise(
          "[\(current) valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key). A property that is not "
            + "observed by strings here is observed by its key path: observe(_:options:changeHandler:).",
          name: "NSUnknownKeyException")
      }
      last = next
    }
    return boxed(last)
  }

  /// `isMuted` is `muted`, too.
  private static func plain(_ key: Substring) -> String {
    guard key.hasPrefix("is"), let first = key.dropFirst(2).first, first.isUppercase else { return String(key) }
    return first.lowercased() + key.dropFirst(3)
  }

  /// The value of the property `key`; nil where there is no such property.
  private static func value(of object: Any, forKey key: String) -> Any?? {
    func read<Object>(_ table: Table<Object>) -> Any?? {
      guard let object = object as? Object, let property = table[key] else { return nil }
      return .some(property(object))
    }
    return switch object {
    case is AVPlayer: read(players)
    case is AVPlayerItem: read(items)
    case is AVPlayerLooper: read(loopers)
    case is AVPlayerLayer: read(layers)
    case is AVAssetExportSession: read(exports)
    case is AVCaptureSession: read(sessions)
    case is AVCaptureFileOutput: read(recordings)
    case is AVCaptureDevice: read(devices)
    case is AVCaptureDevice.RotationCoordinator: read(rotations)
    case is AVAudioSession: read(sounds)
    case is any AVQueuedSampleBufferRendering: read(renderers)
    case is AVSampleBufferRenderSynchronizer: read(synchronizers)
    default: nil
    }
  }

  /// `value` as Objective-C has it.
  private static func boxed(_ value: Any?) -> Any {
    switch value {
    case nil: NSNull()
    case let time as CMTime: NSValue(time: time)
    case let range as CMTimeRange: NSValue(timeRange: range)
    case let name as any RawRepresentable: boxed(name.rawValue)
    case let number?: (number as? NSNumber) ?? number
    }
  }

  private static let players: Table<AVPlayer> = [
    "status": { $0.status }, "error": { $0.error }, "currentItem": { $0.currentItem }, "rate": { $0.rate },
    "defaultRate": { $0.defaultRate }, "timeControlStatus": { $0.timeControlStatus },
    "reasonForWaitingToPlay": { $0.reasonForWaitingToPlay }, "volume": { $0.volume }, "muted": { $0.isMuted },
    "actionAtItemEnd": { $0.actionAtItemEnd }, "externalPlaybackActive": { $0.isExternalPlaybackActive },
    "allowsExternalPlayback": { $0.allowsExternalPlayback },
    "automaticallyWaitsToMinimizeStalling": { $0.automaticallyWaitsToMinimizeStalling },
    "outputObscuredDueToInsufficientExternalProtection": { $0.outputObscuredDueToInsufficientExternalProtection },
  ]

  private static let items: Table<AVPlayerItem> = [
    "status": { $0.status }, "error": { $0.error }, "duration": { $0.duration }, "asset": { $0.asset },
    "tracks": { $0.tracks }, "presentationSize": { $0.presentationSize },
    "loadedTimeRanges": { $0.loadedTimeRanges }, "seekableTimeRanges": { $0.seekableTimeRanges },
    "playbackLikelyToKeepUp": { $0.isPlaybackLikelyToKeepUp }, "playbackBufferEmpty": { $0.isPlaybackBufferEmpty },
    "playbackBufferFull": { $0.isPlaybackBufferFull }, "timedMetadata": { $0.timedMetadata },
    "timebase": { $0.timebase }, "videoComposition": { $0.videoComposition }, "audioMix": { $0.audioMix },
    "canPlayReverse": { $0.canPlayReverse }, "canPlayFastForward": { $0.canPlayFastForward },
    "canPlayFastReverse": { $0.canPlayFastReverse }, "canPlaySlowForward": { $0.canPlaySlowForward },
    "canPlaySlowReverse": { $0.canPlaySlowReverse }, "canStepForward": { $0.canStepForward },
    "canStepBackward": { $0.canStepBackward },
  ]

  private static let loopers: Table<AVPlayerLooper> = [
    "status": { $0.status }, "error": { $0.error }, "loopCount": { $0.loopCount },
    "loopingPlayerItems": { $0.loopingPlayerItems },
  ]

  private static let layers: Table<AVPlayerLayer> = [
    "readyForDisplay": { $0.isReadyForDisplay }, "videoRect": { $0.videoRect }, "player": { $0.player },
    "videoGravity": { $0.videoGravity },
  ]

  private static let exports: Table<AVAssetExportSession> = [
    "status": { $0.status }, "progress": { $0.progress }, "error": { $0.error },
  ]

  private static let sessions: Table<AVCaptureSession> = [
    "running": { $0.isRunning }, "interrupted": { $0.isInterrupted },
  ]

  private static let devices: Table<AVCaptureDevice> = [
    "connected": { $0.isConnected }, "adjustingFocus": { $0.isAdjustingFocus },
    "adjustingExposure": { $0.isAdjustingExposure }, "adjustingWhiteBalance": { $0.isAdjustingWhiteBalance },
    "videoZoomFactor": { $0.videoZoomFactor }, "activeFormat": { $0.activeFormat },
    "activeVideoMinFrameDuration": { $0.activeVideoMinFrameDuration },
    "activeVideoMaxFrameDuration": { $0.activeVideoMaxFrameDuration }, "focusMode": { $0.focusMode },
    "lensPosition": { $0.lensPosition }, "exposureMode": { $0.exposureMode },
    "exposureDuration": { $0.exposureDuration }, "ISO": { $0.iso }, "exposureTargetBias": { $0.exposureTargetBias },
    "exposureTargetOffset": { $0.exposureTargetOffset }, "whiteBalanceMode": { $0.whiteBalanceMode },
    "deviceWhiteBalanceGains": { $0.deviceWhiteBalanceGains }, "torchMode": { $0.torchMode },
    "torchActive": { $0.isTorchActive }, "torchLevel": { $0.torchLevel },
  ]

  private static let rotations: Table<AVCaptureDevice.RotationCoordinator> = [
    "videoRotationAngleForHorizonLevelPreview": { $0.videoRotationAngleForHorizonLevelPreview },
    "videoRotationAngleForHorizonLevelCapture": { $0.videoRotationAngleForHorizonLevelCapture },
  ]

  private static let recordings: Table<AVCaptureFileOutput> = [
    "recording": { $0.isRecording }, "recordingPaused": { $0.isRecordingPaused },
    "outputFileURL": { $0.outputFileURL },
  ]

  private static let sounds: Table<AVAudioSession> = [
    "outputVolume": { $0.outputVolume }, "otherAudioPlaying": { $0.isOtherAudioPlaying },
  ]

  private static let renderers: Table<any AVQueuedSampleBufferRendering> = [
    "readyForMoreMediaData": { $0.isReadyForMoreMediaData },
    "hasSufficientMediaDataForReliablePlaybackStart": { $0.hasSufficientMediaDataForReliablePlaybackStart },
    "status": { renderer in
      switch renderer {
      case let layer as AVSampleBufferDisplayLayer: layer.status
      case let video as AVSampleBufferVideoRenderer: video.status
      case let sound as AVSampleBufferAudioRenderer: sound.status
      default: nil
      }
    },
    "error": { renderer in
      switch renderer {
      case let layer as AVSampleBufferDisplayLayer: layer.error
      case let video as AVSampleBufferVideoRenderer: video.error
      case let sound as AVSampleBufferAudioRenderer: sound.error
      default: nil
      }
    },
  ]

  private static let synchronizers: Table<AVSampleBufferRenderSynchronizer> = ["rate": { $0.rate }]
}
