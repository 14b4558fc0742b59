public import MediaFormats
import Synchronization

/// A picture in memory (`CVPixelBuffer`): a source's decoded frame, or one that a compositor draws.
///
/// ```swift
/// try frame.withBytes(ofPlane: 0) { luma in
///   for row in 0..<frame.planes[0].height {
///     for index in frame.planes[0].row(row) { sum += Int(luma[index]) }
///   }
/// }
/// ```
///
/// Bytes can be reached only while a closure runs, in place: nothing is copied. A plane that is being written is neither
/// read nor written elsewhere at the same time; trying to is an error. Source frames, and frames that a request
/// was finished with, can only be read.
///
/// Y′CbCr has the film's matrix and range, with chroma sited as MPEG-2 has it; RGB is full range. The memory goes back to
/// where it came from when the buffer is released. Threads: any.
public final class PixelBuffer: Sendable {
  /// The layout of samples in memory.
  public let format: Format
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// The shape of a pixel.
  public let pixelAspectRatio: PixelAspectRatio
  /// The layout of each plane's rows in memory.
  public let planes: [Plane]
  /// The memory.
  package let storage: any PixelBufferStorage

  private let access: Mutex<Access>

  /// The accesses under way.
  private struct Access {
    /// The number of closures that read each plane.
    var readers: [Int]
    /// Whether a closure writes each plane.
    var isWritten: [Bool]
    /// Whether nothing may be written.
    var isReadOnly: Bool
  }

  /// A picture in memory of its own, all of its bytes zero.
  ///
  /// A request is better finished with a buffer of its render context, which need not be copied.
  ///
  /// - Throws: `invalidPictureFormat` unless `width` and `height` are 1…32,768.
  public convenience init(
    format: Format, width: Int, height: Int, pixelAspectRatio: PixelAspectRatio = .square
  ) throws(CompositingError) {
    let sizes = 1...32_768
    guard sizes.contains(width), sizes.contains(height) else {
      throw CompositingError(
        .invalidPictureFormat, "A pixel buffer of \(width) × \(height) pixels is asked for.",
        remedy: "Give it a width and a height of 1…32768.")
    }
    self.init(
      format: format, width: width, height: height, pixelAspectRatio: pixelAspectRatio,
      storage: PlainMemory(format, width: width, height: height), isReadOnly: false)
  }

  /// The picture in `storage`.
  package init(
    format: Format, width: Int, height: Int, pixelAspectRatio: PixelAspectRatio,
    storage: any PixelBufferStorage, isReadOnly: Bool
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.pixelAspectRatio = pixelAspectRatio
    self.storage = storage
    self.planes = storage.planes
    let count = storage.planes.count
    access = Mutex(
      Access(
        readers: Array(repeating: 0, count: count), isWritten: Array(repeating: false, count: count),
        isReadOnly: isReadOnly))
  }

  /// Whether the bytes can only be read.
  public var isReadOnly: Bool { access.withLock(\.isReadOnly) }

  /// Reads the bytes of plane `plane`, rows from the top, for as long as `body` runs.
  ///
  /// - Throws: `noSuchPlane`, `pixelBufferInUse` while the plane is written, and what `body` throws.
  public func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try check(plane)
    try access.withLock { access throws(CompositingError) in
      guard !access.isWritten[plane] else { throw Self.inUse(plane, by: "written") }
      access.readers[plane] += 1
    }
    defer { access.withLock { $0.readers[plane] -= 1 } }
    return try storage.withBytes(ofPlane: plane, body)
  }

  /// Writes the bytes of plane `plane`, rows from the top, for as long as `body` runs.
  ///
  /// - Throws: `noSuchPlane`, `pixelBufferReadOnly`, `pixelBufferInUse` while the plane is read or written, and what
  ///   `body` throws.
  public func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    try check(plane)
    try access.withLock { access throws(CompositingError) in
      guard !access.isReadOnly else { throw Self.readOnly }
      guard !access.isWritten[plane] else { throw Self.inUse(plane, by: "written") }
      guard access.readers[plane] == 0 else { throw Self.inUse(plane, by: "read") }
      access.isWritten[plane] = true
    }
    defer { access.withLock { $0.isWritten[plane] = false } }
    return try storage.withMutableBytes(ofPlane: plane, body)
  }

  /// Makes this picture the same as `other`, which has its format and size.
  ///
  /// - Throws: `pixelBuffersDiffer`, and as `withBytes` and `withMutableBytes` do.
  public func copyBytes(of other: PixelBuffer) throws {
    guard other.format == format, other.width == width, other.height == height else {
      throw CompositingError(
        .pixelBuffersDiffer, "A picture of \(other) is copied into one of \(self).",
        remedy: "Use two of the same format and size.")
    }
    for plane in planes.indices {
      try other.withBytes(ofPlane: plane) { source in
        try withMutableBytes(ofPlane: plane) { target in
          for row in 0..<planes[plane].height {
            var to = target._mutatingExtracting(planes[plane].row(row))
            let from = source.extracting(other.planes[plane].row(row))
            for index in 0..<min(from.count, to.count) { to[index] = from[index] }
          }
        }
      }
    }
  }

  /// Begins an access to all planes, for code that keeps their addresses until ``endAccess(writing:)``: bytes stay
  /// where they are as long as the storage lives, and no other access writes them meanwhile, or where `writing`, reads
  /// them.
  ///
  /// - Throws: As `withBytes` and `withMutableBytes` do.
  package func beginAccess(writing: Bool) throws(CompositingError) {
    try access.withLock { access throws(CompositingError) in
      guard !writing || !access.isReadOnly else { throw Self.readOnly }
      if let plane = access.isWritten.firstIndex(of: true) { throw Self.inUse(plane, by: "written") }
      if writing, let plane = access.readers.firstIndex(where: { $0 > 0 }) { throw Self.inUse(plane, by: "read") }
      for plane in access.readers.indices {
        if writing { access.isWritten[plane] = true } else { access.readers[plane] += 1 }
      }
    }
  }

  /// Ends an access that was begun with the same `writing`.
  package func endAccess(writing: Bool) {
    access.withLock { access in
      for plane in access.readers.indices {
        if writing { access.isWritten[plane] = false } else { access.readers[plane] -= 1 }
      }
    }
  }

  /// Allows no writing from now on.
  ///
  /// - Throws: `pixelBufferInUse` while the bytes are still accessed: the memory changes hands.
  package func makeReadOnly() throws(CompositingError) {
    try access.withLock { access throws(CompositingError) in
      guard !access.isReadOnly else { return }
      if let plane = access.isWritten.firstIndex(of: true) { throw Self.inUse(plane, by: "written") }
      if let plane = access.readers.firstIndex(where: { $0 > 0 }) { throw Self.inUse(plane, by: "read") }
      access.isReadOnly = true
      storage.makeReadOnly()
    }
  }

  private func check(_ plane: Int) throws(CompositingError) {
    guard planes.indices.contains(plane) else {
      throw CompositingError(
        .noSuchPlane, "Plane \(plane) is asked for of a picture of \(self).",
        remedy: "Ask for one of 0…\(planes.count - 1).")
    }
  }

  private static let readOnly = CompositingError(
    .pixelBufferReadOnly, "A pixel buffer is written that can only be read: a source's, or a finished one.",
    remedy: "Draw into a new one of the render context.")

  private static func inUse(_ plane: Int, by use: String) -> CompositingError {
    CompositingError(
      .pixelBufferInUse, "Plane \(plane) of a pixel buffer is still being \(use).",
      remedy: "Let one closure end before the next one begins.")
  }
}

extension PixelBuffer: CustomStringConvertible {
  /// "1280x720 yuv420p".
  public var description: String { "\(width)x\(height) \(format.rawValue)" }
}

extension PixelBuffer {
  /// The layout of one plane's rows in memory.
  public struct Plane: Hashable, Sendable {
    /// Bytes of a row that belong to the picture.
    public let rowByteCount: Int
    /// Rows.
    public let height: Int
    /// Bytes from the start of one row to the start of the next, padding included.
    public let bytesPerRow: Int

    /// `height` rows of `rowByteCount` bytes, `bytesPerRow` apart.
    package init(rowByteCount: Int, height: Int, bytesPerRow: Int) {
      self.rowByteCount = rowByteCount
      self.height = height
      self.bytesPerRow = bytesPerRow
    }

    /// Bytes from the first of the first row to the last of the last.
    public var byteCount: Int { height > 0 ? (height - 1) * bytesPerRow + rowByteCount : 0 }

    /// The place of row `row` among the plane's bytes; 0 is the topmost.
    public func row(_ row: Int) -> Range<Int> { row * bytesPerRow..<row * bytesPerRow + rowByteCount }
  }
}

/// A pixel's width over its height (`AVPixelAspectRatio`). 1:1 is square.
public struct PixelAspectRatio: Hashable, Sendable, Codable {
  /// The width, greater than zero.
  public var horizontalSpacing: Int
  /// The height, greater than zero.
  public var verticalSpacing: Int

  /// `horizontalSpacing` to `verticalSpacing`.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Square pixels.
  public static let square = PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
}
