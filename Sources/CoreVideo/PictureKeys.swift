// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// Keys of attributes and attachments that say more of a picture, and their values, with the strings that Core Video's have.

/// The width of a pixel, in parts of its height's number.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel, in parts of its width's number.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The width of the part that is meant to be seen, in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The height of the part that is meant to be seen, in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// The distance of the part's middle to the right of the picture's, in pixels.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// The distance of the part's middle below the picture's, in pixels.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The part that is to be seen rather than the clean aperture.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// The size at which it is to be seen.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The width at which it is to be seen.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The height at which it is to be seen.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The number of the picture's fields: 1 or 2.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// The order of the fields' lines.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The chroma location in the first field or a whole picture.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// The chroma location in the second field.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// Between two lines, on a column of luma.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Between two lines and two columns.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// On a line and a column of luma.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// On a line of luma, between two columns.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// On the lower line and a column of luma.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// On the lower line of luma, between two columns.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// Of both kinds of chroma by turns, as DV of 625 lines has them.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// The upper field is the earlier one, and fields stand one behind the other.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The lower field is the earlier one, and fields stand one behind the other.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Lines of fields stand by turns, and the first line is of the earlier one.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Lines of fields stand by turns, and the first line is of the later one.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The exponent of the transfer, where it is a power.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// A profile of colors.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// A color space of Core Graphics.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// Whether all alpha values are opaque.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// Whether colors are multiplied by alpha.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colors are not multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colors are multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The colors and the light of the display that a film was made on.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The greatest light of a film and of its pictures.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// A power, whose exponent stands beside.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// Light as it is.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The transfer of SMPTE 240M.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The transfer of ITU-R BT.2020.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The transfer of digital cinema.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// The primaries of digital cinema.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of old computers' displays.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// The matrix of SMPTE 240M.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The alignment of planes, in bytes.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Pixels beyond the left edge; passed over.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Pixels beyond the right edge; passed over.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Pixels beyond the top edge; passed over.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels beyond the bottom edge; passed over.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// The memory's allocator; passed over.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
