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
/// Black or white, a bit each.
public let kCVPixelFormatType_1Monochrome: OSType = 0x1
/// An index of four colors.
public let kCVPixelFormatType_2Indexed: OSType = 0x2
/// An index of 16 colors.
public let kCVPixelFormatType_4Indexed: OSType = 0x4
/// An index of 256 colors.
public let kCVPixelFormatType_8Indexed: OSType = 0x8
/// Two levels of grey, the first white.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x21
/// Four levels of grey, the first white.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x22
/// 16 levels of grey, the first white.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x24
/// 256 levels of grey, the first white.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x28
/// 5 bits of red, green and blue in two bytes, the lower one first (`'L555'`).
public let kCVPixelFormatType_16LE555: OSType = 0x4C35_3535
/// 5 bits of red, green and blue and one of alpha in two bytes, the lower one first (`'5551'`).
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// 5, 6 and 5 bits of red, green and blue in two bytes, the higher one first (`'B565'`).
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// 5, 6 and 5 bits of red, green and blue in two bytes, the lower one first (`'L565'`).
public let kCVPixelFormatType_16LE565: OSType = 0x4C35_3635
/// 16-bit grey with alpha, the higher byte first (`'b32a'`).
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// 16-bit RGB with alpha, the lower byte first (`'l64r'`).
public let kCVPixelFormatType_64RGBALE: OSType = 0x6C36_3472
/// 8-bit 4:4:4 with alpha first, full range (`'r408'`).
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// 8-bit 4:2:2, and alpha in a second plane (`'a2vy'`).
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// Two 16-bit values (`'2C16'`).
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// Two half-precision values (`'2C0h'`).
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// Two single-precision values (`'2C0f'`).
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// 10-bit grey (`'L010'`).
public let kCVPixelFormatType_OneComponent10: OSType = 0x4C30_3130
/// 12-bit grey (`'L012'`).
public let kCVPixelFormatType_OneComponent12: OSType = 0x4C30_3132
/// 8-bit BGRA, packed without loss (`'&BGA'`).
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// Half-precision RGBA, packed without loss (`'&RhA'`).
public let kCVPixelFormatType_Lossless_64RGBAHalf: OSType = 0x2652_6841
/// 8-bit 4:2:0, limited range, packed without loss (`'&8v0'`).
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// 8-bit 4:2:0, full range, packed without loss (`'&8f0'`).
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// 10-bit 4:2:0, limited range, packed without loss (`'&xv0'`).
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// 10-bit 4:2:2, limited range, packed without loss (`'&xv2'`).
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// 8-bit BGRA, packed with loss (`'-BGA'`).
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2D42_4741
/// 8-bit 4:2:0, limited range, packed with loss (`'-8v0'`).
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2D38_7630
/// 8-bit 4:2:0, full range, packed with loss (`'-8f0'`).
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2D38_6630
/// 10-bit 4:2:0, limited range, packed with loss (`'-xv0'`).
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7630
/// 10-bit 4:2:2, limited range, packed with loss (`'-xv2'`).
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7632
/// 10-bit RGB in four bytes, limited range, the higher one first (`'r210'`).
public let kCVPixelFormatType_30RGB_r210: OSType = 0x7232_3130
/// 10-bit RGB beyond 0…1 in four bytes, the lower one first (`'w30r'`).
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// 10-bit RGB beyond 0…1 in four bytes, and 8-bit alpha in a second plane (`'b3a8'`).
public let kCVPixelFormatType_30RGBLE_8A_BiPlanar: OSType = 0x6233_6138
/// 10-bit RGB beyond 0…1 with alpha in eight bytes, the lower one first (`'w40a'`).
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// 10-bit RGB beyond 0…1 with alpha in eight bytes, multiplied by it, the lower one first (`'w40m'`).
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306D
/// Single-precision 4:4:4 with alpha first, full range (`'r4fl'`).
public let kCVPixelFormatType_4444AYpCbCrFloat: OSType = 0x7234_666C
/// 16-bit 4:2:2 in two planes, limited range (`'sv22'`).
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// 16-bit 4:4:4 in two planes, limited range (`'sv44'`).
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// 16-bit 4:4:4 in two planes and alpha in a third, limited range (`'s4as'`).
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// 14-bit values of a sensor, green and red in the first row (`'grb4'`).
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// 14-bit values of a sensor, red and green in the first row (`'rgg4'`).
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// 14-bit values of a sensor, blue and green in the first row (`'bgg4'`).
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// 14-bit values of a sensor, green and blue in the first row (`'gbr4'`).
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// 16-bit values of a sensor, whose pattern the attachments tell (`'bp16'`).
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
/// 12-bit values of a sensor, eight in twelve bytes, whose pattern the attachments tell (`'btp2'`).
public let kCVPixelFormatType_96VersatileBayerPacked12: OSType = 0x6274_7032
/// 16-bit RGBA of ProRes RAW, made smaller (`'bp64'`).
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// 10-bit 4:2:0, full range, packed without loss (`'&xf0'`).
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarFullRange: OSType = 0x2678_6630
/// 10-bit RGB beyond 0…1, packed without loss (`'&w3r'`).
public let kCVPixelFormatType_Lossless_30RGBLEPackedWideGamut: OSType = 0x2677_3372
/// 10-bit RGB beyond 0…1, and 8-bit alpha, packed without loss (`'&b38'`).
public let kCVPixelFormatType_Lossless_30RGBLE_8A_BiPlanar: OSType = 0x2662_3338
