public import CoreVideo

// SAFETY: memory of the caller's is there until his deallocator is called, as Core Media has it.

/// Memory of a program's own.
extension CMBlockBuffer {
  /// Allocates a number of bytes; nil on failure.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// Frees memory of a number of bytes.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// The bytes of `buffer` themselves, which `deallocator` takes back when the last reference to the block goes.
  ///
  /// - Throws: `badPointerParameter` where it begins nowhere.
  public convenience init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    guard let memory = buffer.baseAddress else { throw Error.badPointerParameter }
    let count = buffer.count
    unsafe self.init(count, at: memory) { unsafe deallocator(memory, count) }
  }

  /// The bytes of `buffer` themselves, likewise. The deallocator is given where the whole of it begins, and its length.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    let (part, whole) = unsafe (UnsafeMutableRawBufferPointer(rebasing: buffer), buffer.base)
    guard let memory = part.baseAddress, let start = whole.baseAddress else {
      throw Error.badPointerParameter
    }
    unsafe self.init(part.count, at: memory) { unsafe deallocator(start, whole.count) }
  }

  /// A copy of the bytes of `buffer`, which stay the caller's.
  public convenience init(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = nil, flags: Flags = []
  ) throws { try unsafe self.init(buffer: UnsafeMutableRawBufferPointer(rebasing: buffer), flags: flags) }

  /// The bytes of `range` (all of them if nil) out of `length` bytes from `allocator`, which `deallocator` frees when
  /// the last reference to the block goes.
  ///
  /// - Throws: `badLengthParameter` for a length or a range that is not possible, `blockAllocationFailed` where there
  ///   are no bytes.
  public convenience init(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    let range = range ?? 0..<max(0, length)
    guard length > 0, range.lowerBound >= 0, range.upperBound <= length else { throw Error.badLengthParameter }
    guard let memory = unsafe allocator(length) else { throw Error.blockAllocationFailed }
    unsafe self.init(range.count, at: memory + range.lowerBound) { unsafe deallocator(memory, length) }
  }

  /// Puts a copy of the bytes of `buffer` behind the others; `deallocator` takes them back when the last reference to the block goes.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    guard let memory = buffer.baseAddress else { throw Error.badPointerParameter }
    let count = buffer.count
    try unsafe append(buffer: buffer, flags: flags)
    release { unsafe deallocator(memory, count) }
  }

  /// Puts a copy of the bytes of `buffer` behind the others.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = nil, flags: Flags = []
  ) throws { try unsafe append(buffer: UnsafeMutableRawBufferPointer(rebasing: buffer), flags: flags) }

  /// Has memory be there: it is.
  public func assureBlockMemory() throws {}
}
