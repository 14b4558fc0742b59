// SAFETY: the memory is allocated in `init` and freed in `deinit`; the planes' offsets and rows add up to it. A
// `PlaneAddress` is valid as long as its owner holds the plane, which is why it is marked unsafe.

/// A picture in memory of the conversion's own, as zimg wants it: a plane for each component, rows on 64 bytes.
///
/// It holds all rows, or a ring of the last ones.
///
/// Threads: one at a time.
@safe final class WorkingPicture {
  /// The places of the planes.
  let planes: [PlaneAddress]
  /// The bit mask of row numbers in each plane; all ones where all rows are there.
  private(set) var masks: [UInt32] = []
  private let memory: UnsafeMutableRawPointer

  /// A picture of `format` with a ring of `lines` rows, a power of two; nil for all rows.
  init(_ format: WorkingFormat, lines: Int? = nil) {
    var offsets: [Int] = []
    var end = 0
    var rows: [Int] = []
    for component in 0..<WorkingFormat.componentCount {
      let (width, height) = format.extent(ofComponent: component)
      let shift = format.shifts(ofComponent: component).down
      let bytesPerRow = (width * format.bytesPerSample + 63) & ~63
      let count = lines.map { min(height, max(1, $0 >> shift)) } ?? height
      offsets.append(end)
      rows.append(bytesPerRow)
      masks.append(lines.map { UInt32(max(1, $0 >> shift) - 1) } ?? .max)
      end += bytesPerRow * (lines == nil ? height : max(count, max(1, (lines ?? 0) >> shift)))
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(64, end), alignment: 64)
    unsafe self.memory = memory
    // Rows end before their memory does, and what is never written must not differ from run to run.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, end))
    unsafe planes = unsafe zip(offsets, rows).map { unsafe PlaneAddress(start: memory + $0, bytesPerRow: $1) }
  }

  deinit { unsafe memory.deallocate() }
}

/// The place of a plane in memory, as long as its owner holds it there.
@unsafe package struct PlaneAddress {
  /// The first byte.
  package var start: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  package var bytesPerRow: Int

  /// The plane that begins at `start`.
  package init(start: UnsafeMutableRawPointer, bytesPerRow: Int) {
    unsafe self.start = start
    unsafe self.bytesPerRow = bytesPerRow
  }

  /// Whether zimg can work in it as it stands.
  var isAligned: Bool { unsafe Int(bitPattern: start) % 32 == 0 && bytesPerRow % 32 == 0 }
}
