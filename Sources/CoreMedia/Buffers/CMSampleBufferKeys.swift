// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// Keys of what is attached to whole buffers. What is attached is kept and handed on; of it trims are looked at here.

/// Whether a decoder begins anew before a buffer.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Whether a decoder gives everything out behind a buffer.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// The notification that is posted when a buffer has been played, a dictionary.
public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString = "PostNotificationWhenConsumed"
/// The resumption of output, a number.
public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// A transition between formats that a buffer belongs to.
public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// The unheard beginning of its sound: a time as a dictionary (`CMTimeCopyAsDictionary`). Samples as numbers are
/// written without it; encoded packets are written whole.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// The unheard end of its sound, as at the start.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// The speed at which a buffer is played, a number.
public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Whether a buffer is played backwards.
public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Whether there is silence where sound is missing.
public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString = "FillDiscontinuitiesWithSilence"
/// Whether a buffer stands for nothing.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Whether nothing follows that.
public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Whether what was shown goes away at once.
public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString = "DisplayEmptyMediaImmediately"
/// Whether a buffer says how long the one before it is.
public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString = "EndsPreviousSampleDuration"
/// The file that the media stand in.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// The place in that file at which they begin, a number.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// The number of buffers until pictures are whole, a number.
public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Why a picture was lost: one of the reasons' names.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// More of why it was lost.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// Whether a camera held its lens still.
public let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString = "StillImageLensStabilizationInfo"
/// The camera's intrinsics, a matrix as bytes.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Whether an encoder begins anew at a buffer.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"

extension CMSampleBuffer {
  /// The keys of what is attached to a buffer (`CMSampleBuffer.AttachmentKey`).
  public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
    /// The string.
    public let rawValue: CFString
    /// The key of this string.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Whether a decoder begins anew before a buffer.
    public static let resetDecoderBeforeDecoding = Self(
      rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding)
    /// Whether a decoder gives everything out behind a buffer.
    public static let drainAfterDecoding = Self(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
    /// The notification that is posted when a buffer has been played, a dictionary.
    public static let postNotificationWhenConsumed = Self(
      rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed)
    /// The resumption of output, a number.
    public static let resumeOutput = Self(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
    /// A transition between formats that a buffer belongs to.
    public static let transitionID = Self(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
    /// The unheard beginning of its sound.
    public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    /// The unheard end of its sound, as at the start.
    public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    /// The speed at which a buffer is played, a number.
    public static let speedMultiplier = Self(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
    /// Whether a buffer is played backwards.
    public static let reverse = Self(rawValue: kCMSampleBufferAttachmentKey_Reverse)
    /// Whether there is silence where sound is missing.
    public static let fillDiscontinuitiesWithSilence = Self(
      rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence)
    /// Whether a buffer stands for nothing.
    public static let emptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
    /// Whether nothing follows that.
    public static let permanentEmptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
    /// Whether what was shown goes away at once.
    public static let displayEmptyMediaImmediately = Self(
      rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately)
    /// Whether a buffer says how long the one before it is.
    public static let endsPreviousSampleDuration = Self(
      rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration)
    /// The file that the media stand in.
    public static let sampleReferenceURL = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
    /// The place in that file at which they begin, a number.
    public static let sampleReferenceByteOffset = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
    /// The number of buffers until pictures are whole, a number.
    public static let gradualDecoderRefresh = Self(rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
    /// Why a picture was lost: one of the reasons' names.
    public static let droppedFrameReason = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    /// More of why it was lost.
    public static let droppedFrameReasonInfo = Self(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    /// Whether a camera held its lens still.
    public static let stillImageLensStabilizationInfo = Self(
      rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo)
    /// The camera's intrinsics, a matrix as bytes.
    public static let cameraIntrinsicMatrix = Self(rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    /// Whether an encoder begins anew at a buffer.
    public static let forceKeyFrame = Self(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
  }
}
