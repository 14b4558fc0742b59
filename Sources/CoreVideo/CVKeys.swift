// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CoreGraphics

// Keys of attributes and attachments, and their values, with the strings that Core Video's have.

/// A buffer's pixel format: a number, or several that would do.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// Pixels across.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// Pixels down.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The alignment of rows, in bytes; it is 64 here in any case.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Memory that is shared with a graphics processor; there is none here, and the key is passed over.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Use by Metal; passed over.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Use by OpenGL; passed over.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Use by OpenGL ES; passed over.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// Use by Core Graphics' images: always possible.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Use by Core Graphics' contexts: always possible.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// The primaries of the picture's colors.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The transfer function from light to numbers.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The matrix from red, green and blue to luma and chroma.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The shape of a pixel.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The part that is meant to be seen.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"

/// The primaries of ITU-R BT.709.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of BT.601 of 625 lines.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of BT.601 of 525 lines.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of ITU-R BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The primaries of Display P3.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The transfer of ITU-R BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer of sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// Hybrid log-gamma.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Perceptual quantizer.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// The matrix of ITU-R BT.709.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of ITU-R BT.601.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of ITU-R BT.2020.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
