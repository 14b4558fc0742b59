// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreGraphics
import Synchronization

// SAFETY: out parameters are written once.

/// Makes buffers of one format and size (`CVPixelBufferPool`). Threads: any.
///
/// The contents of a new buffer are undefined; memory is used again by the system's allocator.
public final class CVPixelBufferPool: Sendable {
  private let format: CVPixelFormat
  private let width: Int
  private let height: Int
  private let maker: (@Sendable () -> CVBuffer?)?
  /// The pool's own attributes.
  let poolAttributes: Attributes
  /// Attachments that its buffers have from the first.
  private let attachments: Attributes
  /// The pool's buffers that are in use.
  private let living = Mutex<[Living]>([])

  /// A weak reference to a buffer in use.
  private struct Living: Sendable {
    weak let buffer: CVBuffer?
  }

  /// Values that are handed out as they were given.
  struct Attributes: @unchecked Sendable {
    // @unchecked: they are kept and handed out; what they are is the callers' business.
    let values: CFDictionary
  }

  /// A pool of buffers as `attributes` say; nil where they name no format of those that are made here, or no size.
  init?(_ attributes: [String: Any], of poolAttributes: CFDictionary = [:]) {
    guard let type = CVPixelFormat.types(in: attributes).first, let format = CVPixelFormat(type: type),
      let width = Self.side(attributes[kCVPixelBufferWidthKey]),
      let height = Self.side(attributes[kCVPixelBufferHeightKey])
    else { return nil }
    (self.format, self.width, self.height, maker) = (format, width, height, nil)
    self.poolAttributes = Attributes(values: poolAttributes)
    let keys = [kCVBufferPropagatedAttachmentsKey, kCVBufferNonPropagatedAttachmentsKey]
    attachments = Attributes(values: attributes.filter { keys.contains($0.key) })
  }

  /// A pool whose buffers of `format` and `width` × `height` pixels `maker` makes.
  package init(
    _ format: CVPixelFormat, width: Int, height: Int, making maker: @escaping @Sendable () -> CVBuffer?
  ) {
    (self.format, self.width, self.height, self.maker) = (format, width, height, maker)
    (poolAttributes, attachments) = (Attributes(values: [:]), Attributes(values: [:]))
  }

  private static func side(_ value: Any?) -> Int? {
    number(value).flatMap { Int(exactly: $0.rounded()) }.flatMap { CVBuffer.sizes.contains($0) ? $0 : nil }
  }

  /// A new buffer; nil where there is no memory for one.
  func makeBuffer() -> CVBuffer? {
    let made = maker.map { $0() } ?? CVBuffer(format, width: width, height: height)
    made?.attach(of: attachments.values)
    living.withLock { living in
      living.removeAll { $0.buffer == nil }
      if made != nil { living.append(Living(buffer: made)) }
    }
    return made
  }

  /// The number of its buffers in use.
  var livingCount: Int {
    living.withLock { living in
      living.removeAll { $0.buffer == nil }
      return living.count
    }
  }

  /// The attributes of its buffers.
  var creationAttributes: CVPixelBufferCreationAttributes {
    CVPixelBufferCreationAttributes(
      pixelFormatType: CVPixelFormatType(rawValue: format.type), size: CVImageSize(width: width, height: height))
  }

  /// The same by keys.
  var attributes: [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: format.type, kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
    ].merging(attachments.values) { own, _ in own }
  }
}

/// The number of buffers that a pool keeps, by its key; a pool here keeps none.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The time for which a pool keeps buffers, by its key; a pool here keeps none.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// Key of the greatest number of buffers of a pool in use at a time, a number.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// Makes a pool of buffers with `pixelBufferAttributes`: a format, a width, a height (`CVPixelBufferPoolCreate`).
///
/// - Returns: `kCVReturnInvalidPixelFormat` where none of the formats is made here; `kCVReturnInvalidPixelBufferAttributes` where one of
///   the attributes is missing, or a side has not 1…32,768 pixels.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  let types = CVPixelFormat.types(in: pixelBufferAttributes ?? [:])
  guard let pool = CVPixelBufferPool(pixelBufferAttributes ?? [:], of: poolAttributes ?? [:]) else {
    let isUnknown = !types.isEmpty && CVPixelFormat(type: types[0]) == nil
    return isUnknown ? kCVReturnInvalidPixelFormat : kCVReturnInvalidPixelBufferAttributes
  }
  unsafe poolOut.pointee = pool
  return kCVReturnSuccess
}

/// Makes a buffer of `pool` (`CVPixelBufferPoolCreatePixelBuffer`), and stores it at `pixelBufferOut` without releasing
/// a former value there, as Core Video's function in C does: uninitialized memory is enough.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pool: CVPixelBufferPool, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let buffer = pool.makeBuffer() else { return kCVReturnAllocationFailed }
  unsafe pixelBufferOut.initialize(to: buffer)
  return kCVReturnSuccess
}

/// The attributes of the buffers of `pool` (`CVPixelBufferPoolGetPixelBufferAttributes`).
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Makes a buffer of `pool`, unless as many are in use already as `auxAttributes` allow
/// (`CVPixelBufferPoolCreatePixelBufferWithAuxAttributes`).
///
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` where they are.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  if let limit = number(auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey]), Double(pool.livingCount) >= limit {
    return kCVReturnWouldExceedAllocationThreshold
  }
  return unsafe CVPixelBufferPoolCreatePixelBuffer(allocator, pool, pixelBufferOut)
}

/// The attributes of `pool` itself; nil without any (`CVPixelBufferPoolGetAttributes`).
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  let values = pool.poolAttributes.values
  return values.isEmpty ? nil : values
}

/// The buffers that a pool releases (`CVPixelBufferPoolFlushFlags`).
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// The flags of these bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// All unused buffers, not only those unused for the pool's maximum age.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Releases unused buffers (`CVPixelBufferPoolFlush`): without effect, since a pool here keeps none.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {}

/// The number of the class of pools.
public func CVPixelBufferPoolGetTypeID() -> CFTypeID { CFTypeID(of: CVPixelBufferPool.self) }

extension CVPixelBufferPool: Hashable {
  /// A pool equals itself alone (`CFEqual`).
  public static func == (left: CVPixelBufferPool, right: CVPixelBufferPool) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
