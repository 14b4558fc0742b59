import MediaFormats

// SAFETY: a picture is attached for one conversion, whose caller keeps it meanwhile. Rows are held to the last of a
// component's, columns to its width.

/// Brings rows of a picture in memory, however its samples lie, into planes of a working picture, or back.
///
/// ```
///  NV12   Y  Y  Y  Y                  ring of rows        zimg
///         Cb Cr Cb Cr  ── load ──►    Y Y Y Y     ──────►
///                                     Cb Cb
///                                     Cr Cr
/// ```
///
/// Pixels of the working picture beyond the picture's edge, where its size is rounded up to whole chroma samples, repeats
/// the last sample.
///
/// Threads: one at a time.
@safe final class RowTransfer {
  private let samples: SampleArrangement
  private let format: WorkingFormat
  /// The working picture's rows.
  let working: WorkingPicture
  private let columns: [ComponentColumns]
  private let valueMask: UInt16
  private var memory: [PlaneAddress]

  /// One component's samples in memory.
  private struct ComponentColumns {
    let plane: Int
    let offset: Int
    let step: Int
    let shifts: SampleArrangement.ChromaShifts
    /// Samples across and down that there are.
    let width: Int
    let height: Int
    /// Samples across of the working picture.
    let paddedWidth: Int
  }

  /// Rows of `samples`, of a picture whose pixels `area` are the working picture of `format`, into or out of `working`.
  init(_ samples: SampleArrangement, area: PixelRectangle, format: WorkingFormat, working: WorkingPicture) {
    self.samples = samples
    unsafe memory = []
    self.format = format
    self.working = working
    valueMask = UInt16(truncatingIfNeeded: (1 << samples.bitDepth) - 1)
    columns = samples.components.enumerated().map { number, component in
      let shifts = samples.shifts(ofComponent: number)
      let (across, down) = (1 << shifts.across, 1 << shifts.down)
      return ComponentColumns(
        plane: component.plane, offset: component.offset + (area.x >> shifts.across) * component.step,
        step: component.step, shifts: shifts, width: (area.width + across - 1) >> shifts.across,
        height: (area.height + down - 1) >> shifts.down, paddedWidth: format.size.width >> shifts.across)
    }
    firstRows = columns.map { area.y >> $0.shifts.down }
    let covered = samples.planeCount == 1 ? samples.components.count * samples.bytesPerSample : 0
    let step = samples.components.map(\.step).max() ?? 0
    hasGaps = !samples.isGrey && samples.planeCount == 1 && samples.chromaShifts == .none && covered < step
  }

  /// The row of each component at which the area begins.
  private let firstRows: [Int]
  /// Whether there are bytes between the samples that belong to none.
  private let hasGaps: Bool

  /// Whether the picture has alpha.
  var hasAlpha: Bool { samples.hasAlpha }

  /// Uses the picture at `planes` until the next call.
  func attach(_ planes: [PlaneAddress]) { unsafe memory = planes }

  /// Whether zimg can use the picture itself at `planes`: each component in a plane of its own, as it would lie in a working
  /// picture.
  func isDirect(_ planes: [PlaneAddress]) -> Bool {
    guard !samples.isBigEndian, samples.unusedLowBits == 0, !samples.isGrey,
      samples.components.count >= WorkingFormat.componentCount, !hasGaps
    else { return false }
    return zip(samples.components, columns).prefix(WorkingFormat.componentCount).enumerated().allSatisfy {
      number, pair in
      let (width, height) = format.extent(ofComponent: number)
      return pair.0.step == samples.bytesPerSample && pair.1.offset == 0 && firstRows[number] == 0
        && pair.1.width == width && pair.1.height == height && (unsafe planes[pair.0.plane].isAligned)
    }
  }

  /// The planes of the picture at `planes`, a component each.
  func componentPlanes(_ planes: [PlaneAddress]) -> [PlaneAddress] {
    unsafe samples.components.prefix(WorkingFormat.componentCount).map { unsafe planes[$0.plane] }
  }

  /// Brings in the rows of one chroma row from pixel row `line` on, columns `left..<right`.
  func load(line: Int, left: Int, right: Int) {
    for component in 0..<WorkingFormat.componentCount {
      let shifts = format.shifts(ofComponent: component)
      let first = line >> shifts.down
      for row in first..<first + (1 << (format.chromaShifts.down - shifts.down)) {
        let range = left >> shifts.across..<(right + (1 << shifts.across) - 1) >> shifts.across
        load(component, row: row, columns: range)
      }
    }
  }

  /// Takes out the rows of one chroma row from pixel row `line` on, columns `left..<right`.
  func store(line: Int, left: Int, right: Int) {
    if hasGaps { fillGaps(line: line, left: left, right: right) }
    for component in columns.indices {
      let shifts = format.shifts(ofComponent: component)
      let first = line >> shifts.down
      for row in first..<first + (1 << (format.chromaShifts.down - shifts.down)) {
        let range = left >> shifts.across..<(right + (1 << shifts.across) - 1) >> shifts.across
        store(component, row: row, columns: range)
      }
    }
  }

  private func workingRow(_ component: Int, _ row: Int) -> UnsafeMutableRawPointer {
    let plane = unsafe working.planes[component]
    return unsafe plane.start + Int(UInt32(row) & working.masks[component]) * plane.bytesPerRow
  }

  private func memoryRow(_ component: Int, _ row: Int) -> UnsafeMutableRawPointer {
    let column = columns[component]
    let plane = unsafe memory[column.plane]
    let last = firstRows[component] + min(row, column.height - 1)
    return unsafe plane.start + last * plane.bytesPerRow + column.offset
  }

  private func load(_ component: Int, row: Int, columns range: Range<Int>) {
    let target = unsafe workingRow(component, row)
    guard component < columns.count else {
      return unsafe fill(target, with: 1 << (samples.bitDepth - 1), in: range)
    }
    let column = columns[component]
    let source = unsafe UnsafeRawPointer(memoryRow(component, row))
    let end = min(range.upperBound, column.width)
    if range.lowerBound < end {
      let run = SampleRun(
        first: range.lowerBound, count: end - range.lowerBound, step: column.step, bytes: samples.bytesPerSample)
      unsafe run.load(
        from: source, to: target, isBigEndian: samples.isBigEndian, shift: samples.unusedLowBits, mask: valueMask)
    }
    // The last sample is repeated; it is in the working picture already, or is brought there first.
    for index in max(end, range.lowerBound)..<max(end, min(range.upperBound, column.paddedWidth)) {
      let last = SampleRun(first: column.width - 1, count: 1, step: column.step, bytes: samples.bytesPerSample)
      unsafe last.load(
        from: source, to: target + (index - column.width + 1) * samples.bytesPerSample,
        isBigEndian: samples.isBigEndian, shift: samples.unusedLowBits, mask: valueMask)
    }
  }

  private func store(_ component: Int, row: Int, columns range: Range<Int>) {
    let column = columns[component]
    let end = min(range.upperBound, column.width)
    guard row < column.height, range.lowerBound < end else { return }
    let target = unsafe memoryRow(component, row)
    let run = SampleRun(
      first: range.lowerBound, count: end - range.lowerBound, step: column.step, bytes: samples.bytesPerSample)
    guard component < WorkingFormat.componentCount else {
      return unsafe run.fill(target, with: valueMask, isBigEndian: samples.isBigEndian, shift: samples.unusedLowBits)
    }
    unsafe run.store(
      from: UnsafeRawPointer(workingRow(component, row)), to: target, isBigEndian: samples.isBigEndian,
      shift: samples.unusedLowBits)
  }

  private func fill(_ row: UnsafeMutableRawPointer, with value: Int, in range: Range<Int>) {
    if samples.bytesPerSample == 1 {
      unsafe (row + range.lowerBound).initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value), count: range.count)
    } else {
      unsafe (row + 2 * range.lowerBound).initializeMemory(
        as: UInt16.self, repeating: UInt16(truncatingIfNeeded: value), count: range.count)
    }
  }

  /// Sets all bytes of the pixels, as some belong to no component.
  private func fillGaps(line: Int, left: Int, right: Int) {
    let column = columns[0]
    guard line < column.height else { return }
    let plane = unsafe memory[0]
    let row = unsafe plane.start + line * plane.bytesPerRow
    let end = min(right, column.width)
    unsafe (row + left * column.step).initializeMemory(
      as: UInt8.self, repeating: .max, count: max(0, end - left) * column.step)
  }
}
