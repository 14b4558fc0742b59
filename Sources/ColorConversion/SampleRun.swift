// SAFETY: the callers' rows have `first + count` samples at `step` bytes each, and the samples of the working row
// beside them; nothing is kept.

/// Samples of one component in a row, copied between a picture's memory, where they stand `step` bytes apart, and a
/// working picture's, where they stand beside each other.
struct SampleRun {
  /// The number of the first one.
  let first: Int
  /// The number of samples.
  let count: Int
  /// Bytes from one to the next in the picture's memory.
  let step: Int
  /// Bytes of each.
  let bytes: Int

  /// Copies from the picture's row to the working one.
  func load(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, isBigEndian: Bool, shift: Int, mask: UInt16
  ) {
    let source = unsafe source + first * step
    let target = unsafe target + first * bytes
    if bytes == 1 {
      let from = unsafe source.assumingMemoryBound(to: UInt8.self)
      let to = unsafe target.assumingMemoryBound(to: UInt8.self)
      // Steps that are constants to the compiler become vector instructions.
      switch step {
      case 1: unsafe to.update(from: from, count: count)
      case 2: for index in 0..<count { unsafe to[index] = from[2 * index] }
      case 3: for index in 0..<count { unsafe to[index] = from[3 * index] }
      case 4: for index in 0..<count { unsafe to[index] = from[4 * index] }
      default: for index in 0..<count { unsafe to[index] = from[step * index] }
      }
      return
    }
    if step == 2, !isBigEndian, shift == 0 {
      for index in 0..<count {
        let sample = unsafe source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
        unsafe target.storeBytes(of: sample & mask, toByteOffset: 2 * index, as: UInt16.self)
      }
      return
    }
    for index in 0..<count {
      let stored = unsafe source.loadUnaligned(fromByteOffset: step * index, as: UInt16.self)
      let sample = (isBigEndian ? stored.byteSwapped : stored) >> UInt16(shift)
      unsafe target.storeBytes(of: sample & mask, toByteOffset: 2 * index, as: UInt16.self)
    }
  }

  /// Copies from the working row to the picture's.
  func store(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, isBigEndian: Bool, shift: Int) {
    let source = unsafe source + first * bytes
    let target = unsafe target + first * step
    if bytes == 1 {
      let from = unsafe source.assumingMemoryBound(to: UInt8.self)
      let to = unsafe target.assumingMemoryBound(to: UInt8.self)
      switch step {
      case 1: unsafe to.update(from: from, count: count)
      case 2: for index in 0..<count { unsafe to[2 * index] = from[index] }
      case 3: for index in 0..<count { unsafe to[3 * index] = from[index] }
      case 4: for index in 0..<count { unsafe to[4 * index] = from[index] }
      default: for index in 0..<count { unsafe to[step * index] = from[index] }
      }
      return
    }
    if step == 2, !isBigEndian, shift == 0 {
      return unsafe target.copyMemory(from: source, byteCount: 2 * count)
    }
    for index in 0..<count {
      let sample = unsafe source.load(fromByteOffset: 2 * index, as: UInt16.self) << UInt16(shift)
      unsafe target.storeBytes(
        of: isBigEndian ? sample.byteSwapped : sample, toByteOffset: step * index, as: UInt16.self)
    }
  }

  /// Writes `value` into all of them in the picture's row.
  func fill(_ target: UnsafeMutableRawPointer, with value: UInt16, isBigEndian: Bool, shift: Int) {
    let target = unsafe target + first * step
    for index in 0..<count {
      if bytes == 1 {
        unsafe target.storeBytes(
          of: UInt8(truncatingIfNeeded: value), toByteOffset: step * index, as: UInt8.self)
      } else {
        let sample = value << UInt16(shift)
        unsafe target.storeBytes(
          of: isBigEndian ? sample.byteSwapped : sample, toByteOffset: step * index, as: UInt16.self)
      }
    }
  }
}
