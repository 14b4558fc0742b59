// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Glibc

// SAFETY: as the C library's functions of the same names; an address that is nil ends the process unless nothing is to be written or read.

/// As the C library's, of an address that may be nil, as `CVPixelBufferGetBaseAddress(_:)` gives it: its header for Apple's platforms takes one.
@_disfavoredOverload @discardableResult
public func memset(_ target: UnsafeMutableRawPointer?, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
  guard let target = unsafe target, count > 0 else { return unsafe written(target, count) }
  return unsafe Glibc.memset(target, byte, count)
}

/// As the C library's, of addresses that may be nil, as ``memset(_:_:_:)``.
@_disfavoredOverload @discardableResult
public func memcpy(
  _ target: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
  guard let target = unsafe target, let source = unsafe source, count > 0 else { return unsafe written(target, count) }
  return unsafe Glibc.memcpy(target, source, count)
}

/// As the C library's, of addresses that may be nil, as ``memset(_:_:_:)``.
@_disfavoredOverload @discardableResult
public func memmove(
  _ target: UnsafeMutableRawPointer?, _ source: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? {
  guard let target = unsafe target, let source = unsafe source, count > 0 else { return unsafe written(target, count) }
  return unsafe Glibc.memmove(target, source, count)
}

/// `target`, to which nothing was to be written.
private func written(_ target: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
  precondition(count <= 0, "Bytes are written to, or read from, an address that is nil.")
  return unsafe target
}
