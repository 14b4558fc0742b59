// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: a part lies within its block, which it holds, so that its bytes are there as long as nothing is appended to
// the block, and as the block has it afterwards; callers exclude simultaneous writes and reads.

/// A block of bytes, or a part of one (`CMBlockBufferProtocol`).
public protocol CMBlockBufferProtocol {
  /// The block.
  var owner: CMBlockBuffer { get }
  /// The index of the first byte in the block.
  var startIndex: Int { get }
  /// The place behind the last byte.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// Itself.
  public var owner: CMBlockBuffer { self }
  /// The number of the class.
  public static var typeID: CFTypeID { CMBlockBufferGetTypeID() }

  /// A part of a block (`CMBlockBuffer.Slice`), with the block's places.
  public struct Slice: CMBlockBufferProtocol, Sendable {
    /// The block.
    public let owner: CMBlockBuffer
    /// The index of the first byte in the block.
    public let startIndex: Int
    /// The place behind the last byte.
    public let endIndex: Int
  }

  /// A block without bytes, to which some are appended.
  public convenience init(capacity: Int = 0, flags: Flags = []) throws { self.init(count: 0) }

  /// A copy of the bytes of `bufferReference`, a block or a part of one.
  public convenience init<Bytes: CMBlockBufferProtocol>(bufferReference: Bytes, flags: Flags = []) throws {
    self.init(count: 0)
    try append(bufferReference: bufferReference, flags: flags)
  }

  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// There is no memory for a block.
    public static let structureAllocationFailed = NSError(kCMBlockBufferStructureAllocationFailedErr)
    /// There is no memory for bytes.
    public static let blockAllocationFailed = NSError(kCMBlockBufferBlockAllocationFailedErr)
    /// A source of memory that is not possible.
    public static let badCustomBlockSource = NSError(kCMBlockBufferBadCustomBlockSourceErr)
    /// The range is beyond the block.
    public static let badOffsetParameter = NSError(kCMBlockBufferBadOffsetParameterErr)
    /// The length is not possible.
    public static let badLengthParameter = NSError(kCMBlockBufferBadLengthParameterErr)
    /// An address is not possible.
    public static let badPointerParameter = NSError(kCMBlockBufferBadPointerParameterErr)
    /// There are no bytes.
    public static let emptyBlockBuffer = NSError(kCMBlockBufferEmptyBBufErr)
    /// There is no memory yet.
    public static let unallocatedBlock = NSError(kCMBlockBufferUnallocatedBlockErr)
    /// There is no room.
    public static let insufficientSpace = NSError(kCMBlockBufferInsufficientSpaceErr)
  }
}

/// There is no memory for a block.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12_700
/// There is no memory for bytes.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12_701
/// A source of memory that is not possible.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12_702
/// An address is not possible.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12_705
/// There is no memory yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12_706
/// There is no room.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12_708

extension CMBlockBufferProtocol {
  /// The bytes at the places `bounds` of the block, as far as there are such here.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice { part(bounds.lowerBound, bounds.upperBound) }
  /// The bytes at the places `bounds` of the block, likewise.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice {
    part(bounds.lowerBound, behind(bounds.upperBound))
  }
  /// The bytes at the places `bounds` of the block, likewise.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice { part(startIndex, bounds.upperBound) }
  /// The bytes at the places `bounds` of the block, likewise.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
    part(startIndex, behind(bounds.upperBound))
  }
  /// The bytes at the places `bounds` of the block, likewise.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice { part(bounds.lowerBound, endIndex) }
  /// All bytes.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice {
    CMBlockBuffer.Slice(owner: owner, startIndex: startIndex, endIndex: endIndex)
  }

  private func part(_ first: Int, _ end: Int) -> CMBlockBuffer.Slice {
    let start = min(max(first, startIndex), endIndex)
    return CMBlockBuffer.Slice(owner: owner, startIndex: start, endIndex: min(max(end, start), endIndex))
  }

  private func behind(_ place: Int) -> Int { place < .max ? place + 1 : place }

  /// The place of the first byte.
  var start: UnsafeRawPointer { unsafe UnsafeRawPointer(owner.memory + startIndex) }

  /// The number of bytes.
  public var dataLength: Int { endIndex - startIndex }
  /// Whether all bytes stand in one piece: they do.
  public var isContiguous: Bool { true }
  /// A copy of the bytes.
  public func dataBytes() throws -> Data { unsafe Data(bytes: start, count: dataLength) }

  /// Calls `body` with the bytes.
  public func withContiguousStorage<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try withExtendedLifetime(owner) { try unsafe body(UnsafeRawBufferPointer(start: start, count: dataLength)) }
  }

  /// A block of a copy of the bytes.
  public func makeContiguous(
    allocator: CFAllocator? = nil, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer { try CMBlockBuffer(bufferReference: self, flags: flags) }

  /// Copies the first bytes into `destination`, as many as it has room for.
  ///
  /// - Throws: `badOffsetParameter` where there are fewer.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    guard destination.count <= dataLength else { throw CMBlockBuffer.Error.badOffsetParameter }
    if let target = destination.baseAddress { unsafe target.copyMemory(from: start, byteCount: destination.count) }
  }

  /// Copies the bytes at `sourceBytes` over the first ones.
  ///
  /// - Throws: `badOffsetParameter` where there are fewer.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    guard sourceBytes.count <= dataLength else { throw CMBlockBuffer.Error.badOffsetParameter }
    guard let source = sourceBytes.baseAddress else { return }
    unsafe (owner.memory + startIndex).copyMemory(from: source, byteCount: sourceBytes.count)
  }

  /// Makes all bytes `fillByte`.
  public func fillDataBytes(with fillByte: UInt8) throws {
    unsafe (owner.memory + startIndex).initializeMemory(as: UInt8.self, repeating: fillByte, count: dataLength)
  }
}
