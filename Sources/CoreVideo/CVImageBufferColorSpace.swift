// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// SAFETY: an attachment holds its space as long as it is attached; a space that is made is held until the caller releases it.

/// The color space that is attached to `buffer`; nil where none is.
public func CVImageBufferGetColorSpace(_ buffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  guard let space = CVBufferCopyAttachment(buffer, kCVImageBufferCGColorSpaceKey, nil) as? CGColorSpace else {
    return nil
  }
  return unsafe Unmanaged.passUnretained(space)
}

/// The color space that `attachments` say: the one among them, or that of their primaries and transfer; nil where Core Graphics has none
/// here. The caller releases it (`takeRetainedValue`).
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  if let space = attachments[kCVImageBufferCGColorSpaceKey] as? CGColorSpace {
    return unsafe Unmanaged.passRetained(space)
  }
  let words = (
    attachments[kCVImageBufferColorPrimariesKey] as? CFString,
    attachments[kCVImageBufferTransferFunctionKey] as? CFString
  )
  let name: CFString? =
    switch words {
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2): CGColorSpace.itur_709
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_sRGB): CGColorSpace.sRGB
    case (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_Linear): CGColorSpace.linearSRGB
    case (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_sRGB): CGColorSpace.displayP3
    case (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_709_2),
      (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2020):
      CGColorSpace.itur_2020
    default: nil
    }
  guard let space = name.flatMap({ CGColorSpace(name: $0) }) else { return nil }
  return unsafe Unmanaged.passRetained(space)
}
