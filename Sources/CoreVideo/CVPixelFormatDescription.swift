// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics
import MediaFormats

/// Core Video's number of a format.
public let kCVPixelFormatConstant: CFString = "PixelFormat"
/// The four letters of a format.
public let kCVPixelFormatFourCC: CFString = "FourCC"
/// The planes of a format that has several, a dictionary each.
public let kCVPixelFormatPlanes: CFString = "Planes"
/// Pixels across of a block.
public let kCVPixelFormatBlockWidth: CFString = "BlockWidth"
/// Pixels down of a block.
public let kCVPixelFormatBlockHeight: CFString = "BlockHeight"
/// Bits of a block.
public let kCVPixelFormatBitsPerBlock: CFString = "BitsPerBlock"
/// Bits of a component.
public let kCVPixelFormatBitsPerComponent: CFString = "BitsPerComponent"
/// The number of the picture's columns that a sample of a plane stands for.
public let kCVPixelFormatHorizontalSubsampling: CFString = "HorizontalSubsampling"
/// The number of the picture's rows that a sample of a plane stands for.
public let kCVPixelFormatVerticalSubsampling: CFString = "VerticalSubsampling"
/// Whether there is alpha.
public let kCVPixelFormatContainsAlpha: CFString = "ContainsAlpha"
/// Whether there are red, green and blue.
public let kCVPixelFormatContainsRGB: CFString = "ContainsRGB"
/// Whether there are luma and chroma.
public let kCVPixelFormatContainsYCbCr: CFString = "ContainsYCbCr"
/// Whether there is nothing but grey.
public let kCVPixelFormatContainsGrayscale: CFString = "ContainsGrayscale"
/// The range of the components' numbers.
public let kCVPixelFormatComponentRange: CFString = "ComponentRange"
/// The range between black and white of video.
public let kCVPixelFormatComponentRange_VideoRange: CFString = "VideoRange"
/// All.
public let kCVPixelFormatComponentRange_FullRange: CFString = "FullRange"

extension CVPixelFormat {
  /// Its properties, by Core Video's keys.
  fileprivate var description: CFDictionary {
    let hasColors = format.isRGB
    var values: CFDictionary = [
      kCVPixelFormatConstant: NSNumber(value: type), kCVPixelFormatFourCC: letters(type),
      kCVPixelFormatBitsPerComponent: NSNumber(value: format.bitDepth), kCVPixelFormatContainsAlpha: format.hasAlpha,
      kCVPixelFormatContainsRGB: hasColors, kCVPixelFormatContainsYCbCr: !hasColors,
      kCVPixelFormatContainsGrayscale: false,
      kCVPixelFormatComponentRange: isFullRange || hasColors
        ? kCVPixelFormatComponentRange_FullRange : kCVPixelFormatComponentRange_VideoRange,
    ]
    let planes = planeDescriptions
    if planes.count == 1 {
      values.merge(planes[0]) { _, new in new }
    } else {
      values[kCVPixelFormatPlanes] = planes
    }
    return values
  }

  /// The properties of its planes. A block is one sample, and six pixels of v210.
  private var planeDescriptions: [CFDictionary] {
    // A width at which no format pads its rows.
    let (width, height, block) = (96, 2, type == kCVPixelFormatType_422YpCbCr10 ? 6 : 1)
    return format.extents(width: width, height: height).enumerated().map { number, extent in
      let across = number == 0 ? 1 : 2
      return [
        kCVPixelFormatBlockWidth: NSNumber(value: block), kCVPixelFormatBlockHeight: NSNumber(value: 1),
        kCVPixelFormatBitsPerBlock: NSNumber(value: extent.rowByteCount * 8 * block * across / width),
        kCVPixelFormatHorizontalSubsampling: NSNumber(value: across),
        kCVPixelFormatVerticalSubsampling: NSNumber(value: height / max(1, extent.height)),
      ]
    }
  }
}

/// The description of the format `pixelFormat`; nil of one that is not read or written here
/// (`CVPixelFormatDescriptionCreateWithPixelFormatType`).
public func CVPixelFormatDescriptionCreateWithPixelFormatType(
  _ allocator: CFAllocator?, _ pixelFormat: OSType
) -> CFDictionary? { CVPixelFormat(type: pixelFormat)?.description }

/// The numbers of all formats that are read and written here (`CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes`).
public func CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(_ allocator: CFAllocator?) -> CFArray? {
  CVPixelFormat.all.map { NSNumber(value: $0.type) }
}
