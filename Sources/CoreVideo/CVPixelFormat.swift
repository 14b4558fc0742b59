// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import MediaFormats

/// A pixel format by Core Video's number, and the engine's format of the same bytes.
package struct CVPixelFormat: Hashable, Sendable {
  /// Core Video's number.
  package let type: OSType
  /// The layout of the bytes.
  package let format: PixelFormat
  /// Whether luma runs over 0…255; false of RGB, which always does.
  package let isFullRange: Bool

  private init(_ type: OSType, _ format: PixelFormat, isFullRange: Bool = false) {
    (self.type, self.format, self.isFullRange) = (type, format, isFullRange)
  }

  /// Every format that there is here.
  static let all = [
    CVPixelFormat(kCVPixelFormatType_32BGRA, .bgra), CVPixelFormat(kCVPixelFormatType_32ARGB, .argb),
    CVPixelFormat(kCVPixelFormatType_32ABGR, .abgr), CVPixelFormat(kCVPixelFormatType_32RGBA, .rgba),
    CVPixelFormat(kCVPixelFormatType_24RGB, .rgb24), CVPixelFormat(kCVPixelFormatType_420YpCbCr8Planar, .yuv420p),
    CVPixelFormat(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .nv12),
    CVPixelFormat(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .nv12, isFullRange: true),
    CVPixelFormat(kCVPixelFormatType_420YpCbCr8PlanarFullRange, .yuv420p, isFullRange: true),
    CVPixelFormat(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .p010),
    CVPixelFormat(kCVPixelFormatType_422YpCbCr10, .v210),
  ]

  /// The format that Core Video calls `type`; nil for one that is not read or written here.
  package init?(type: OSType) {
    guard let format = Self.all.first(where: { $0.type == type }) else { return nil }
    self = format
  }

  /// The name of the engine's `format`; nil where Core Video has none.
  package init?(_ format: PixelFormat) {
    guard let known = Self.all.first(where: { $0.format == format && !$0.isFullRange }) else { return nil }
    self = known
  }

  /// The formats that attributes name under ``kCVPixelBufferPixelFormatTypeKey``: a number, or an array of numbers.
  package static func types(in attributes: [String: Any]) -> [OSType] {
    guard let value = attributes[kCVPixelBufferPixelFormatTypeKey] else { return [] }
    let values = (value as? [Any]) ?? [value]
    return values.compactMap { number($0).flatMap { Int64(exactly: $0) }.map { OSType(truncatingIfNeeded: $0) } }
  }
}

/// The four letters of `type`, or its number.
package func letters(_ type: OSType) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }
  return bytes.allSatisfy { (0x20...0x7E).contains($0) }
    ? "'" + String(decoding: bytes, as: UTF8.self) + "'" : "\(type)"
}

/// 8-bit RGB in three bytes: red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 0x18
/// 8-bit RGB with alpha in four bytes: alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x20
/// 8-bit RGB with alpha in four bytes: blue, green, red, alpha (`'BGRA'`).
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 8-bit RGB with alpha in four bytes: alpha, blue, green, red (`'ABGR'`).
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// 8-bit RGB with alpha in four bytes: red, green, blue, alpha (`'RGBA'`).
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 8-bit 4:2:0 in three planes (`'y420'`), limited range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 8-bit 4:2:0 in three planes (`'f420'`), full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// 8-bit 4:2:0 in two planes (`'420v'`), limited range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// 8-bit 4:2:0 in two planes (`'420f'`), full range.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// 10-bit 4:2:0 in two planes (`'x420'`), limited range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 10-bit 4:2:0 in two planes (`'xf20'`), full range; not made here.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 8-bit 4:2:2 (`'2vuy'`); not made here.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// 8-bit 4:4:4 (`'v308'`); not made here.
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// 10-bit 4:2:2 (`'v210'`).
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// 10-bit 4:4:4 (`'v410'`); not made here.
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// 8-bit grey (`'L008'`); not made here.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// Half-precision RGB with alpha (`'RGhA'`); not made here.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
