// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The keys of settings, with the strings that AVFoundation's have.

/// The codec of pictures: an ``AVVideoCodecType``, or its four letters.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// H.264.
public let AVVideoCodecH264 = "avc1"
/// HEVC.
public let AVVideoCodecHEVC = "hvc1"
/// Pixels across.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Pixels down.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// Properties of the pictures' encoding: a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits a second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality, 0…1.
public let AVVideoQualityKey = "Quality"
/// Frames from one key frame to the next.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// Seconds from one key frame to the next; with the expected rate it gives the number of frames.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Frames a second that are to be expected.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// Frames a second that must not be dropped; none are.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"
/// Whether frames may be stored in another order than they are shown in; the encoder decides.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The profile and the level.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// Entropy coding of H.264; the encoder decides.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Context-adaptive variable-length coding.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Context-adaptive binary arithmetic coding.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// H.264's baseline profile.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264's baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// H.264's baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// H.264's baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// H.264's main profile.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264's main profile, level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// H.264's main profile, level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// H.264's main profile, level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// H.264's main profile, level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// H.264's high profile.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// H.264's high profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// H.264's high profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// Fitting of pictures of another size to the written size.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Cropped to the size.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Stretched to the size.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Fitted inside, on black.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Filling all of it.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// The colors: a dictionary.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The colors' primaries.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The colors' transfer.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The colors' matrix.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"

/// The format of sound: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// Channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The channels' speakers; the usual ones of their number are taken.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// Bits a second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The encoder's effort; its usual one is taken.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// Bits a second of each channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Whether bits a second may change; the encoder decides.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Bits of a sample of a codec that loses nothing; the encoder decides.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// Algorithm of the conversion of rates; the converter's usual way is taken.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// Quality of the conversion of rates; the converter's usual way is taken.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"
/// The shape of a pixel: a dictionary.
public let AVVideoPixelAspectRatioKey = "PixelAspectRatio"
/// Width of a pixel, in parts of its height's number.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// Height of a pixel, in parts of its width's number.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// The part of pictures that is meant to be seen: a dictionary.
public let AVVideoCleanApertureKey = "CleanAperture"
/// Its width in pixels.
public let AVVideoCleanApertureWidthKey = "Width"
/// Its height in pixels.
public let AVVideoCleanApertureHeightKey = "Height"
/// Offset of its middle to the right of the picture's, in pixels.
public let AVVideoCleanApertureHorizontalOffsetKey = "HorizontalOffset"
/// Offset of its middle below the picture's, in pixels.
public let AVVideoCleanApertureVerticalOffsetKey = "VerticalOffset"
/// Whether colors may go beyond those of BT.709.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColor"
/// Bits of a sample.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether the higher byte comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether each channel has a part of its own.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleavedKey"
