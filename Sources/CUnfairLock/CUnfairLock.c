#define _GNU_SOURCE
#include "CUnfairLock.h"

#include <linux/futex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The lock holds the number of the thread that has closed it, and in its topmost bit whether others may be waiting.
static const uint32_t waiting = UINT32_C(1) << 31;

static uint32_t own_thread(void) {
  static _Thread_local uint32_t number;
  if (number == 0) number = (uint32_t)syscall(SYS_gettid);
  return number;
}

static _Noreturn void end_process(const char *sentence) {
  fprintf(stderr, "BUG IN CLIENT OF LIBPLATFORM: %s\n", sentence);
  abort();
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
  uint32_t open = 0;
  return __atomic_compare_exchange_n(&lock->_os_unfair_lock_opaque, &open, own_thread(), false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_RELAXED);
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
  if (os_unfair_lock_trylock(lock)) return;
  uint32_t *word = &lock->_os_unfair_lock_opaque;
  for (;;) {
    uint32_t found = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (found == 0) {
      // Others may wait besides: who opens the lock wakes one of them.
      if (__atomic_compare_exchange_n(word, &found, own_thread() | waiting, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
      continue;
    }
    if ((found & ~waiting) == own_thread()) end_process("Trying to recursively lock an os_unfair_lock");
    if (!(found & waiting) &&
        !__atomic_compare_exchange_n(word, &found, found | waiting, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      continue;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, found | waiting, NULL, NULL, 0);
  }
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
  os_unfair_lock_assert_owner(lock);
  uint32_t *word = &lock->_os_unfair_lock_opaque;
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) & waiting) syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
  if ((__atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED) & ~waiting) != own_thread())
    end_process("Lock unexpectedly not owned by current thread");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
  if ((__atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED) & ~waiting) == own_thread())
    end_process("Lock unexpectedly owned by current thread");
}
