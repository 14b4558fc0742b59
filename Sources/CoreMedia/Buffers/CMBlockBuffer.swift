// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: the memory has as many bytes as `dataLength` says, and lives as long as the object, as does its former memory
// after an append. Ranges are checked before bytes are copied; callers exclude simultaneous writes, appends and reads,
// as Core Media requires.

/// Bytes (`CMBlockBuffer`), all in one piece. They stay where they are as long as it lives and nothing is appended; then they move, and stay
/// to be read where they were, too.
@safe public final class CMBlockBuffer: @unchecked Sendable {
  // @unchecked: what the bytes are, and when some are appended, is the callers' business.
  /// The place of the bytes.
  private(set) var memory: UnsafeMutableRawPointer
  /// The number of bytes.
  public private(set) var dataLength: Int
  /// The number of bytes that there is room for.
  private var capacity: Int
  /// Gives back where they are, and where they were.
  private var releases: [() -> Void]

  /// `count` bytes, all zero.
  package init(count: Int) {
    dataLength = max(0, count)
    capacity = max(1, count)
    let made = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
    unsafe made.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
    unsafe memory = made
    releases = [{ unsafe made.deallocate() }]
  }

  /// The `count` bytes at `memory`, which `release` gives back when the last reference to the block goes.
  init(_ count: Int, at memory: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    (dataLength, capacity, releases) = (count, count, [release])
    unsafe self.memory = memory
  }

  /// A copy of `bytes`.
  package convenience init(_ bytes: [UInt8]) {
    self.init(count: bytes.count)
    unsafe bytes.withUnsafeBytes {
      unsafe memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
    }
  }

  deinit {
    for release in releases { release() }
  }

  /// Puts `count` bytes behind the others: those from `source` on, or zeros where that is nil.
  func append(_ count: Int, from source: UnsafeRawPointer?) {
    guard count > 0 else { return }
    if dataLength + count > capacity {
      capacity = max(dataLength + count, 2 * capacity)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      unsafe larger.copyMemory(from: memory, byteCount: dataLength)
      releases.append { unsafe larger.deallocate() }
      unsafe memory = larger
    }
    if let source = unsafe source {
      unsafe (memory + dataLength).copyMemory(from: source, byteCount: count)
    } else {
      unsafe (memory + dataLength).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
    dataLength += count
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: dataLength))
  }

  /// Has `release` be called when the last reference to the block goes.
  func release(_ release: @escaping () -> Void) { releases.append(release) }

  /// Whether `count` bytes from `offset` on are there.
  func holds(_ count: Int, from offset: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= dataLength && count <= dataLength - offset
  }
}

/// Flags, all without effect here.
public typealias CMBlockBufferFlags = UInt32
/// Memory is there at once; it is in any case.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1
/// A copy is made; it is in any case.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 2
/// A buffer of buffers is not joined; here it is.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 4
/// A buffer may be made of one without bytes; here it always may.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 8
/// It is done.
public let kCMBlockBufferNoErr: OSStatus = 0
/// The range is beyond the block.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12_703
/// The length is not possible.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12_704
/// There are no bytes.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12_707

/// Makes a buffer of `blockLength` bytes: a copy of those at `memoryBlock`, or zeros where that is nil.
///
/// The memory of the caller's is not kept, and not freed: that stays his own business, whatever `blockAllocator` is.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
  allocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int, blockAllocator: CFAllocator?,
  customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard offsetToData >= 0, dataLength >= 0, dataLength <= blockLength - offsetToData else {
    return kCMBlockBufferBadLengthParameterErr
  }
  let buffer = CMBlockBuffer(count: dataLength)
  if let memoryBlock = unsafe memoryBlock {
    unsafe buffer.memory.copyMemory(from: memoryBlock + offsetToData, byteCount: dataLength)
  }
  unsafe blockBufferOut.pointee = buffer
  return kCMBlockBufferNoErr
}

/// The number of the class of blocks.
public func CMBlockBufferGetTypeID() -> CFTypeID { CFTypeID(of: CMBlockBuffer.self) }

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ buffer: CMBlockBuffer) -> Int { buffer.dataLength }

/// The place of the bytes from `offset` on: valid as long as the buffer lives.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ buffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  guard buffer.holds(0, from: offset) else { return kCMBlockBufferBadOffsetParameterErr }
  unsafe lengthAtOffsetOut?.pointee = buffer.dataLength - offset
  unsafe totalLengthOut?.pointee = buffer.dataLength
  unsafe dataPointerOut?.pointee = (buffer.memory + offset).assumingMemoryBound(to: CChar.self)
  return kCMBlockBufferNoErr
}

/// Copies `dataLength` bytes from `offsetToData` on to `destination`.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ buffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  guard buffer.holds(dataLength, from: offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
  unsafe destination.copyMemory(from: buffer.memory + offsetToData, byteCount: dataLength)
  return kCMBlockBufferNoErr
}

/// Copies `dataLength` bytes at `sourceBytes` into the buffer, from `offsetIntoDestination` on.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  guard destinationBuffer.holds(dataLength, from: offsetIntoDestination) else {
    return kCMBlockBufferBadOffsetParameterErr
  }
  unsafe (destinationBuffer.memory + offsetIntoDestination).copyMemory(from: sourceBytes, byteCount: dataLength)
  return kCMBlockBufferNoErr
}

extension CMBlockBuffer: Hashable {
  /// A block equals itself alone (`CFEqual`).
  public static func == (left: CMBlockBuffer, right: CMBlockBuffer) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
