// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics

// SAFETY: out parameters are written once; memory of the caller's is kept by its address until its release callback is called, as
// Core Video documents these functions.

/// Makes a buffer of `width` × `height` pixels, all of its bytes zero (`CVPixelBufferCreate`), and stores it at
/// `pixelBufferOut` without releasing a former value there, as Core Video's function in C does: uninitialized memory is
/// enough.
///
/// Of `attributes` ``kCVBufferPropagatedAttachmentsKey`` and ``kCVBufferNonPropagatedAttachmentsKey`` count; others are not needed: every
/// buffer can be drawn in, and none is shared with a graphics processor.
/// - Returns: `kCVReturnInvalidPixelFormat` for a format that is not made here; `kCVReturnInvalidSize` unless both sides have
///   1…32,768 pixels.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ attributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let format = CVPixelFormat(type: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard CVBuffer.sizes.contains(width), CVBuffer.sizes.contains(height) else { return kCVReturnInvalidSize }
  let buffer = CVBuffer(format, width: width, height: height)
  buffer.attach(of: attributes)
  unsafe pixelBufferOut.initialize(to: buffer)
  return kCVReturnSuccess
}

/// Releases the memory of a buffer that was made around it.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Makes a buffer around the caller's memory at `baseAddress`, for formats of one plane
/// (`CVPixelBufferCreateWithBytes`). `releaseCallback` is called when the last reference to the buffer goes.
///
/// - Returns: As ``CVPixelBufferCreate(_:_:_:_:_:_:)``; `kCVReturnInvalidArgument` where the rows are too short, or the format has
///   several planes.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ attributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let format = CVPixelFormat(type: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard CVBuffer.sizes.contains(width), CVBuffer.sizes.contains(height) else { return kCVReturnInvalidSize }
  let (context, start) = (UInt(bitPattern: releaseRefCon), UInt(bitPattern: baseAddress))
  let release = unsafe ReleaseCallback(call: releaseCallback)
  guard
    let memory = unsafe RowMemory(
      format.format, width: width, height: height, at: [baseAddress], bytesPerRow: [bytesPerRow],
      release: {
        unsafe release.call?(
          UnsafeMutableRawPointer(bitPattern: context), UnsafeRawPointer(bitPattern: start))
      })
  else { return kCVReturnInvalidArgument }
  let buffer = CVBuffer(format, width: width, height: height, in: memory)
  buffer.attach(of: attributes)
  unsafe pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// A function of the caller's.
@safe private struct ReleaseCallback: @unchecked Sendable {
  // @unchecked: a C function without a context of its own.
  let call: CVPixelBufferReleaseBytesCallback?
}

extension CVBuffer {
  /// The sizes of sides that there are.
  static let sizes = 1...32_768

  /// A picture of `format` in memory of its own.
  convenience init(_ format: CVPixelFormat, width: Int, height: Int) {
    self.init(format, width: width, height: height, in: RowMemory(format.format, width: width, height: height))
  }

  /// The picture of `format` in `memory`.
  convenience init(_ format: CVPixelFormat, width: Int, height: Int, in memory: RowMemory) {
    self.init(
      PixelBuffer(
        format: format.format, width: width, height: height, pixelAspectRatio: .square, storage: memory,
        isReadOnly: false), as: format)
  }
}
