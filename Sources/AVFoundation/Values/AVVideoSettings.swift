// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A codec of pictures, four letters (`AVVideoCodecType`).
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// Four letters.
  public var rawValue: String
  /// The codec of these letters.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The codec of these letters.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// H.264.
  public static let h264 = AVVideoCodecType("avc1")
  /// HEVC.
  public static let hevc = AVVideoCodecType("hvc1")
  /// HEVC with alpha; not written here.
  public static let hevcWithAlpha = AVVideoCodecType("muxa")
  /// JPEG.
  public static let jpeg = AVVideoCodecType("jpeg")
  /// ProRes 422.
  public static let proRes422 = AVVideoCodecType("apcn")
  /// ProRes 422 HQ.
  public static let proRes422HQ = AVVideoCodecType("apch")
  /// ProRes 422 LT.
  public static let proRes422LT = AVVideoCodecType("apcs")
  /// ProRes 422 Proxy.
  public static let proRes422Proxy = AVVideoCodecType("apco")
  /// ProRes 4444.
  public static let proRes4444 = AVVideoCodecType("ap4h")
}

/// The primaries of ITU-R BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2: String = kCVImageBufferColorPrimaries_ITU_R_709_2
/// The primaries of BT.601 of 525 lines.
public let AVVideoColorPrimaries_SMPTE_C: String = kCVImageBufferColorPrimaries_SMPTE_C
/// The primaries of BT.601 of 625 lines.
public let AVVideoColorPrimaries_EBU_3213: String = kCVImageBufferColorPrimaries_EBU_3213
/// The primaries of Display P3.
public let AVVideoColorPrimaries_P3_D65: String = kCVImageBufferColorPrimaries_P3_D65
/// The primaries of ITU-R BT.2020.
public let AVVideoColorPrimaries_ITU_R_2020: String = kCVImageBufferColorPrimaries_ITU_R_2020
/// The transfer of ITU-R BT.709.
public let AVVideoTransferFunction_ITU_R_709_2: String = kCVImageBufferTransferFunction_ITU_R_709_2
/// The transfer of sRGB.
public let AVVideoTransferFunction_IEC_sRGB: String = kCVImageBufferTransferFunction_sRGB
/// Hybrid log-gamma.
public let AVVideoTransferFunction_ITU_R_2100_HLG: String = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Perceptual quantizer.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ: String = kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// The matrix of ITU-R BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2: String = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// The matrix of ITU-R BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4: String = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// The matrix of ITU-R BT.2020.
public let AVVideoYCbCrMatrix_ITU_R_2020: String = kCVImageBufferYCbCrMatrix_ITU_R_2020
/// Properties of a decoder, in settings of a reader: none of them is heeded, so that of pictures for two eyes those of one are decoded.
public let AVVideoDecompressionPropertiesKey: String = "DecompressionProperties"
