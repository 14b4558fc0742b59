// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreGraphics
public import CoreMedia

// SAFETY: the out parameter is written once.

/// Stores the picture in `pixelBuffer` as an image (`VTCreateCGImageFromCVPixelBuffer`); there are no `options`.
///
/// - Returns: `kVTPixelTransferNotSupportedErr` for a format that is not converted, `kVTAllocationFailedErr`.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
  _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
  unsafe imageOut.pointee = nil
  guard BufferTransfer.types.contains(pixelBuffer.format.type) else { return kVTPixelTransferNotSupportedErr }
  var made: CVPixelBuffer?
  let (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
  guard
    unsafe CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32RGBA, nil, &made) == kCVReturnSuccess, let made
  else { return kVTAllocationFailedErr }
  do {
    try BufferTransfer().transfer(pixelBuffer, into: made)
    guard let image = try CGImage(made.picture) else { return kVTAllocationFailedErr }
    unsafe imageOut.pointee = image
    return noErr
  } catch {
    return kVTPixelTransferNotSupportedErr
  }
}
