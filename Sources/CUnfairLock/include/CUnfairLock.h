// A lock of four bytes, by the names of Apple's os/lock.h. A thread that waits sleeps in the kernel (futex(2)).

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The lock; zero is open. It stays where it is in memory as long as anyone uses it.
typedef struct os_unfair_lock_s {
  uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

/// Waits until the lock is open, and closes it.
void os_unfair_lock_lock(os_unfair_lock_t lock);
/// Closes the lock if it is open; false where it is not.
bool os_unfair_lock_trylock(os_unfair_lock_t lock);
/// Opens the lock, which the calling thread has closed. Another thread's lock ends the process.
void os_unfair_lock_unlock(os_unfair_lock_t lock);
/// Ends the process where the calling thread has not closed the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *lock);
/// Ends the process where the calling thread has closed the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock);
