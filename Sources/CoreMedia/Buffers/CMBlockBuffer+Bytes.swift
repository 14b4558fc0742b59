// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: ranges are checked before bytes are copied, and the caller's memory has as many as it says.

extension CMBlockBuffer {
  /// Flags, all without effect here: memory is allocated at once, and bytes are copied into one contiguous block.
  public struct Flags: OptionSet, Sendable {
    /// The number.
    public let rawValue: CMBlockBufferFlags
    /// The flags with this number.
    public init(rawValue: CMBlockBufferFlags) { self.rawValue = rawValue }
    /// Memory is there at once.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    /// A copy is made.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    /// A buffer of buffers is not joined.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    /// A buffer may be made of one without bytes.
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }

  /// The bytes of `range`, all if nil, of `length` bytes, all zero.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` for a length below zero, or a range beyond it.
  public convenience init(
    length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
  ) throws { self.init(count: try Self.count(length, range)) }

  /// A copy of the bytes of `buffer`, which stay the caller's.
  public convenience init(buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = [])
    throws
  {
    self.init(count: 0)
    unsafe append(buffer.count, from: buffer.baseAddress.map { UnsafeRawPointer($0) })
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { dataLength == 0 }
  /// The place of the first byte: 0.
  public var startIndex: Int { 0 }
  /// The place behind the last byte.
  public var endIndex: Int { dataLength }

  /// Puts the bytes of `range`, all if nil, of `length` bytes, all zero, behind the others.
  ///
  /// - Throws: As ``init(length:allocator:range:flags:)``.
  public func append(
    length: Int, allocator: CFAllocator? = nil, range: Range<Int>? = nil, flags: Flags = []
  ) throws { unsafe append(try Self.count(length, range), from: nil) }

  /// The number of bytes of `range` in `length`: all if nil.
  private static func count(_ length: Int, _ range: Range<Int>?) throws -> Int {
    guard length >= 0, range.map({ $0.lowerBound >= 0 && $0.upperBound <= length }) ?? true else {
      throw NSError(kCMBlockBufferBadLengthParameterErr)
    }
    return range?.count ?? length
  }

  /// Puts a copy of the bytes of `buffer` behind the others.
  public func append(buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = nil, flags: Flags = []) throws {
    unsafe append(buffer.count, from: buffer.baseAddress.map { UnsafeRawPointer($0) })
  }

  /// Puts a copy of the bytes of `bufferReference`, a block or a part of one, behind the others.
  public func append<Bytes: CMBlockBufferProtocol>(bufferReference: Bytes, flags: Flags = []) throws {
    unsafe append(bufferReference.dataLength, from: bufferReference.start)
  }

  /// Calls `body` with the bytes from `offset` on.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where there are fewer; what `body` throws.
  public func withUnsafeMutableBytes<Result>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    guard holds(0, from: offset) else { throw NSError(kCMBlockBufferBadOffsetParameterErr) }
    return try unsafe body(UnsafeMutableRawBufferPointer(start: memory + offset, count: dataLength - offset))
  }
}

/// Whether there are no bytes.
public func CMBlockBufferIsEmpty(_ buffer: CMBlockBuffer) -> Bool { buffer.isEmpty }

/// Whether `length` bytes from `offset` on stand in one piece: where they are there, they do.
public func CMBlockBufferIsRangeContiguous(_ buffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  buffer.holds(length, from: offset)
}

/// Has memory be there: it is.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ buffer: CMBlockBuffer) -> OSStatus { kCMBlockBufferNoErr }

/// Stores a buffer without bytes, to which some are appended.
@discardableResult
public func CMBlockBufferCreateEmpty(
  allocator: CFAllocator?, capacity: UInt32, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe blockBufferOut.pointee = CMBlockBuffer(count: 0)
  return kCMBlockBufferNoErr
}

/// Stores a copy of `dataLength` bytes of `bufferReference`, from `offsetToData` on; 0 stands for all that are behind it.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
  allocator: CFAllocator?, referenceBuffer bufferReference: CMBlockBuffer, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  let made = CMBlockBuffer(count: 0)
  let status = CMBlockBufferAppendBufferReference(
    made, targetBBuf: bufferReference, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
  if status == kCMBlockBufferNoErr { unsafe blockBufferOut.pointee = made }
  return status
}

/// As the one above: what is stored stands in one piece in any case.
@discardableResult
public func CMBlockBufferCreateContiguous(
  allocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
  customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe CMBlockBufferCreateWithBufferReference(
    allocator: allocator, referenceBuffer: sourceBuffer, offsetToData: offsetToData, dataLength: dataLength,
    flags: flags, blockBufferOut: blockBufferOut)
}

/// Puts a copy of `dataLength` bytes of `targetBBuf`, from `offsetToData` on, behind those of `buffer`; 0 stands for all that are behind it.
@discardableResult
public func CMBlockBufferAppendBufferReference(
  _ buffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags
) -> OSStatus {
  guard targetBBuf.holds(0, from: offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
  let count = dataLength == 0 ? targetBBuf.dataLength - offsetToData : dataLength
  guard targetBBuf.holds(count, from: offsetToData) else { return kCMBlockBufferBadLengthParameterErr }
  unsafe buffer.append(count, from: UnsafeRawPointer(targetBBuf.memory + offsetToData))
  return kCMBlockBufferNoErr
}

/// Puts `dataLength` bytes behind those of `buffer`: a copy of those at `memoryBlock`, or zeros where that is nil. The memory of the
/// caller's is not kept, and not freed.
@discardableResult
public func CMBlockBufferAppendMemoryBlock(
  _ buffer: CMBlockBuffer, memoryBlock: UnsafeMutableRawPointer?, length blockLength: Int,
  blockAllocator: CFAllocator?, customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int,
  flags: CMBlockBufferFlags
) -> OSStatus {
  guard offsetToData >= 0, dataLength >= 0, dataLength <= blockLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  unsafe buffer.append(dataLength, from: memoryBlock.map { unsafe UnsafeRawPointer($0 + offsetToData) })
  return kCMBlockBufferNoErr
}

/// Makes `dataLength` bytes from `offsetIntoDestination` on `fillByte`.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard destinationBuffer.holds(dataLength, from: offsetIntoDestination) else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  unsafe (destinationBuffer.memory + offsetIntoDestination).initializeMemory(
    as: UInt8.self, repeating: UInt8(bitPattern: fillByte), count: dataLength)
  return kCMBlockBufferNoErr
}

/// The place of `length` bytes from `offset` on, which stand in one piece: nothing is copied to `temporaryBlock`.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ buffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  guard buffer.holds(length, from: offset) else { return kCMBlockBufferBadOffsetParameterErr }
  unsafe returnedPointerOut.pointee = (buffer.memory + offset).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}
