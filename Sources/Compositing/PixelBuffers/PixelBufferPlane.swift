extension PixelBuffer {
  /// How the rows of one plane lie in memory.
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

    /// Where row `row` lies among the plane's bytes; 0 is the topmost.
    public func row(_ row: Int) -> Range<Int> { row * bytesPerRow..<row * bytesPerRow + rowByteCount }
  }
}
