// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// Further keys and values of encoders' settings. A compression session says which of them it has; in dictionaries of AVFoundation's they
// change nothing.

/// The insertion of statements about light into the stream.
public let kVTCompressionPropertyKey_HDRMetadataInsertionMode: CFString = "HDRMetadataInsertionMode"
/// The most frames that wait in the encoder.
public let kVTCompressionPropertyKey_MaxFrameDelayCount: CFString = "MaxFrameDelayCount"
/// The most bytes of a slice.
public let kVTCompressionPropertyKey_MaxH264SliceBytes: CFString = "MaxH264SliceBytes"
/// The frames that wait in the encoder.
public let kVTCompressionPropertyKey_NumberOfPendingFrames: CFString = "NumberOfPendingFrames"
/// Whether buffers come from the encoder's pool.
public let kVTCompressionPropertyKey_PixelBufferPoolIsShared: CFString = "PixelBufferPoolIsShared"
/// The attributes of buffers that the encoder prefers.
public let kVTCompressionPropertyKey_VideoEncoderPixelBufferAttributes: CFString = "VideoEncoderPixelBufferAttributes"
/// The properties of bringing pictures into the encoder's format.
public let kVTCompressionPropertyKey_PixelTransferProperties: CFString = "PixelTransferProperties"
/// The storage that passes share.
public let kVTCompressionPropertyKey_MultiPassStorage: CFString = "MultiPassStorage"
/// Whether frames may depend on others.
public let kVTCompressionPropertyKey_AllowTemporalCompression: CFString = "AllowTemporalCompression"
/// Whether groups of pictures may refer to others.
public let kVTCompressionPropertyKey_AllowOpenGOP: CFString = "AllowOpenGOP"
/// Whether there are frames before the first.
public let kVTCompressionPropertyKey_MoreFramesBeforeStart: CFString = "MoreFramesBeforeStart"
/// Whether there are frames after the last.
public let kVTCompressionPropertyKey_MoreFramesAfterEnd: CFString = "MoreFramesAfterEnd"
/// The number of frames.
public let kVTCompressionPropertyKey_SourceFrameCount: CFString = "SourceFrameCount"
/// The duration of the film.
public let kVTCompressionPropertyKey_ExpectedDuration: CFString = "ExpectedDuration"
/// The share of frames that refer to no higher layer.
public let kVTCompressionPropertyKey_BaseLayerFrameRateFraction: CFString = "BaseLayerFrameRateFraction"
/// Fields of a picture.
public let kVTCompressionPropertyKey_FieldCount: CFString = "FieldCount"
/// The order of fields' lines.
public let kVTCompressionPropertyKey_FieldDetail: CFString = "FieldDetail"
/// Whether the picture is 16 to 9.
public let kVTCompressionPropertyKey_AspectRatio16x9: CFString = "AspectRatio16x9"
/// The shape of a pixel.
public let kVTCompressionPropertyKey_PixelAspectRatio: CFString = "PixelAspectRatio"
/// The part that is meant to be seen.
public let kVTCompressionPropertyKey_CleanAperture: CFString = "CleanAperture"
/// Whether pictures are whole.
public let kVTCompressionPropertyKey_ProgressiveScan: CFString = "ProgressiveScan"
/// A profile of colors.
public let kVTCompressionPropertyKey_ICCProfile: CFString = "ICCProfile"
/// Bits of a pixel.
public let kVTCompressionPropertyKey_Depth: CFString = "Depth"
/// The display that the film was made on.
public let kVTCompressionPropertyKey_MasteringDisplayColorVolume: CFString = "MasteringDisplayColorVolume"
/// The greatest light.
public let kVTCompressionPropertyKey_ContentLightLevelInfo: CFString = "ContentLightLevelInfo"
/// Whether alpha is kept.
public let kVTCompressionPropertyKey_PreserveAlphaChannel: CFString = "PreserveAlphaChannel"
/// Whether statements about light are kept.
public let kVTCompressionPropertyKey_PreserveDynamicHDRMetadata: CFString = "PreserveDynamicHDRMetadata"
/// The quality of alpha, 0…1.
public let kVTCompressionPropertyKey_TargetQualityForAlpha: CFString = "TargetQualityForAlpha"
/// Whether colors are multiplied by alpha.
public let kVTCompressionPropertyKey_AlphaChannelMode: CFString = "AlphaChannelMode"
/// The exponent of the transfer.
public let kVTCompressionPropertyKey_GammaLevel: CFString = "GammaLevel"
/// Whether speed counts more than quality.
public let kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: CFString = "PrioritizeEncodingSpeedOverQuality"
/// The bits of a second, always.
public let kVTCompressionPropertyKey_ConstantBitRate: CFString = "ConstantBitRate"
/// The coarsest quantizer.
public let kVTCompressionPropertyKey_MaxAllowedFrameQP: CFString = "MaxAllowedFrameQP"
/// The finest quantizer.
public let kVTCompressionPropertyKey_MinAllowedFrameQP: CFString = "MinAllowedFrameQP"
/// Whether hardware encodes.
public let kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder: CFString =
  "UsingHardwareAcceleratedVideoEncoder"
/// Whether pictures are referred to for long.
public let kVTCompressionPropertyKey_EnableLTR: CFString = "EnableLTR"
/// Bits of a sample.
public let kVTCompressionPropertyKey_OutputBitDepth: CFString = "OutputBitDepth"
/// None.
public let kVTHDRMetadataInsertionMode_None: CFString = "None"
/// As the pictures say.
public let kVTHDRMetadataInsertionMode_Auto: CFString = "Auto"
/// Whether hardware may encode.
public let kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder: CFString =
  "EnableHardwareAcceleratedVideoEncoder"
/// Whether nothing but hardware may encode.
public let kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder: CFString =
  "RequireHardwareAcceleratedVideoEncoder"
/// Whether packets are to come as fast as they can, a boolean: each before the next frame goes in.
public let kVTVideoEncoderSpecification_EnableLowLatencyRateControl: CFString = "EnableLowLatencyRateControl"
/// The identifier of the encoder in use.
public let kVTCompressionPropertyKey_EncoderID: CFString = "EncoderID"
/// The name of an encoder.
public let kVTVideoEncoderSpecification_EncoderID: CFString = "EncoderID"
/// Whether hardware may decode.
public let kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder: CFString =
  "EnableHardwareAcceleratedVideoDecoder"
/// Whether nothing but hardware may decode.
public let kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder: CFString =
  "RequireHardwareAcceleratedVideoDecoder"
/// The registry's number of the graphics card that has to encode: there is no such encoder here.
public let kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID: CFString = "RequiredEncoderGPURegistryID"
/// The registry's number of the graphics card that encodes if it can.
public let kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID: CFString = "PreferredEncoderGPURegistryID"
/// The registry's number of the graphics card that has to decode: there is no such decoder here.
public let kVTVideoDecoderSpecification_RequiredDecoderGPURegistryID: CFString = "RequiredDecoderGPURegistryID"
/// The registry's number of the graphics card that decodes if it can.
public let kVTVideoDecoderSpecification_PreferredDecoderGPURegistryID: CFString = "PreferredDecoderGPURegistryID"
/// H.264's baseline, level 1.3.
public let kVTProfileLevel_H264_Baseline_1_3: CFString = "H264_Baseline_1_3"
/// H.264's baseline, level 3.2.
public let kVTProfileLevel_H264_Baseline_3_2: CFString = "H264_Baseline_3_2"
/// H.264's baseline, level 4.0.
public let kVTProfileLevel_H264_Baseline_4_0: CFString = "H264_Baseline_4_0"
/// H.264's baseline, level 4.1.
public let kVTProfileLevel_H264_Baseline_4_1: CFString = "H264_Baseline_4_1"
/// H.264's main profile, level 3.0.
public let kVTProfileLevel_H264_Main_3_0: CFString = "H264_Main_3_0"
/// H.264's main profile, level 3.2.
public let kVTProfileLevel_H264_Main_3_2: CFString = "H264_Main_3_2"
/// H.264's main profile, level 4.0.
public let kVTProfileLevel_H264_Main_4_0: CFString = "H264_Main_4_0"
/// H.264's main profile, level 5.0.
public let kVTProfileLevel_H264_Main_5_0: CFString = "H264_Main_5_0"
/// H.264's high profile, level 3.0.
public let kVTProfileLevel_H264_High_3_0: CFString = "H264_High_3_0"
/// H.264's high profile, level 3.1.
public let kVTProfileLevel_H264_High_3_1: CFString = "H264_High_3_1"
/// H.264's high profile, level 3.2.
public let kVTProfileLevel_H264_High_3_2: CFString = "H264_High_3_2"
/// H.264's high profile, level 4.2.
public let kVTProfileLevel_H264_High_4_2: CFString = "H264_High_4_2"
/// H.264's high profile, level 5.0.
public let kVTProfileLevel_H264_High_5_0: CFString = "H264_High_5_0"
/// H.264's high profile, level 5.1.
public let kVTProfileLevel_H264_High_5_1: CFString = "H264_High_5_1"
/// H.264's high profile, level 5.2.
public let kVTProfileLevel_H264_High_5_2: CFString = "H264_High_5_2"
/// H.264's baseline, level 4.2.
public let kVTProfileLevel_H264_Baseline_4_2: CFString = "H264_Baseline_4_2"
/// H.264's baseline, level 5.0.
public let kVTProfileLevel_H264_Baseline_5_0: CFString = "H264_Baseline_5_0"
/// H.264's baseline, level 5.1.
public let kVTProfileLevel_H264_Baseline_5_1: CFString = "H264_Baseline_5_1"
/// H.264's baseline, level 5.2.
public let kVTProfileLevel_H264_Baseline_5_2: CFString = "H264_Baseline_5_2"
/// H.264's main profile, level 4.2.
public let kVTProfileLevel_H264_Main_4_2: CFString = "H264_Main_4_2"
/// H.264's main profile, level 5.1.
public let kVTProfileLevel_H264_Main_5_1: CFString = "H264_Main_5_1"
/// H.264's main profile, level 5.2.
public let kVTProfileLevel_H264_Main_5_2: CFString = "H264_Main_5_2"
/// H.264's extended profile, level 5.0.
public let kVTProfileLevel_H264_Extended_5_0: CFString = "H264_Extended_5_0"
