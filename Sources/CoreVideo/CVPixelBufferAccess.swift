// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics
import Synchronization

// SAFETY: addresses are those of the picture's storage, which does not move its bytes as long as it lives; the buffer holds it. They
// are handed out while the buffer is locked, and it is the callers' business, as on Apple's systems, not to use them later.

/// The options of locking a buffer (`CVPixelBufferLockFlags`).
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// The flags with these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The bytes are not written.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Allows `buffer`'s bytes to be reached, until it is unlocked as often as it was locked (`CVPixelBufferLockBaseAddress`).
///
/// The bytes of a decoder's picture, and of one that a request was finished with, can only be read; writing them is undefined.
/// - Returns: `kCVReturnError` where the picture is being written elsewhere.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
  buffer.state.withLock { state in
    if state.locks == 0 {
      let isWriting = !flags.contains(.readOnly) && !buffer.picture.isReadOnly
      guard (try? buffer.picture.beginAccess(writing: isWriting)) != nil else { return kCVReturnError }
      state.isWriting = isWriting
    }
    state.locks += 1
    return kCVReturnSuccess
  }
}

/// Ends what ``CVPixelBufferLockBaseAddress(_:_:)`` began.
///
/// - Returns: `kCVReturnInvalidArgument` where it is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
  buffer.state.withLock { state in
    guard state.locks > 0 else { return kCVReturnInvalidArgument }
    state.locks -= 1
    if state.locks == 0, let isWriting = state.isWriting {
      buffer.picture.endAccess(writing: isWriting)
      state.isWriting = nil
    }
    return kCVReturnSuccess
  }
}

extension CVBuffer {
  /// Ends the picture's access, although it may still be locked: it is handed to the engine, which reads it from now on.
  package func endAccess() {
    state.withLock { state in
      if let isWriting = state.isWriting { picture.endAccess(writing: isWriting) }
      state.isWriting = nil
    }
  }

  /// The beginning of the bytes of plane `plane`; nil where there is no such plane.
  fileprivate func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
    guard picture.planes.indices.contains(plane) else { return nil }
    if state.withLock({ $0.isWriting }) == true {
      // Taken for writing, so that memory that is shared with a copy has an address of its own.
      let address = try? picture.storage.withMutableBytes(ofPlane: plane) { bytes in
        unsafe bytes.withUnsafeMutableBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
      return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
    }
    let address = try? picture.storage.withBytes(ofPlane: plane) { bytes in
      unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
  }
}

/// The beginning of the bytes of a buffer of one plane, and of one of several those of its first; nil while it is not
/// locked.
public func CVPixelBufferGetBaseAddress(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
}

/// The beginning of the bytes of plane `plane`; nil while the buffer is not locked, and for a plane that it does not
/// have.
public func CVPixelBufferGetBaseAddressOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> UnsafeMutableRawPointer? {
  guard buffer.state.withLock({ $0.locks > 0 }) else { return nil }
  return unsafe buffer.address(ofPlane: plane)
}

/// Bytes from the start of one row to the start of the next, of the first plane.
public func CVPixelBufferGetBytesPerRow(_ buffer: CVPixelBuffer) -> Int {
  CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
}

/// Bytes from the start of one row of plane `plane` to the start of the next; 0 for a plane that it does not have.
public func CVPixelBufferGetBytesPerRowOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int {
  buffer.picture.planes.indices.contains(plane) ? buffer.picture.planes[plane].bytesPerRow : 0
}

/// Bytes of all planes, with what pads their rows.
public func CVPixelBufferGetDataSize(_ buffer: CVPixelBuffer) -> Int {
  buffer.picture.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
}

/// Pixels across.
public func CVPixelBufferGetWidth(_ buffer: CVPixelBuffer) -> Int { buffer.picture.width }

/// Pixels down.
public func CVPixelBufferGetHeight(_ buffer: CVPixelBuffer) -> Int { buffer.picture.height }

/// Samples across of plane `plane`: of two planes the second has half as many, and of three the last two; 0 for a plane that it does
/// not have.
public func CVPixelBufferGetWidthOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int {
  guard CVPixelBufferIsPlanar(buffer) else { return plane == 0 ? buffer.picture.width : 0 }
  guard buffer.picture.planes.indices.contains(plane) else { return 0 }
  return plane == 0 ? buffer.picture.width : (buffer.picture.width + 1) / 2
}

/// Rows of plane `plane`; 0 for a plane that it does not have.
public func CVPixelBufferGetHeightOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int {
  buffer.picture.planes.indices.contains(plane) ? buffer.picture.planes[plane].height : 0
}

/// The number of planes; 0 of a buffer that has one, as Core Video counts.
public func CVPixelBufferGetPlaneCount(_ buffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(buffer) ? buffer.picture.planes.count : 0
}

/// Whether there are several planes.
public func CVPixelBufferIsPlanar(_ buffer: CVPixelBuffer) -> Bool { buffer.picture.planes.count > 1 }

/// Core Video's number of the format.
public func CVPixelBufferGetPixelFormatType(_ buffer: CVPixelBuffer) -> OSType { buffer.format.type }

/// The size that is stored.
public func CVImageBufferGetEncodedSize(_ buffer: CVImageBuffer) -> CGSize {
  CGSize(width: buffer.picture.width, height: buffer.picture.height)
}

/// The size at which it is meant to be shown, in square pixels: that of its clean rectangle, by the aspect of pixels that is attached, or the
/// picture's own.
public func CVImageBufferGetDisplaySize(_ buffer: CVImageBuffer) -> CGSize {
  let own = buffer.picture.pixelAspectRatio
  var (horizontal, vertical) = (Double(own.horizontalSpacing), Double(own.verticalSpacing))
  if let attached = numbers(buffer, kCVImageBufferPixelAspectRatioKey) {
    horizontal = attached(kCVImageBufferPixelAspectRatioHorizontalSpacingKey) ?? 1
    vertical = attached(kCVImageBufferPixelAspectRatioVerticalSpacingKey) ?? 1
  }
  let seen = CVImageBufferGetCleanRect(buffer).size
  return CGSize(width: Double(seen.width) * horizontal / max(1, vertical), height: Double(seen.height))
}

/// The part that is meant to be seen: the clean aperture that is attached; all of it where there is none.
public func CVImageBufferGetCleanRect(_ buffer: CVImageBuffer) -> CGRect {
  let (width, height) = (Double(buffer.picture.width), Double(buffer.picture.height))
  guard let aperture = numbers(buffer, kCVImageBufferCleanApertureKey),
    let seenWidth = aperture(kCVImageBufferCleanApertureWidthKey),
    let seenHeight = aperture(kCVImageBufferCleanApertureHeightKey)
  else { return CGRect(x: 0, y: 0, width: width, height: height) }
  // Offsets are those of its center from the picture's.
  return CGRect(
    x: (width - seenWidth) / 2 + (aperture(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0),
    y: (height - seenHeight) / 2 + (aperture(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0), width: seenWidth,
    height: seenHeight)
}

/// The numbers in the dictionary that is attached to `buffer` under `key`; nil where there is none.
private func numbers(_ buffer: CVImageBuffer, _ key: CFString) -> ((CFString) -> Double?)? {
  guard let values = CVBufferCopyAttachment(buffer, key, nil) as? [CFString: Any] else { return nil }
  return { number(values[$0]) }
}

/// Whether the first row is the topmost: always.
public func CVImageBufferIsFlipped(_ buffer: CVImageBuffer) -> Bool { true }

/// The number that `value` of a dictionary is, boxed or not; nil where it is none.
package func number(_ value: Any?) -> Double? {
  (value as? NSNumber)?.doubleValue ?? (value as? Int).map { Double($0) } ?? value as? Double
}
