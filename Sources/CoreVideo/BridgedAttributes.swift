// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation

// On Apple's platforms a dictionary of Foundation's is one of Core Foundation's, too. Here these are Swift's own: what takes them takes
// Foundation's as well.
//
// SAFETY: results are written where the caller says, by the functions that these call.

/// Makes a pixel buffer as the function of the same name does, with attributes in a dictionary of Foundation's.
@_disfavoredOverload @discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ attributes: NSDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  let attributes = attributes.map { $0.attributes }
  return unsafe CVPixelBufferCreate(allocator, width, height, pixelFormatType, attributes, pixelBufferOut)
}

/// Makes a pool as the function of the same name does, with attributes in dictionaries of Foundation's.
@_disfavoredOverload @discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: NSDictionary?, _ pixelBufferAttributes: NSDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  let (pool, buffers) = (poolAttributes.map { $0.attributes }, pixelBufferAttributes.map { $0.attributes })
  return unsafe CVPixelBufferPoolCreate(allocator, pool, buffers, poolOut)
}
