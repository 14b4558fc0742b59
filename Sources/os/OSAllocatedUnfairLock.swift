// SAFETY: the lock is allocated with the box that holds it, initialized once, and freed with the box's last reference;
// it is only passed to the functions of the lock.

/// A lock with what it guards (`OSAllocatedUnfairLock`), over `os_unfair_lock`. A thread must not take it twice, which ends the process.
///
/// Threads: any.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // @unchecked: what it guards is reached under the lock alone.
  private let box: Box

  @safe private final class Box {
    let lock: UnsafeMutablePointer<os_unfair_lock>
    var state: State

    init(_ state: State) {
      unsafe lock = .allocate(capacity: 1)
      unsafe lock.initialize(to: os_unfair_lock())
      self.state = state
    }

    deinit { unsafe lock.deallocate() }
  }

  /// Whose a lock is meant to be (`OSAllocatedUnfairLock.Ownership`).
  public enum Ownership: Hashable, Sendable {
    /// The calling thread's.
    case owner
    /// Not the calling thread's.
    case notOwner
  }

  /// A lock that guards `initialState`.
  public init(uncheckedState initialState: State) { box = Box(initialState) }
  /// A lock that guards `initialState`.
  public init(initialState: State) where State: Sendable { box = Box(initialState) }

  /// The result of `body`, called with the state under the lock.
  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    try withLockUnchecked(body)
  }
  /// The result of `body`, called with the state under the lock.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    unsafe os_unfair_lock_lock(box.lock)
    defer { unsafe os_unfair_lock_unlock(box.lock) }
    return try body(&box.state)
  }
  /// The result of `body`, called with the state under the lock; nil where another thread has it.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }
  /// The result of `body`, called with the state under the lock; nil where another thread has it.
  public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
    guard unsafe os_unfair_lock_trylock(box.lock) else { return nil }
    defer { unsafe os_unfair_lock_unlock(box.lock) }
    return try body(&box.state)
  }
  /// Ends the process where the lock is not whose `condition` says.
  public func precondition(_ condition: Ownership) {
    switch condition {
    case .owner: unsafe os_unfair_lock_assert_owner(box.lock)
    case .notOwner: unsafe os_unfair_lock_assert_not_owner(box.lock)
    }
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// A lock that guards what its user says.
  public init() { self.init(uncheckedState: ()) }

  /// Waits for the lock, and takes it.
  public func lock() { unsafe os_unfair_lock_lock(box.lock) }
  /// Gives the lock back, on the thread that took it.
  public func unlock() { unsafe os_unfair_lock_unlock(box.lock) }
  /// Takes the lock; false where another thread has it.
  public func lockIfAvailable() -> Bool { unsafe os_unfair_lock_trylock(box.lock) }
  /// The result of `body`, called under the lock.
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }
  /// The result of `body`, called under the lock.
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { try withLockUnchecked { _ in try body() } }
  /// The result of `body`, called under the lock; nil where another thread has it.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }
}
