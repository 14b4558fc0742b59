// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// Keys of what formats say besides, and words for it. Of what programs say, the engine takes colors, range and the aspect of pixels; the rest
// is kept.

/// The settings of the encoder that made the media.
public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString = "OriginalCompressionSettings"
/// The sample description of a QuickTime movie, as bytes.
public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString = "VerbatimSampleDescription"
/// The sample entry of an MP4, as bytes.
public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Bits of a pixel.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Bits of a component; kept in formats that programs make, and not set in those of files.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// The part that is meant to be seen.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// The order of the fields' lines.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// The shape of a pixel.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// The exponent of the transfer, where it is a power.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// A profile of colors, as bytes.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Bytes of a row of uncompressed pictures.
public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// The chroma location in the first field or a whole picture.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey
/// The chroma location in the second field.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey
/// The temporal quality that an encoder kept.
public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// The spatial quality that an encoder kept.
public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// The version of the encoded data.
public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// The revision of the encoded data.
public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Whose encoder it was, four letters.
public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// The colors and the light of the display that a film was made on, as bytes.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey
/// The greatest light of a film and of its pictures, as bytes.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey
/// Another transfer that would do.
public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
  "AlternativeTransferCharacteristics"
/// The purpose of auxiliary pictures.
public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Whether colors are multiplied by alpha.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey
/// Whether there is alpha.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// The primaries of BT.601 of 625 lines.
public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString = kCVImageBufferColorPrimaries_EBU_3213
/// The primaries of BT.601 of 525 lines.
public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString = kCVImageBufferColorPrimaries_SMPTE_C
/// The primaries of digital cinema.
public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// The primaries of Display P3.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// The primaries of ITU-R BT.2020.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString = kCVImageBufferColorPrimaries_ITU_R_2020
/// The primaries of old computers' displays.
public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// The transfer of SMPTE 240M.
public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
  kCVImageBufferTransferFunction_SMPTE_240M_1995
/// A power, whose exponent stands beside.
public let kCMFormatDescriptionTransferFunction_UseGamma: CFString = kCVImageBufferTransferFunction_UseGamma
/// The transfer of ITU-R BT.2020.
public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString = kCVImageBufferTransferFunction_ITU_R_2020
/// The transfer of digital cinema.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString = kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Perceptual quantizer.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Hybrid log-gamma.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Light as it is.
public let kCMFormatDescriptionTransferFunction_Linear: CFString = kCVImageBufferTransferFunction_Linear
/// The transfer of sRGB.
public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// The matrix of ITU-R BT.601.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// The matrix of SMPTE 240M.
public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// The matrix of ITU-R BT.2020.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString = kCVImageBufferYCbCrMatrix_ITU_R_2020
/// Between two lines, on a column of luma.
public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Between two lines and two columns.
public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// On a line and a column of luma.
public let kCMFormatDescriptionChromaLocation_TopLeft: CFString = kCVImageBufferChromaLocation_TopLeft
/// Colors are not multiplied by alpha.
public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString = kCVImageBufferAlphaChannelMode_StraightAlpha
/// Colors are multiplied by alpha.
public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
  kCVImageBufferAlphaChannelMode_PremultipliedAlpha

extension CMFormatDescription.Extensions.Key {
  /// The settings of the encoder that made the media.
  public static let originalCompressionSettings = Self(
    rawValue: kCMFormatDescriptionExtension_OriginalCompressionSettings)
  /// The sample description of a QuickTime movie, as bytes.
  public static let verbatimSampleDescription = Self(rawValue: kCMFormatDescriptionExtension_VerbatimSampleDescription)
  /// The sample entry of an MP4, as bytes.
  public static let verbatimISOSampleEntry = Self(rawValue: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
  /// Bits of a pixel.
  public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
  /// Bits of a component.
  public static let bitsPerComponent = Self(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
  /// The part that is meant to be seen.
  public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
  /// The order of the fields' lines.
  public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
  /// The shape of a pixel.
  public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
  /// The exponent of the transfer, where it is a power.
  public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)
  /// A profile of colors, as bytes.
  public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)
  /// Bytes of a row of uncompressed pictures.
  public static let bytesPerRow = Self(rawValue: kCMFormatDescriptionExtension_BytesPerRow)
  /// The chroma location in the first field or a whole picture.
  public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
  /// The chroma location in the second field.
  public static let chromaLocationBottomField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField)
  /// The temporal quality that an encoder kept.
  public static let temporalQuality = Self(rawValue: kCMFormatDescriptionExtension_TemporalQuality)
  /// The spatial quality that an encoder kept.
  public static let spatialQuality = Self(rawValue: kCMFormatDescriptionExtension_SpatialQuality)
  /// The version of the encoded data.
  public static let version = Self(rawValue: kCMFormatDescriptionExtension_Version)
  /// The revision of the encoded data.
  public static let revisionLevel = Self(rawValue: kCMFormatDescriptionExtension_RevisionLevel)
  /// Whose encoder it was, four letters.
  public static let vendor = Self(rawValue: kCMFormatDescriptionExtension_Vendor)
  /// The colors and the light of the display that a film was made on, as bytes.
  public static let masteringDisplayColorVolume = Self(
    rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)
  /// The greatest light of a film and of its pictures, as bytes.
  public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
  /// Another transfer that would do.
  public static let alternativeTransferCharacteristics = Self(
    rawValue: kCMFormatDescriptionExtension_AlternativeTransferCharacteristics)
  /// The purpose of auxiliary pictures.
  public static let auxiliaryTypeInfo = Self(rawValue: kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
  /// Whether colors are multiplied by alpha.
  public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)
  /// Whether there is alpha.
  public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
  /// Further boxes of a movie's sample description, by their names.
  public static let sampleDescriptionExtensionAtoms = Self(
    rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
  /// The codec's name.
  public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
  /// The number of fields in a frame.
  public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
  /// Whether luma runs over 0…255.
  public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
}

extension CMFormatDescription.Extensions.Value {
  /// A number.
  public static func number<Number: Numeric>(_ value: Number) -> Self { Self(boxed(value)) }
  /// A word.
  public static func string(_ value: String) -> Self { Self(value) }

  /// The shape of a pixel.
  public static func pixelAspectRatio<Horizontal: Numeric, Vertical: Numeric>(
    horizontalSpacing: Horizontal, verticalSpacing: Vertical
  ) -> Self {
    Self([
      kCVImageBufferPixelAspectRatioHorizontalSpacingKey: boxed(horizontalSpacing),
      kCVImageBufferPixelAspectRatioVerticalSpacingKey: boxed(verticalSpacing),
    ])
  }

  /// The part that is meant to be seen.
  public static func cleanAperture<Width: Numeric, Height: Numeric, Horizontal: Numeric, Vertical: Numeric>(
    width: Width, height: Height, horizontalOffet: Horizontal, verticalOffset: Vertical
  ) -> Self {
    Self([
      kCVImageBufferCleanApertureWidthKey: boxed(width), kCVImageBufferCleanApertureHeightKey: boxed(height),
      kCVImageBufferCleanApertureHorizontalOffsetKey: boxed(horizontalOffet),
      kCVImageBufferCleanApertureVerticalOffsetKey: boxed(verticalOffset),
    ])
  }

  /// Whether colors are multiplied by alpha.
  public struct AlphaChannelMode: RawRepresentable, Hashable, Sendable {
    /// The word.
    public var rawValue: CFString
    /// The mode of this word.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// They are not.
    public static let straightAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_StraightAlpha)
    /// They are.
    public static let premultipliedAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha)
  }

  /// Whether colors are multiplied by alpha.
  public static func alphaChannelMode(_ alphaChannelMode: AlphaChannelMode) -> Self { Self(alphaChannelMode.rawValue) }

  /// `value` as an object.
  private static func boxed<Number: Numeric>(_ value: Number) -> NSNumber {
    if let integer = value as? any BinaryInteger { return NSNumber(value: Int64(clamping: integer)) }
    return NSNumber(value: (value as? any BinaryFloatingPoint).map { Double($0) } ?? 0)
  }
}

extension CMFormatDescription.Extensions.Value.ColorPrimaries {
  /// The primaries of BT.601 of 625 lines.
  public static let ebu_3213 = Self(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
  /// The primaries of BT.601 of 525 lines.
  public static let smpte_C = Self(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
  /// The primaries of digital cinema.
  public static let dci_P3 = Self(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
  /// The primaries of old computers' displays.
  public static let p22 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P22)
}

extension CMFormatDescription.Extensions.Value.TransferFunction {
  /// That of SMPTE 240M.
  public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995)
  /// A power, whose exponent stands beside.
  public static let useGamma = Self(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
  /// That of ITU-R BT.2020.
  public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
  /// That of digital cinema.
  public static let smpte_ST_428_1 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1)
  /// Light as it is.
  public static let linear = Self(rawValue: kCMFormatDescriptionTransferFunction_Linear)
  /// That of sRGB.
  public static let sRGB = Self(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
}

extension CMFormatDescription.Extensions.Value.YCbCrMatrix {
  /// That of SMPTE 240M.
  public static let smpted_240M_1995 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
}
