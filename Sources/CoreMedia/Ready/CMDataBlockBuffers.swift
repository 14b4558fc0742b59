// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: bytes are handed out for as long as a body runs, while the block is held; places are those of the block.

/// Bytes that are written no more (`CMReadOnlyDataBlockBuffer`). Threads: any.
public struct CMReadOnlyDataBlockBuffer: Sendable {
  let block: CMBlockBuffer

  /// The bytes of `data`.
  public init(_ data: Data) { block = CMBlockBuffer(Array(data)) }
  /// The bytes of `data`.
  public init(_ data: DispatchData) { block = CMBlockBuffer(Array(data)) }
  /// The bytes that were written in `mutableBuffer`.
  public init(_ mutableBuffer: consuming CMMutableDataBlockBuffer) { block = mutableBuffer.block }
  /// The bytes of `unsafeBlockBuffer`, which nothing writes from now on.
  public init(unsafeBlockBuffer: sending CMBlockBuffer) { block = unsafeBlockBuffer }

  /// Whether they stand in one piece: yes.
  public var isContiguous: Bool { true }

  /// Gives the block to `body`, which does not write it.
  public func withUnsafeBlockBuffer<R>(_ body: (CMBlockBuffer) throws -> sending R) rethrows -> sending R {
    try body(block)
  }

  /// Gives the bytes to `body`, to be read until that returns.
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeRawBufferPointer) throws -> sending R
  ) rethrows -> sending R? { try unsafe body(block.storage) }

  /// The bytes of both, one after the other.
  public static func + (left: Self, right: Self) -> Self {
    Self(unsafeBlockBuffer: CMBlockBuffer(left.block.bytes + right.block.bytes))
  }
  /// Appends the bytes of `right`.
  public static func += (left: inout Self, right: Self) { left = left + right }
}

extension CMReadOnlyDataBlockBuffer: RandomAccessCollection, DataProtocol {
  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { block.dataLength }
  /// The byte at `position`.
  public subscript(position: Int) -> UInt8 {
    precondition(block.holds(1, from: position), "A byte is asked for that a block does not have.")
    return unsafe block.memory.load(fromByteOffset: position, as: UInt8.self)
  }
  /// The pieces that they stand in: one.
  public var regions: CollectionOfOne<Data> {
    CollectionOfOne(unsafe Data(bytes: block.memory, count: block.dataLength))
  }
}

/// Bytes that are written, whose owner has them alone (`CMMutableDataBlockBuffer`).
public struct CMMutableDataBlockBuffer: ~Copyable, Sendable {
  let block: CMBlockBuffer

  /// `count` bytes, which are zero.
  public init(count: Int) { block = CMBlockBuffer(count: max(0, count)) }
  /// The bytes of `unsafeBlockBuffer`, which nothing else writes or reads from now on.
  public init(unsafeBlockBuffer: sending CMBlockBuffer) { block = unsafeBlockBuffer }

  /// The number of bytes.
  public var count: Int { block.dataLength }
  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }
  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { count }
  /// The places.
  public var indices: Range<Int> { 0..<count }
  /// Whether they stand in one piece: yes.
  public var isContiguous: Bool { true }

  /// The byte at `position`.
  public subscript(position: Int) -> UInt8 {
    get {
      precondition(block.holds(1, from: position), "A byte is asked for that a block does not have.")
      return unsafe block.memory.load(fromByteOffset: position, as: UInt8.self)
    }
    set {
      precondition(block.holds(1, from: position), "A byte is set that a block does not have.")
      unsafe block.memory.storeBytes(of: newValue, toByteOffset: position, as: UInt8.self)
    }
  }

  /// Sets all to those of `data`, as far as both reach.
  public mutating func replaceAll(with data: some DataProtocol) { replaceSubrange(0..<count, with: data) }
  /// Sets all to `byte`.
  public mutating func replaceAll(repeating byte: UInt8) {
    unsafe block.memory.initializeMemory(as: UInt8.self, repeating: byte, count: count)
  }
  /// Sets those in `range` to those of `data`, as far as both reach.
  public mutating func replaceSubrange(_ range: Range<Int>, with data: some DataProtocol) {
    let range = range.clamped(to: 0..<count)
    let target = unsafe UnsafeMutableRawBufferPointer(start: block.memory + range.lowerBound, count: range.count)
    _ = unsafe data.copyBytes(to: target)
  }
  /// Appends `count` bytes, which are zero.
  public mutating func extend(by count: Int) { if count > 0 { unsafe block.append(count, from: nil) } }

  /// Gives the bytes to `body`, to be written until that returns.
  public mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> sending R
  ) rethrows -> sending R? {
    try unsafe body(UnsafeMutableRawBufferPointer(start: block.memory, count: count))
  }
  /// Gives the bytes to `body`, to be read until that returns.
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeRawBufferPointer) throws -> sending R
  ) rethrows -> sending R? { try unsafe body(block.storage) }
  /// Gives the block to `body`.
  public func withUnsafeBlockBuffer<R>(_ body: (CMBlockBuffer) throws -> sending R) rethrows -> sending R {
    try body(block)
  }
}

extension CMBlockBuffer {
  /// Its bytes, while it is held.
  fileprivate var storage: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: memory, count: dataLength) }
}
