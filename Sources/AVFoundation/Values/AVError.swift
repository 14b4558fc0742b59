// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

public import Foundation

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
/// The key of the time that an error is about, a boxed `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The key of whether a recording that ended with an error has a file that can be played.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

/// An error of AVFoundation's (`AVError`): a code, and what is known of it.
///
/// Its description is the sentences of the engine's own error, which stands under `NSUnderlyingErrorKey`: what was found, to which clip,
/// when, and what to do.
public struct AVError: Error, CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
  // @unchecked: what is known of it is never changed, and consists of texts, boxed times and errors that are values.
  /// The code.
  public let code: Code
  /// Facts about the error, by Foundation's keys.
  public let userInfo: [String: Any]

  /// The error `code`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

  /// AVFoundation's domain.
  public static var errorDomain: String { AVFoundationErrorDomain }
  /// The code's number.
  public var errorCode: Int { code.rawValue }
  /// Facts about the error.
  public var errorUserInfo: [String: Any] { userInfo }
  /// The sentence.
  public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }
  /// Reason of the failure.
  public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }
  /// Remedy for the error.
  public var recoverySuggestion: String? { userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }
  /// Time at which it happened, in the film's time.
  public var time: CMTime? { (userInfo[AVErrorTimeKey] as? NSValue)?.timeValue }

  /// Errors of one code are equal.
  public static func == (left: AVError, right: AVError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// AVFoundation's codes.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    case unknown = -11_800, outOfMemory = -11_801, sessionNotRunning = -11_803, deviceAlreadyUsedByAnotherSession =
      -11_804
    case noDataCaptured = -11_805, sessionConfigurationChanged = -11_806, diskFull = -11_807
    case deviceWasDisconnected = -11_808, mediaChanged = -11_809, maximumDurationReached = -11_810
    case maximumFileSizeReached = -11_811, deviceNotConnected = -11_814, deviceInUseByAnotherApplication = -11_815
    case deviceLockedForConfigurationByAnotherProcess = -11_817, sessionWasInterrupted = -11_818
    case mediaServicesWereReset = -11_819, exportFailed = -11_820
    case decodeFailed = -11_821, invalidSourceMedia = -11_822, fileAlreadyExists = -11_823
    case compositionTrackSegmentsNotContiguous = -11_824, invalidCompositionTrackSegmentDuration = -11_825
    case invalidCompositionTrackSegmentSourceStartTime = -11_826
    case invalidCompositionTrackSegmentSourceDuration = -11_827, fileFormatNotRecognized = -11_828
    case fileFailedToParse = -11_829, contentIsProtected = -11_831, noImageAtTime = -11_832
    case decoderNotFound = -11_833, encoderNotFound = -11_834, operationNotSupportedForAsset = -11_838
    case decoderTemporarilyUnavailable = -11_839, encoderTemporarilyUnavailable = -11_840
    case invalidVideoComposition = -11_841, referenceForbiddenByReferencePolicy = -11_842
    case invalidOutputURLPathExtension = -11_843, torchLevelUnavailable = -11_846, operationInterrupted = -11_847,
      incompatibleAsset = -11_848
    case failedToLoadMediaData = -11_849, applicationIsNotAuthorizedToUseDevice = -11_852, failedToParse = -11_853,
      undecodableMediaData = -11_855
    case videoCompositorFailed = -11_858, recordingAlreadyInProgress = -11_859, unsupportedOutputSettings = -11_861,
      operationNotAllowed = -11_862
    case noSourceTrack = -11_869, operationNotSupportedForPreset = -11_871, operationCancelled = -11_878
    case encodeFailed = -11_883
    // What does not occur here, and programs that run elsewhere, too, ask for.
    case mediaDiscontinuity = -11_812, deviceIsNotAvailableInBackground = -11_837, screenCaptureFailed = -11_844
    case displayWasDisabled = -11_845, serverIncorrectlyConfigured = -11_850
    case fileTypeDoesNotSupportSampleReferences = -11_854, airPlayControllerRequiresInternet = -11_856
    case airPlayReceiverRequiresInternet = -11_857, createContentKeyRequestFailed = -11_860
    case contentIsUnavailable = -11_863, formatUnsupported = -11_864, malformedDepth = -11_865
    case contentNotUpdated = -11_866, noLongerPlayable = -11_867, noCompatibleAlternatesForExternalDisplay = -11_868
    case externalPlaybackNotSupportedForAsset = -11_870, sessionHardwareCostOverage = -11_872
    case unsupportedDeviceActiveFormat = -11_873, incorrectlyConfigured = -11_875
    case segmentStartedWithNonSyncSample = -11_876, invalidSampleCursor = -11_880, failedToLoadSampleData = -11_881
    case maximumNumberOfSamplesForFileFormatReached = -11_813, maximumStillImageCaptureRequestsExceeded = -11_830
    case contentIsNotAuthorized = -11_835, applicationIsNotAuthorized = -11_836, rosettaNotInstalled = -11_877
    case contentKeyRequestCancelled = -11_879, airPlayReceiverTemporarilyUnavailable = -11_882
    case sandboxExtensionDenied = -11_884
  }
}

extension AVError.Code {
  /// Whether `error` is one of this code.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? AVError)?.code == code }
}

extension AVError {
  /// The same as Foundation's object.
  public var _nsError: NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo) }

  /// The error that Foundation's object `error` stands for: its code where that is one of AVFoundation's; else an unknown error that it underlies.
  public init(_nsError error: NSError) {
    if error.domain == Self.errorDomain, let code = Code(rawValue: error.code) {
      self.init(code, userInfo: error.userInfo)
    } else {
      self.init(
        .unknown, userInfo: [NSLocalizedDescriptionKey: error.localizedDescription, NSUnderlyingErrorKey: error])
    }
  }

  /// The code of an error that AVFoundation does not name.
  public static var unknown: Code { .unknown }
  /// The code of an export that found its file there already.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The code of a time at which there is no picture.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// The code of a video composition that cannot be rendered.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// The code of a compositor that did not make its frame.
  public static var videoCompositorFailed: Code { .videoCompositorFailed }
  /// The code of cancelled work.
  public static var operationCancelled: Code { .operationCancelled }
  /// The code of work that was interrupted.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// The code of what an asset does not allow.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The code of a file of no kind that is read.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The code of an encrypted file.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// The code of a missing decoder.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// The code of a missing encoder.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The code of a full disk.
  public static var diskFull: Code { .diskFull }
  /// The code of an export that failed.
  public static var exportFailed: Code { .exportFailed }
  /// The code of what takes a session that runs.
  public static var sessionNotRunning: Code { .sessionNotRunning }
  /// The code of a recording to which nothing came.
  public static var noDataCaptured: Code { .noDataCaptured }
  /// The code of a recording whose session was changed.
  public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
  /// The code of a device that went away.
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
  /// The code of a device that is not there.
  public static var deviceNotConnected: Code { .deviceNotConnected }
  /// The code of a device that something else has.
  public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
  /// The code of a recording that is as long as it may be.
  public static var maximumDurationReached: Code { .maximumDurationReached }
  /// The code of a file that is as large as it may be.
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  /// The code of a recording beside another one.
  public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
  /// The code of a device that the program may not use.
  public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
}
