// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// Keys and values of encoders' settings, as compression sessions have them, and dictionaries of AVFoundation's.

/// H.264's baseline, of whatever level is needed.
public let kVTProfileLevel_H264_Baseline_AutoLevel: CFString = "H264_Baseline_AutoLevel"
/// H.264's main profile, of whatever level is needed.
public let kVTProfileLevel_H264_Main_AutoLevel: CFString = "H264_Main_AutoLevel"
/// H.264's high profile, of whatever level is needed.
public let kVTProfileLevel_H264_High_AutoLevel: CFString = "H264_High_AutoLevel"
/// H.264's extended profile, of whatever level is needed.
public let kVTProfileLevel_H264_Extended_AutoLevel: CFString = "H264_Extended_AutoLevel"
/// H.264's constrained baseline, of whatever level is needed.
public let kVTProfileLevel_H264_ConstrainedBaseline_AutoLevel: CFString = "H264_ConstrainedBaseline_AutoLevel"
/// H.264's constrained high profile, of whatever level is needed.
public let kVTProfileLevel_H264_ConstrainedHigh_AutoLevel: CFString = "H264_ConstrainedHigh_AutoLevel"
/// H.264's baseline, level 3.0.
public let kVTProfileLevel_H264_Baseline_3_0: CFString = "H264_Baseline_3_0"
/// H.264's baseline, level 3.1.
public let kVTProfileLevel_H264_Baseline_3_1: CFString = "H264_Baseline_3_1"
/// H.264's main profile, level 3.1.
public let kVTProfileLevel_H264_Main_3_1: CFString = "H264_Main_3_1"
/// H.264's main profile, level 4.1.
public let kVTProfileLevel_H264_Main_4_1: CFString = "H264_Main_4_1"
/// H.264's high profile, level 4.0.
public let kVTProfileLevel_H264_High_4_0: CFString = "H264_High_4_0"
/// H.264's high profile, level 4.1.
public let kVTProfileLevel_H264_High_4_1: CFString = "H264_High_4_1"
/// HEVC's main profile, of whatever level is needed.
public let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// HEVC's profile of ten bits, of whatever level is needed.
public let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
/// HEVC's profile of ten bits and 4:2:2, of whatever level is needed.
public let kVTProfileLevel_HEVC_Main42210_AutoLevel: CFString = "HEVC_Main42210_AutoLevel"

/// The entropy coding of H.264 by context.
public let kVTH264EntropyMode_CABAC: CFString = "CABAC"
/// The entropy coding of H.264 by variable lengths.
public let kVTH264EntropyMode_CAVLC: CFString = "CAVLC"

/// The bits of a second, on average.
public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
/// The greatest number of bytes in a number of seconds.
public let kVTCompressionPropertyKey_DataRateLimits: CFString = "DataRateLimits"
/// The most frames from one key frame to the next.
public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
/// The most seconds from one key frame to the next.
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString = "MaxKeyFrameIntervalDuration"
/// Whether frames may come in another order than they are shown.
public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
/// The profile and the level.
public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// The entropy coding of H.264.
public let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"
/// The quality of pictures, 0…1.
public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
/// The number of frames in a second that is expected.
public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
/// Whether frames are encoded as they come.
public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// The primaries of colors.
public let kVTCompressionPropertyKey_ColorPrimaries: CFString = "ColorPrimaries"
/// The transfer of colors.
public let kVTCompressionPropertyKey_TransferFunction: CFString = "TransferFunction"
/// The matrix of colors.
public let kVTCompressionPropertyKey_YCbCrMatrix: CFString = "YCbCrMatrix"
