// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Pixel formats that programs name, and that are neither read nor written here: what asks for one of them is refused.

/// 5 bits of red, green and blue in two bytes, the higher one first.
public let kCVPixelFormatType_16BE555: OSType = 0x10
/// 8-bit RGB in three bytes: blue, green, red (`'24BG'`).
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// 16-bit RGB, the higher byte first (`'b48r'`).
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// 16-bit RGB with alpha, the higher byte first (`'b64a'`).
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// 10-bit RGB in four bytes (`'R10k'`).
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306B
/// 10-bit RGB with two bits of alpha in four bytes, the lower one first (`'l10r'`).
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6C31_3072
/// Single-precision RGB with alpha (`'RGfA'`).
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// 16-bit grey, the higher byte first (`'b16g'`).
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// 16-bit grey (`'L016'`).
public let kCVPixelFormatType_OneComponent16: OSType = 0x4C30_3136
/// Half-precision grey (`'L00h'`).
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// Single-precision grey (`'L00f'`).
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// Two 8-bit values (`'2C08'`).
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// Half-precision depths in meters (`'hdep'`).
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// Single-precision depths in meters (`'fdep'`).
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// Half-precision disparities (`'hdis'`).
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// Single-precision disparities (`'fdis'`).
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// 8-bit 4:2:2, luma first (`'yuvs'`).
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// 8-bit 4:2:2, luma first, full range (`'yuvf'`).
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// 16-bit 4:2:2 (`'v216'`).
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// 8-bit 4:2:2 in two planes, limited range (`'422v'`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// 8-bit 4:2:2 in two planes, full range (`'422f'`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// 10-bit 4:2:2 in two planes, limited range (`'x422'`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 10-bit 4:2:2 in two planes, full range (`'xf22'`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 8-bit 4:4:4 in two planes, limited range (`'444v'`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// 8-bit 4:4:4 in two planes, full range (`'444f'`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// 10-bit 4:4:4 in two planes, limited range (`'x444'`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// 10-bit 4:4:4 in two planes, full range (`'xf44'`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// 8-bit 4:4:4 with alpha (`'v408'`).
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// 8-bit 4:4:4 with alpha first (`'y408'`).
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// 16-bit 4:4:4 with alpha first (`'y416'`).
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// 8-bit 4:2:0 in two planes and alpha in a third (`'v0a8'`).
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
