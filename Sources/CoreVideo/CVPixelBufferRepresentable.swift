// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// SAFETY: planes are handed out between lock and unlock, and each is as long as its rows are.

/// A value with a buffer (`CVBufferRepresentable`).
public protocol CVBufferRepresentable<Buffer>: ~Copyable {
  /// The buffer's class.
  associatedtype Buffer
  /// Gives the buffer to `body`, which sees to it that nothing writes what others read.
  func withUnsafeBuffer<R>(_ body: (Buffer) throws -> sending R) rethrows -> sending R
}

/// A value with a picture (`CVImageBufferRepresentable`).
public protocol CVImageBufferRepresentable: CVBufferRepresentable, ~Copyable {}

/// A value with a picture whose bytes can be reached (`CVPixelBufferRepresentable`): ``CVMutablePixelBuffer``,
/// ``CVReadOnlyPixelBuffer``.
public protocol CVPixelBufferRepresentable: CVImageBufferRepresentable, ~Copyable where Buffer == CVPixelBuffer {}

extension CVPixelBufferRepresentable where Self: ~Copyable {
  /// The buffer's attributes.
  public var creationAttributes: CVPixelBufferCreationAttributes {
    CVPixelBufferCreationAttributes(pixelFormatType: pixelFormatType, size: size)
  }
  /// Its format.
  public var pixelFormatType: CVPixelFormatType {
    CVPixelFormatType(rawValue: withUnsafeBuffer { CVPixelBufferGetPixelFormatType($0) })
  }
  /// Its size, in pixels.
  public var size: CVImageSize {
    withUnsafeBuffer { CVImageSize(width: CVPixelBufferGetWidth($0), height: CVPixelBufferGetHeight($0)) }
  }
  /// Pixels around it: none.
  public var extendedPixels: CVPixelBufferPadding { CVPixelBufferPadding() }
  /// Whether it has several planes.
  public var isPlanar: Bool { withUnsafeBuffer { CVPixelBufferIsPlanar($0) } }
  /// The number of its planes: at least one.
  public var planeCount: Int { withUnsafeBuffer { max(1, CVPixelBufferGetPlaneCount($0)) } }
  /// Its planes: at least one.
  public var planeProperties: [CVPixelBufferPlaneProperties] { withUnsafeBuffer { $0.planeProperties } }
  /// The color space that its attachments say; nil where they say none.
  public var colorSpace: CGColorSpace? {
    withUnsafeBuffer { unsafe CVImageBufferGetColorSpace($0)?.takeUnretainedValue() }
  }
  /// The stored pixels.
  public var encodedSize: CGSize { withUnsafeBuffer { CVImageBufferGetEncodedSize($0) } }
  /// The size in square pixels.
  public var displaySize: CGSize { withUnsafeBuffer { CVImageBufferGetDisplaySize($0) } }
  /// The part that is shown.
  public var cleanRect: CGRect { withUnsafeBuffer { CVImageBufferGetCleanRect($0) } }

  /// Whether it could have been made with `attributes`.
  public func isCompatible(with attributes: CVPixelBufferCreationAttributes) -> Bool {
    guard pixelFormatType == attributes.pixelFormatType, size == attributes.size,
      (attributes.extendedPixels ?? CVPixelBufferPadding()) == CVPixelBufferPadding()
    else { return false }
    let (row, plane) = (max(1, attributes.bytesPerRowAlignment ?? 1), max(1, attributes.planeAlignment ?? 1))
    return unsafe accessUnsafeRawPlaneBytes { planes in
      unsafe planes.allSatisfy { properties, bytes in
        properties.bytesPerRow.isMultiple(of: row) && UInt(bitPattern: bytes.baseAddress).isMultiple(of: UInt(plane))
      }
    }
  }

  /// Gives its planes' bytes to `body`, to be read until that returns.
  public func accessUnsafeRawPlaneBytes<R>(
    _ body: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeRawBufferPointer)]) throws -> sending R
  ) rethrows -> sending R {
    try withUnsafeBuffer { buffer in
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let planes = unsafe buffer.planes.map {
        unsafe (properties: $0.properties, bytes: UnsafeRawBufferPointer($0.bytes))
      }
      return try unsafe body(planes)
    }
  }
}

/// A picture that is written, whose owner has it alone (`CVMutablePixelBuffer`).
///
/// ```swift
/// var buffer = try pool.makeMutablePixelBuffer()
/// buffer.accessUnsafeMutableRawPlaneBytes { planes in planes[0].bytes.initializeMemory(as: UInt8.self, repeating: 0x80) }
/// try await receiver.append(CVReadOnlyPixelBuffer(buffer), with: time)
/// ```
public struct CVMutablePixelBuffer: CVPixelBufferRepresentable, ~Copyable, Sendable {
  let buffer: CVPixelBuffer

  /// A picture whose bytes are zero.
  ///
  /// - Throws: ``CVError`` where no such is made here.
  public init(_ attributes: CVPixelBufferCreationAttributes) throws { buffer = try attributes.makeBuffer() }
  /// The picture in `unsafeBuffer`, which nothing else writes or reads from now on.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }

  /// Gives the buffer to `body`.
  public func withUnsafeBuffer<R>(_ body: (CVPixelBuffer) throws -> sending R) rethrows -> sending R {
    try body(buffer)
  }

  /// Gives its planes' bytes to `body`, to be written until that returns.
  public mutating func accessUnsafeMutableRawPlaneBytes<R>(
    _ body: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeMutableRawBufferPointer)]) throws -> sending R
  ) rethrows -> sending R {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    return try unsafe body(buffer.planes)
  }

  /// Repeats its edges around it: false, as there are no pixels around it.
  public mutating func fillExtendedPixels() -> Bool { false }
}

/// A picture that is written no more (`CVReadOnlyPixelBuffer`). Threads: any.
public final class CVReadOnlyPixelBuffer: CVPixelBufferRepresentable, Sendable {
  let buffer: CVPixelBuffer

  /// The picture that was written in `mutableBuffer`.
  public init(_ mutableBuffer: consuming CVMutablePixelBuffer) { buffer = mutableBuffer.buffer }
  /// The picture in `unsafeBuffer`, which nothing writes from now on.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }

  /// Gives the buffer to `body`, which does not write it.
  public func withUnsafeBuffer<R>(_ body: (CVPixelBuffer) throws -> sending R) rethrows -> sending R {
    try body(buffer)
  }
}

extension CVMutablePixelBuffer {
  /// Makes pictures of one format and size (`CVMutablePixelBuffer.Pool`). Threads: any.
  public final class Pool: Sendable {
    let pool: CVPixelBufferPool
    /// The attributes of its pictures.
    public let pixelBufferAttributes: CVPixelBufferCreationAttributes

    /// Limits of the number of pictures (`CVMutablePixelBuffer.Pool.AllocationAttributes`).
    public struct AllocationAttributes: Equatable, Sendable {
      /// The most that may be in use; nil for any number.
      public var allocationThreshold: Int?
      /// No more than `allocationThreshold`.
      public init(allocationThreshold: Int? = nil) { self.allocationThreshold = allocationThreshold }
    }

    /// A pool of pictures with `pixelBufferAttributes`.
    ///
    /// - Throws: ``CVError`` where no such are made here.
    public init(pixelBufferAttributes: CVPixelBufferCreationAttributes) throws {
      _ = try pixelBufferAttributes.makeBuffer()
      guard let pool = CVPixelBufferPool(pixelBufferAttributes.values) else { throw CVError.invalidPixelFormat }
      (self.pool, self.pixelBufferAttributes) = (pool, pixelBufferAttributes)
    }

    /// The pictures of `unsafePool`.
    public init(unsafePool: sending CVPixelBufferPool) {
      (pool, pixelBufferAttributes) = (unsafePool, unsafePool.creationAttributes)
    }

    /// A new picture; what it shows is undefined.
    ///
    /// - Throws: ``CVError`` where there is no memory, or as many are in use as `attributes` allow.
    public func makeMutablePixelBuffer(
      _ attributes: AllocationAttributes = AllocationAttributes()
    ) throws -> CVMutablePixelBuffer {
      if let limit = attributes.allocationThreshold, pool.livingCount >= limit {
        throw CVError.wouldExceedAllocationThreshold
      }
      guard let buffer = pool.makeBuffer() else { throw CVError.allocationFailed }
      return CVMutablePixelBuffer(unsafeBuffer: buffer)
    }

    /// Lets go of pictures that are not in use: none is kept.
    public func flush(agedOutOnly: Bool = false) {}
  }
}

extension CVBuffer {
  /// Its planes: at least one.
  fileprivate var planeProperties: [CVPixelBufferPlaneProperties] {
    guard CVPixelBufferIsPlanar(self) else {
      let size = CVImageSize(width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self))
      return [CVPixelBufferPlaneProperties(size: size, bytesPerRow: CVPixelBufferGetBytesPerRow(self))]
    }
    return (0..<CVPixelBufferGetPlaneCount(self)).map { plane in
      let (width, height) = (CVPixelBufferGetWidthOfPlane(self, plane), CVPixelBufferGetHeightOfPlane(self, plane))
      return CVPixelBufferPlaneProperties(
        size: CVImageSize(width: width, height: height), bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(self, plane))
    }
  }

  /// Its planes and their bytes, while it is locked.
  fileprivate var planes: [(properties: CVPixelBufferPlaneProperties, bytes: UnsafeMutableRawBufferPointer)] {
    let isPlanar = CVPixelBufferIsPlanar(self)
    return unsafe planeProperties.enumerated().map { plane, properties in
      let start =
        unsafe isPlanar ? CVPixelBufferGetBaseAddressOfPlane(self, plane) : CVPixelBufferGetBaseAddress(self)
      let count = unsafe start == nil ? 0 : properties.bytesPerRow * properties.size.height
      return unsafe (properties, UnsafeMutableRawBufferPointer(start: start, count: count))
    }
  }
}
