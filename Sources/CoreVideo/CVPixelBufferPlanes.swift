// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics

// SAFETY: out parameters are written once; the arrays of planes have as many elements as the caller says; memory of his is kept by its
// addresses until its release callback is called, as Core Video documents these functions.

/// Releases the memory of a buffer that was made around several planes.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// A function of the caller's, with what it is given.
@safe private struct PlanarRelease: @unchecked Sendable {
  // @unchecked: a C function without a context of its own, and numbers.
  let call: CVPixelBufferReleasePlanarBytesCallback?
  let context: UInt
  let data: UInt
  let byteCount: Int
  let planes: [UInt]

  func callAsFunction() {
    guard let call = unsafe call else { return }
    var addresses = unsafe planes.map { unsafe UnsafeRawPointer(bitPattern: $0) }
    unsafe addresses.withUnsafeMutableBufferPointer { addresses in
      unsafe call(
        UnsafeMutableRawPointer(bitPattern: context), UnsafeRawPointer(bitPattern: data), byteCount, planes.count,
        addresses.baseAddress)
    }
  }
}

/// Makes a buffer around planes of the caller's memory (`CVPixelBufferCreateWithPlanarBytes`). `releaseCallback` is
/// called when the last reference to the buffer goes.
///
/// - Returns: As ``CVPixelBufferCreate(_:_:_:_:_:_:)``; `kCVReturnInvalidArgument` where the format has other planes, a
///   plane has no address or another size than in the format, or its rows are too short.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ attributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let format = CVPixelFormat(type: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard CVBuffer.sizes.contains(width), CVBuffer.sizes.contains(height) else { return kCVReturnInvalidSize }
  let extents = format.format.extents(width: width, height: height)
  guard numberOfPlanes == extents.count else { return kCVReturnInvalidArgument }
  let planes = 0..<numberOfPlanes
  let addresses = unsafe planes.compactMap { unsafe planeBaseAddress[$0] }
  guard unsafe addresses.count == numberOfPlanes,
    planes.allSatisfy({ unsafe planeHeight[$0] >= extents[$0].height && planeWidth[$0] > 0 })
  else { return kCVReturnInvalidArgument }
  let release = unsafe PlanarRelease(
    call: releaseCallback, context: UInt(bitPattern: releaseRefCon), data: UInt(bitPattern: dataPtr),
    byteCount: dataSize, planes: addresses.map { UInt(bitPattern: $0) })
  let memory = unsafe RowMemory(
    format.format, width: width, height: height, at: addresses,
    bytesPerRow: planes.map { unsafe planeBytesPerRow[$0] }, release: { release() })
  guard let memory else { return kCVReturnInvalidArgument }
  let buffer = CVBuffer(format, width: width, height: height, in: memory)
  buffer.attach(of: attributes)
  unsafe pixelBufferOut.pointee = buffer
  return kCVReturnSuccess
}

/// Stores how many pixels there are beyond each edge: none.
public func CVPixelBufferGetExtendedPixels(
  _ buffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  unsafe extraColumnsOnLeft?.pointee = 0
  unsafe extraColumnsOnRight?.pointee = 0
  unsafe extraRowsOnTop?.pointee = 0
  unsafe extraRowsOnBottom?.pointee = 0
}

/// Fills the pixels beyond the edges; buffers here have none.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ buffer: CVPixelBuffer) -> CVReturn { kCVReturnSuccess }

/// The number of the class of pictures.
public func CVPixelBufferGetTypeID() -> CFTypeID { CFTypeID(of: CVBuffer.self) }

/// The attributes of a buffer like `buffer`: its format, its width and its height.
public func CVPixelBufferCopyCreationAttributes(_ buffer: CVPixelBuffer) -> CFDictionary {
  [
    kCVPixelBufferPixelFormatTypeKey: CVPixelBufferGetPixelFormatType(buffer),
    kCVPixelBufferWidthKey: CVPixelBufferGetWidth(buffer), kCVPixelBufferHeightKey: CVPixelBufferGetHeight(buffer),
  ]
}

/// Stores attributes that do for each of `attributes`: formats that all name, sizes on which all agree, the largest alignments
/// (`CVPixelBufferCreateResolvedAttributesDictionary`).
///
/// - Returns: `kCVReturnInvalidPixelBufferAttributes` where there are none.
@discardableResult
public func CVPixelBufferCreateResolvedAttributesDictionary(
  _ allocator: CFAllocator?, _ attributes: CFArray?,
  _ resolvedDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> CVReturn {
  let largest: Set = [
    kCVPixelBufferBytesPerRowAlignmentKey, kCVPixelBufferPlaneAlignmentKey, kCVPixelBufferExtendedPixelsLeftKey,
    kCVPixelBufferExtendedPixelsRightKey, kCVPixelBufferExtendedPixelsTopKey, kCVPixelBufferExtendedPixelsBottomKey,
  ]
  var resolved: CFDictionary = [:]
  for case let wishes as CFDictionary in attributes ?? [] {
    for (key, wish) in wishes {
      guard let earlier = resolved[key] else {
        resolved[key] = wish
        continue
      }
      if key == kCVPixelBufferPixelFormatTypeKey {
        let formats = CVPixelFormat.types(in: wishes)
        let shared = CVPixelFormat.types(in: resolved).filter { formats.contains($0) }
        guard !shared.isEmpty else { return kCVReturnInvalidPixelBufferAttributes }
        resolved[key] = shared.count == 1 ? shared[0] : shared
      } else if let first = number(earlier), let second = number(wish), first != second {
        guard largest.contains(key) else { return kCVReturnInvalidPixelBufferAttributes }
        if second > first { resolved[key] = wish }
      }
    }
  }
  unsafe resolvedDictionaryOut.pointee = resolved
  return kCVReturnSuccess
}

/// Whether buffers can be of a compressed format: none can.
public func CVIsCompressedPixelFormatAvailable(_ pixelFormatType: OSType) -> Bool { false }
