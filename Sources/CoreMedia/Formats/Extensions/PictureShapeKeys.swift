// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// Keys in the dictionaries that formats have for the shape of a pixel and the part that is meant to be seen: Core Video's own.

/// The width of a pixel, in parts of its height's number.
public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
  kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// The height of a pixel, in parts of its width's number.
public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
  kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// The width of the part that is meant to be seen, in pixels.
public let kCMFormatDescriptionKey_CleanApertureWidth: CFString = kCVImageBufferCleanApertureWidthKey
/// The height of the part that is meant to be seen, in pixels.
public let kCMFormatDescriptionKey_CleanApertureHeight: CFString = kCVImageBufferCleanApertureHeightKey
/// The distance of the part's middle to the right of the picture's, in pixels.
public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
  kCVImageBufferCleanApertureHorizontalOffsetKey
/// The distance of the part's middle below the picture's, in pixels.
public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString =
  kCVImageBufferCleanApertureVerticalOffsetKey
