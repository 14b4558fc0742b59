// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Glibc
public import _SynchronizationShims

// Packages beside this one ask `canImport(os)`, and find this module as soon as it is built, whether or not they link
// it: the lock's code is inlined into its users, and its type is the C library's, so that they need not link this
// module.
//
// SAFETY: a lock stays at its address as long as it is in use, as the functions require of their callers. Of a lock
// that another thread changes, only the number of its owner is read, which is the caller's own only if the caller holds
// it.

/// A lock by the names of Apple's os/lock.h, over the C library's (pthread_mutex_lock(3)). It must stay at its address
/// as long as it is in use, and need not be destroyed.
public typealias os_unfair_lock = pthread_mutex_t
/// The lock by its name in C.
public typealias os_unfair_lock_s = os_unfair_lock
/// The place of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Waits until the lock is open, and takes it. A thread that has it already ends the process.
@_alwaysEmitIntoClient public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
  if unsafe os_unfair_lock_trylock(lock) { return }
  unsafe precondition(!os_unfair_lock_is_owned(lock), "Trying to recursively lock an os_unfair_lock")
  let error = unsafe pthread_mutex_lock(lock)
  precondition(error == 0, "os_unfair_lock is corrupt")
}

/// Takes the lock if it is open; false where it is not.
@_alwaysEmitIntoClient public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  unsafe pthread_mutex_trylock(lock) == 0
}

/// Opens the lock, which the calling thread has taken. Another thread's lock ends the process.
@_alwaysEmitIntoClient public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
  unsafe precondition(os_unfair_lock_is_owned(lock), "Unlock of an os_unfair_lock not owned by current thread")
  _ = unsafe pthread_mutex_unlock(lock)
}

/// Ends the process where the calling thread has not taken the lock.
@_alwaysEmitIntoClient public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock>) {
  unsafe precondition(os_unfair_lock_is_owned(lock), "Lock unexpectedly not owned by current thread")
}

/// Ends the process where the calling thread has taken the lock.
@_alwaysEmitIntoClient public func os_unfair_lock_assert_not_owner(_ lock: UnsafePointer<os_unfair_lock>) {
  unsafe precondition(!os_unfair_lock_is_owned(lock), "Lock unexpectedly owned by current thread")
}

/// Whether the calling thread has taken the lock.
@_alwaysEmitIntoClient func os_unfair_lock_is_owned(_ lock: UnsafePointer<os_unfair_lock>) -> Bool {
  unsafe lock.pointee.__data.__owner == _swift_stdlib_gettid()
}
