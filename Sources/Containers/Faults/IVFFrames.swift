/// The frames of an IVF file, each behind its size and time: where the last is not whole, or some are missing.
///
/// ```
///  DKIF │ … │ frames or ticks (4) at 24 │ … │ size (4) │ time (8) │ frame │ size │ time │ …
/// ```
package struct IVFFrames {
  /// The file's early end.
  package private(set) var faults: [ContainerFault] = []

  /// The frames of `file`.
  package init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 32)
    guard head.count == 32, head.starts(with: "DKIF".utf8) else { return }
    var offset = max(32, head.littleEndian(at: 6, 2))
    var count: UInt64 = 0
    var last: UInt64?
    while offset < file.count {
      let frame = try file.read(at: offset, 12)
      let end = offset + 12 + frame.littleEndian(at: 0, 4)
      guard frame.count == 12, end <= file.count else {
        faults.append(.cutShort(file, by: max(1, end - min(end, file.count))))
        return
      }
      last = frame.littleEndian(at: 4, 8)
      count += 1
      offset = end
    }
    // Some writers count frames, others ticks of the clock, and a pipe's none: both must be more than there are.
    let declared = head.littleEndian(at: 24, 4)
    guard let last, declared < UInt64(UInt32.max), declared > count, declared - 1 > last else { return }
    faults.append(
      ContainerFault(offset: file.count, finding: "some of the frames that its header counts are missing", isEnd: true))
  }
}
