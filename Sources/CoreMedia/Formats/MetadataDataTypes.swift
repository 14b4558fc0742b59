// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

/// Bytes.
public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Text in UTF-8.
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Text in UTF-16, the higher byte first.
public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// A picture in GIF.
public let kCMMetadataBaseDataType_GIF: CFString = "com.apple.metadata.datatype.GIF"
/// A picture in JPEG.
public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// A picture in PNG.
public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// A picture in BMP.
public let kCMMetadataBaseDataType_BMP: CFString = "com.apple.metadata.datatype.BMP"
/// A number of 32 bits with a point.
public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// A number of 64 bits with a point.
public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// An integer of 8 bits.
public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// An integer of 16 bits.
public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// An integer of 32 bits.
public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// An integer of 64 bits.
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// An integer of 8 bits, from zero on.
public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// An integer of 16 bits, from zero on.
public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// An integer of 32 bits, from zero on.
public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// An integer of 64 bits, from zero on.
public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// A point, two numbers of 32 bits.
public let kCMMetadataBaseDataType_PointF32: CFString = "com.apple.metadata.datatype.pointF32"
/// A size, two numbers of 32 bits.
public let kCMMetadataBaseDataType_DimensionsF32: CFString = "com.apple.metadata.datatype.dimensionsF32"
/// A rectangle, four numbers of 32 bits.
public let kCMMetadataBaseDataType_RectF32: CFString = "com.apple.metadata.datatype.rectF32"
/// A transform, nine numbers of 64 bits.
public let kCMMetadataBaseDataType_AffineTransformF64: CFString = "com.apple.metadata.datatype.affine-transformF64"
/// A place by ISO 6709, text in UTF-8.
public let kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: CFString =
  "com.apple.quicktime.metadata.datatype.location.iso6709"
/// A direction, two numbers of 32 bits.
public let kCMMetadataDataType_QuickTimeMetadataDirection: CFString =
  "com.apple.quicktime.metadata.datatype.direction"

/// QuickTime's space of keys.
public let kCMMetadataKeySpace_QuickTimeMetadata: CFString = "mdta"
/// The space of QuickTime's older statements.
public let kCMMetadataKeySpace_QuickTimeUserData: CFString = "udta"
/// iTunes's space of keys.
public let kCMMetadataKeySpace_iTunes: CFString = "itsk"
/// ID3's space of keys.
public let kCMMetadataKeySpace_ID3: CFString = "org.id3"

/// A place by ISO 6709.
public let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
  "mdta/com.apple.quicktime.location.ISO6709"
/// A direction, towards which a camera looks.
public let kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing: CFString =
  "mdta/com.apple.quicktime.direction.facing"
/// The orientation of pictures, a number of Exif's.
public let kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation: CFString =
  "mdta/com.apple.quicktime.video-orientation"
