// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics

// SAFETY: out parameters are written once.

/// Makes buffers of one format and size (`CVPixelBufferPool`). Threads: any.
///
/// What a new buffer shows is undefined; memory is used again by the system's allocator.
public final class CVPixelBufferPool: Sendable {
  private let format: CVPixelFormat
  private let width: Int
  private let height: Int
  private let maker: (@Sendable () -> CVBuffer?)?

  /// A pool of buffers as `attributes` say; nil where they name no format of those that are made here, or no size.
  init?(_ attributes: [String: Any]) {
    guard let type = CVPixelFormat.types(in: attributes).first, let format = CVPixelFormat(type: type),
      let width = Self.side(attributes[kCVPixelBufferWidthKey]),
      let height = Self.side(attributes[kCVPixelBufferHeightKey])
    else { return nil }
    (self.format, self.width, self.height, maker) = (format, width, height, nil)
  }

  /// A pool whose buffers of `format` and `width` × `height` pixels `maker` makes.
  package init(
    _ format: CVPixelFormat, width: Int, height: Int, making maker: @escaping @Sendable () -> CVBuffer?
  ) {
    (self.format, self.width, self.height, self.maker) = (format, width, height, maker)
  }

  private static func side(_ value: Any?) -> Int? {
    let number = (value as? Int) ?? (value as? Double).flatMap { Int(exactly: $0.rounded()) }
    return number.flatMap { CVBuffer.sizes.contains($0) ? $0 : nil }
  }

  /// A new buffer; nil where there is no memory for one.
  func makeBuffer() -> CVBuffer? {
    if let maker { return maker() }
    return CVBuffer(format, width: width, height: height)
  }

  /// What its buffers are.
  var attributes: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: format.type, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
    ]
  }
}

/// How many buffers a pool keeps, by its key; a pool here keeps none.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// How long a pool keeps buffers, by its key; a pool here keeps none.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"

/// Makes a pool of buffers with `pixelBufferAttributes`: a format, a width, a height (`CVPixelBufferPoolCreate`).
///
/// - Returns: `kCVReturnInvalidPixelBufferAttributes` where one of them is missing, or none that is made here.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  guard let pool = CVPixelBufferPool(pixelBufferAttributes ?? [:]) else {
    return kCVReturnInvalidPixelBufferAttributes
  }
  unsafe poolOut.pointee = pool
  return kCVReturnSuccess
}

/// Makes a buffer of `pool` (`CVPixelBufferPoolCreatePixelBuffer`).
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pool: CVPixelBufferPool, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let buffer = pool.makeBuffer() else { return kCVReturnAllocationFailed }
  unsafe pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// What `pool`'s buffers are (`CVPixelBufferPoolGetPixelBufferAttributes`).
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }
