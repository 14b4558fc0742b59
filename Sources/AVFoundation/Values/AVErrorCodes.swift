// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
import Foundation

/// The codes of errors, as `AVError` itself names them: `AVError.decodeFailed`.
extension AVError {
  /// The code of memory that there is not.
  public static var outOfMemory: Code { .outOfMemory }
  /// The code of a device that another session has.
  public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
  /// The code of a recording whose media became others.
  public static var mediaChanged: Code { .mediaChanged }
  /// The code of a device that another process sets.
  public static var deviceLockedForConfigurationByAnotherProcess: Code { .deviceLockedForConfigurationByAnotherProcess }
  /// The code of a session that was interrupted.
  public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
  /// The code of media services that began anew.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The code of media that could not be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// The code of media that are damaged.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// The code of segments of a track with a gap between them.
  public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
  /// The code of a segment of a track whose length is not possible.
  public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
  /// The code of a segment of a track whose source begins where there is nothing.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }
  /// The code of a segment of a track whose source is not so long.
  public static var invalidCompositionTrackSegmentSourceDuration: Code { .invalidCompositionTrackSegmentSourceDuration }
  /// The code of a file that is damaged.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// The code of a decoder that is in use.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// The code of an encoder that is in use.
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
  /// The code of a reference to media that is not followed.
  public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
  /// The code of a name whose ending is another kind's of file.
  public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
  /// The code of a light that is too hot.
  public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
  /// The code of an asset that is not suitable.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// The code of media that could not be loaded.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The code of what could not be read.
  public static var failedToParse: Code { .failedToParse }
  /// The code of media that cannot be decoded.
  public static var undecodableMediaData: Code { .undecodableMediaData }
  /// The code of settings that are not written.
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  /// The code of what is not allowed.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The code of a track that is not there.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// The code of what a preset does not do.
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  /// The code of media that could not be encoded.
  public static var encodeFailed: Code { .encodeFailed }
  /// The code of media with a gap.
  public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
  /// The code of a device that a program in the background has not.
  public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
  /// The code of a screen that could not be recorded.
  public static var screenCaptureFailed: Code { .screenCaptureFailed }
  /// The code of a display that was switched off.
  public static var displayWasDisabled: Code { .displayWasDisabled }
  /// The code of a server that does not serve ranges.
  public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
  /// The code of a kind of file that refers to no media elsewhere.
  public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
  /// The code of a controller without a network.
  public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
  /// The code of a receiver without a network.
  public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
  /// The code of a request of a key that could not be made.
  public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
  /// The code of media that are not there.
  public static var contentIsUnavailable: Code { .contentIsUnavailable }
  /// The code of a format that is not supported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// The code of depths that are damaged.
  public static var malformedDepth: Code { .malformedDepth }
  /// The code of a playlist that does not go on.
  public static var contentNotUpdated: Code { .contentNotUpdated }
  /// The code of media that cannot be played any more.
  public static var noLongerPlayable: Code { .noLongerPlayable }
  /// The code of media that a display does not show.
  public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
  /// The code of an asset that other machines do not play.
  public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
  /// The code of more devices than a session can have at a time.
  public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
  /// The code of a device's format that a session does not take.
  public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
  /// The code of settings that do not go together.
  public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
  /// The code of a segment whose first picture needs others.
  public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
  /// The code of a cursor that stands nowhere.
  public static var invalidSampleCursor: Code { .invalidSampleCursor }
  /// The code of samples that could not be loaded.
  public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
  /// The code of a file that holds no more samples.
  public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
  /// The code of more pictures than are taken at a time.
  public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
  /// The code of media that the person may not have.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// The code of media that the program may not have.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
  /// The code of a translator that is not there.
  public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
  /// The code of a request of a key that was cancelled.
  public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
  /// The code of a receiver that is in use.
  public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
  /// The code of a file that the program may not reach.
  public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
}

/// Further facts that errors may have.
extension AVError {
  /// Size of the file; nil where nothing says.
  public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }
  /// The process that is in the way; nil where nothing says.
  public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }
  /// Whether a recording that ended so has a file that can be played; nil where nothing says.
  public var recordingSuccessfullyFinished: Bool? {
    (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
  }
  /// The kind of media; nil where nothing says.
  public var mediaType: AVMediaType? { Self.text(userInfo[AVErrorMediaTypeKey]).map { AVMediaType(rawValue: $0) } }
  /// The formats of the media; nil where nothing says.
  public var mediaSubtypes: [Int]? { (userInfo[AVErrorMediaSubTypeKey] as? [NSNumber])?.map(\.intValue) }
  /// Presentation time of the sample; nil where nothing says.
  public var presentationTimeStamp: CMTime? { (userInfo[AVErrorPresentationTimeStampKey] as? NSValue)?.timeValue }
  /// The track; nil where nothing says.
  public var persistentTrackID: CMPersistentTrackID? {
    (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value
  }
  /// The kind of file; nil where nothing says.
  public var fileType: AVFileType? { Self.text(userInfo[AVErrorFileTypeKey]).map { AVFileType(rawValue: $0) } }

  private static func text(_ value: Any?) -> String? { value as? String ?? (value as? NSString).map { "\($0)" } }
}

/// The key of how large a file was.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The key of the process that is in the way.
public let AVErrorPIDKey = "AVErrorPIDKey"
/// The key of the kind of media.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of the formats of media.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The key of when a sample is presented, a boxed `CMTime`.
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
/// The key of the track.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// The key of the kind of file.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"
/// The key of the device.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
