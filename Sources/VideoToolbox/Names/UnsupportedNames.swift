// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// Keys of what sessions here do not have: setting and copying them says `kVTPropertyNotSupportedErr`, and frames are encoded without them.

/// The number of threads that decode.
public let kVTDecompressionPropertyKey_ThreadCount: CFString = "ThreadCount"
/// The treatment of fields.
public let kVTDecompressionPropertyKey_FieldMode: CFString = "FieldMode"
/// The way in which fields become pictures.
public let kVTDecompressionPropertyKey_DeinterlaceMode: CFString = "DeinterlaceMode"
/// The smaller size in which pictures are decoded.
public let kVTDecompressionPropertyKey_ReducedResolutionDecode: CFString = "ReducedResolutionDecode"
/// The number of coefficients that are decoded.
public let kVTDecompressionPropertyKey_ReducedCoefficientDecode: CFString = "ReducedCoefficientDecode"
/// The share of pictures that is given.
public let kVTDecompressionPropertyKey_ReducedFrameDelivery: CFString = "ReducedFrameDelivery"
/// The frames that are decoded.
public let kVTDecompressionPropertyKey_OnlyTheseFrames: CFString = "OnlyTheseFrames"
/// The highest temporal level that is decoded.
public let kVTDecompressionPropertyKey_TemporalLevelLimit: CFString = "TemporalLevelLimit"
/// Ways to decode less.
public let kVTDecompressionPropertyKey_SuggestedQualityOfServiceTiers: CFString = "SuggestedQualityOfServiceTiers"
/// The properties of bringing pictures into their format.
public let kVTDecompressionPropertyKey_PixelTransferProperties: CFString = "PixelTransferProperties"
/// Whether power counts more than speed.
public let kVTDecompressionPropertyKey_MaximizePowerEfficiency: CFString = "MaximizePowerEfficiency"
/// The least number of buffers in a pool.
public let kVTDecompressionPropertyKey_OutputPoolRequestedMinimumBufferCount: CFString =
  "OutputPoolRequestedMinimumBufferCount"
/// Formats that can be decoded at a reduced size.
public let kVTDecompressionPropertyKey_PixelFormatsWithReducedResolutionSupport: CFString =
  "PixelFormatsWithReducedResolutionSupport"
/// Whether the HDR metadata of frames are passed on.
public let kVTDecompressionPropertyKey_PropagatePerFrameHDRDisplayMetadata: CFString =
  "PropagatePerFrameHDRDisplayMetadata"
/// Whether that is made.
public let kVTDecompressionPropertyKey_GeneratePerFrameHDRDisplayMetadata: CFString =
  "GeneratePerFrameHDRDisplayMetadata"
/// Whether pictures may become of another size.
public let kVTDecompressionPropertyKey_AllowBitstreamToChangeFrameDimensions: CFString =
  "AllowBitstreamToChangeFrameDimensions"
/// The number of reference pictures.
public let kVTCompressionPropertyKey_ReferenceBufferCount: CFString = "ReferenceBufferCount"
/// The most frames in a second.
public let kVTCompressionPropertyKey_MaximumRealTimeFrameRate: CFString = "MaximumRealTimeFrameRate"
/// Whether power counts more than speed.
public let kVTCompressionPropertyKey_MaximizePowerEfficiency: CFString = "MaximizePowerEfficiency"
/// The adaptation of quantizers to a picture.
public let kVTCompressionPropertyKey_SpatialAdaptiveQPLevel: CFString = "SpatialAdaptiveQPLevel"
/// Whether a frame may have a quantizer of its own.
public let kVTCompressionPropertyKey_SupportsBaseFrameQP: CFString = "SupportsBaseFrameQP"
/// The expected size of packets.
public let kVTCompressionPropertyKey_EstimatedAverageBytesPerFrame: CFString = "EstimatedAverageBytesPerFrame"
/// The share of bits of the lowest layer.
public let kVTCompressionPropertyKey_BaseLayerBitRateFraction: CFString = "BaseLayerBitRateFraction"
/// The number of frames of look-ahead.
public let kVTCompressionPropertyKey_SuggestedLookAheadFrameCount: CFString = "SuggestedLookAheadFrameCount"
/// The bits of a second that a decoder is given at most.
public let kVTCompressionPropertyKey_VBVMaxBitRate: CFString = "VBVMaxBitRate"
/// The duration of a decoder's buffer, in seconds.
public let kVTCompressionPropertyKey_VBVBufferDuration: CFString = "VBVBufferDuration"
/// The initial filling of its buffer.
public let kVTCompressionPropertyKey_VBVInitialDelayPercentage: CFString = "VBVInitialDelayPercentage"
/// Whether what is lost is measured.
public let kVTCompressionPropertyKey_CalculateMeanSquaredError: CFString = "CalculateMeanSquaredError"
/// The number of sessions that encode a film side by side.
public let kVTCompressionPropertyKey_RecommendedParallelizationLimit: CFString = "RecommendedParallelizationLimit"
/// The bits of a second, of a rate that varies.
public let kVTCompressionPropertyKey_VariableBitRate: CFString = "VariableBitRate"
/// A frame's own quantizer.
public let kVTEncodeFrameOptionKey_BaseFrameQP: CFString = "BaseFrameQP"
/// Whether a frame refers to one that is kept for long.
public let kVTEncodeFrameOptionKey_ForceLTRRefresh: CFString = "ForceLTRRefresh"
/// Frames kept for long that have arrived.
public let kVTEncodeFrameOptionKey_AcknowledgedLTRTokens: CFString = "AcknowledgedLTRTokens"
/// The highest temporal level that is decoded, by its older name.
public let kVTDecompressionProperty_TemporalLevelLimit: CFString = "TemporalLevelLimit"
/// The layers of HEVC of several views that are decoded.
public let kVTDecompressionPropertyKey_RequestedMVHEVCVideoLayerIDs: CFString = "RequestedMVHEVCVideoLayerIDs"
/// The width of a smaller size.
public let kVTDecompressionResolutionKey_Width: CFString = "Width"
/// The height of a smaller size.
public let kVTDecompressionResolutionKey_Height: CFString = "Height"
/// The frames in a second of the lowest layer.
public let kVTCompressionPropertyKey_BaseLayerFrameRate: CFString = "BaseLayerFrameRate"
/// The layers of HEVC of several views.
public let kVTCompressionPropertyKey_MVHEVCVideoLayerIDs: CFString = "MVHEVCVideoLayerIDs"
/// The views of HEVC of several views.
public let kVTCompressionPropertyKey_MVHEVCViewIDs: CFString = "MVHEVCViewIDs"
/// The views of the left and the right eye.
public let kVTCompressionPropertyKey_MVHEVCLeftAndRightViewIDs: CFString = "MVHEVCLeftAndRightViewIDs"
/// The eye whose view is shown flat.
public let kVTCompressionPropertyKey_HeroEye: CFString = "HeroEye"
/// The distance of the lenses, in micrometers.
public let kVTCompressionPropertyKey_StereoCameraBaseline: CFString = "StereoCameraBaseline"
/// The shift of the views toward each other.
public let kVTCompressionPropertyKey_HorizontalDisparityAdjustment: CFString = "HorizontalDisparityAdjustment"
/// Whether there is a view of the left eye.
public let kVTCompressionPropertyKey_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
/// Whether there is a view of the right eye.
public let kVTCompressionPropertyKey_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
/// The camera's field of view, in thousandths of a degree.
public let kVTCompressionPropertyKey_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// The layout of a sphere in pictures.
public let kVTCompressionPropertyKey_ProjectionKind: CFString = "ProjectionKind"
/// The layout of views in a picture.
public let kVTCompressionPropertyKey_ViewPackingKind: CFString = "ViewPackingKind"
