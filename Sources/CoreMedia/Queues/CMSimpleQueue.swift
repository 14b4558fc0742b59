// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import Synchronization

// SAFETY: elements are addresses that are kept and handed out, and never looked into; what they are is the callers' business.

/// There is no memory.
public let kCMSimpleQueueError_AllocationFailed: OSStatus = -12_770
/// Something that is needed is missing.
public let kCMSimpleQueueError_RequiredParameterMissing: OSStatus = -12_771
/// A capacity is not possible.
public let kCMSimpleQueueError_ParameterOutOfRange: OSStatus = -12_772
/// There is no room.
public let kCMSimpleQueueError_QueueIsFull: OSStatus = -12_773

/// Addresses, which come out in the order in which they were put in (`CMSimpleQueue`). No call blocks: a full or empty
/// queue returns at once. Threads: any.
@safe public final class CMSimpleQueue: Sendable {
  /// The number of elements that there is room for.
  public let capacity: Int
  private let state: Mutex<Ring>

  /// Elements in a ring, each as a number.
  private struct Ring {
    var elements: [UInt]
    /// The place of the one that comes out next.
    var first = 0
    var count = 0
  }

  /// The errors of its verbs, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// There is no memory.
    public static let allocationFailed = NSError(kCMSimpleQueueError_AllocationFailed)
    /// Something that is needed is missing.
    public static let requiredParameterMissing = NSError(kCMSimpleQueueError_RequiredParameterMissing)
    /// A capacity is not possible.
    public static let parameterOutOfRange = NSError(kCMSimpleQueueError_ParameterOutOfRange)
    /// There is no room.
    public static let queueIsFull = NSError(kCMSimpleQueueError_QueueIsFull)
  }

  /// A queue with room for `capacity` elements, at least one.
  ///
  /// - Throws: `parameterOutOfRange` for a capacity that is not positive, or does not fit 32 bits.
  public init(capacity: Int) throws {
    guard (1...Int(Int32.max)).contains(capacity) else { throw Error.parameterOutOfRange }
    self.capacity = capacity
    state = Mutex(Ring(elements: Array(repeating: 0, count: capacity)))
  }

  /// The number of the class.
  public static var typeID: CFTypeID { CFTypeID(of: CMSimpleQueue.self) }

  /// Puts `element` in.
  ///
  /// - Throws: `queueIsFull`.
  public func enqueue(_ element: UnsafeRawPointer) throws {
    let number = UInt(bitPattern: element)
    let isIn = state.withLock { ring in
      guard ring.count < capacity else { return false }
      ring.elements[(ring.first + ring.count) % capacity] = number
      ring.count += 1
      return true
    }
    guard isIn else { throw Error.queueIsFull }
  }

  /// Takes the next one out; nil where there is none.
  public func dequeue() -> UnsafeRawPointer? {
    let number = state.withLock { ring -> UInt in
      guard ring.count > 0 else { return 0 }
      defer { (ring.first, ring.count) = ((ring.first + 1) % capacity, ring.count - 1) }
      return ring.elements[ring.first]
    }
    return unsafe UnsafeRawPointer(bitPattern: number)
  }

  /// The next element, which stays in the queue; nil where it is empty.
  public var head: UnsafeRawPointer? {
    unsafe UnsafeRawPointer(bitPattern: state.withLock { $0.count > 0 ? $0.elements[$0.first] : 0 })
  }

  /// Takes all out.
  public func reset() throws { state.withLock { ($0.first, $0.count) = (0, 0) } }

  /// The number of elements.
  public var count: Int { state.withLock(\.count) }
  /// The filled share of it, 0…1.
  public var fullness: Float { Float(count) / Float(capacity) }
}

extension CMSimpleQueue: Hashable {
  /// A queue equals itself alone.
  public static func == (left: CMSimpleQueue, right: CMSimpleQueue) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Stores a queue with room for `capacity` elements, at least one (`CMSimpleQueueCreate`).
///
/// - Returns: `kCMSimpleQueueError_ParameterOutOfRange` for a capacity that is not positive.
@discardableResult
public func CMSimpleQueueCreate(
  allocator: CFAllocator?, capacity: Int32, queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
  guard let queue = try? CMSimpleQueue(capacity: Int(capacity)) else { return kCMSimpleQueueError_ParameterOutOfRange }
  unsafe queueOut.pointee = queue
  return noErr
}

/// The number of the class of simple queues.
public func CMSimpleQueueGetTypeID() -> CFTypeID { CMSimpleQueue.typeID }
/// Puts `element` in.
@discardableResult
public func CMSimpleQueueEnqueue(_ queue: CMSimpleQueue, element: UnsafeRawPointer) -> OSStatus {
  (try? unsafe queue.enqueue(element)) == nil ? kCMSimpleQueueError_QueueIsFull : noErr
}
/// Takes the next element out; nil where there is none.
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { unsafe queue.dequeue() }
/// The element that would come out now.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { unsafe queue.head }
/// Takes all out.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
  (try? queue.reset()) == nil ? kCMSimpleQueueError_ParameterOutOfRange : noErr
}
/// The number of elements that there is room for.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.capacity) }
/// The number of elements.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.count) }
/// The filled share of it, 0…1.
public func CMSimpleQueueGetFullness(_ queue: CMSimpleQueue) -> Float32 { queue.fullness }
