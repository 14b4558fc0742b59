// Tells the thread sanitizer of locks that it cannot see: GLib's, which are made of futexes inside a library that is not
// instrumented, and the slow path of Swift's Mutex, which is in a library too. Preloaded by `.ci/tsan`; each function calls
// the one it stands before, and says what it means.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Of the sanitizer's runtime, in programs that have one.
void __tsan_acquire(void *lock) __attribute__((weak));
void __tsan_release(void *lock) __attribute__((weak));

static void acquired(void *lock) {
  if (__tsan_acquire) __tsan_acquire(lock);
}

static void releasing(void *lock) {
  if (__tsan_release) __tsan_release(lock);
}

// The function of this name that comes next in the order of loading, looked up once.
#define NEXT(type, name)                                      \
  static type next;                                           \
  type found = __atomic_load_n(&next, __ATOMIC_RELAXED);      \
  if (!found) {                                               \
    found = (type)dlsym(RTLD_NEXT, name);                     \
    __atomic_store_n(&next, found, __ATOMIC_RELAXED);         \
  }

typedef void (*action)(void *);
typedef int (*trial)(void *);

#define LOCKS(name)                                           \
  void name(void *lock) {                                     \
    NEXT(action, #name)                                       \
    found(lock);                                              \
    acquired(lock);                                           \
  }
#define TRIES(name)                                           \
  int name(void *lock) {                                      \
    NEXT(trial, #name)                                        \
    int outcome = found(lock);                                \
    if (outcome) acquired(lock);                              \
    return outcome;                                           \
  }
#define UNLOCKS(name)                                         \
  void name(void *lock) {                                     \
    NEXT(action, #name)                                       \
    releasing(lock);                                          \
    found(lock);                                              \
  }

LOCKS(g_mutex_lock)
TRIES(g_mutex_trylock)
UNLOCKS(g_mutex_unlock)
LOCKS(g_rec_mutex_lock)
TRIES(g_rec_mutex_trylock)
UNLOCKS(g_rec_mutex_unlock)
LOCKS(g_rw_lock_reader_lock)
TRIES(g_rw_lock_reader_trylock)
UNLOCKS(g_rw_lock_reader_unlock)
LOCKS(g_rw_lock_writer_lock)
TRIES(g_rw_lock_writer_trylock)
UNLOCKS(g_rw_lock_writer_unlock)

// Waiting for a condition gives the lock away and takes it again.
void g_cond_wait(void *condition, void *lock) {
  typedef void (*wait)(void *, void *);
  NEXT(wait, "g_cond_wait")
  releasing(lock);
  found(condition, lock);
  acquired(lock);
}

int g_cond_wait_until(void *condition, void *lock, int64_t deadline) {
  typedef int (*wait)(void *, void *, int64_t);
  NEXT(wait, "g_cond_wait_until")
  releasing(lock);
  int outcome = found(condition, lock, deadline);
  acquired(lock);
  return outcome;
}

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(): what a Mutex calls when it is wanted twice.
typedef __attribute__((swiftcall)) void (*slowLock)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*slowUnlock)(__attribute__((swift_context)) void *);

__attribute__((swiftcall)) void mutexLockSlow(uint32_t thread, __attribute__((swift_context)) void *lock)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
__attribute__((swiftcall)) void mutexUnlockSlow(__attribute__((swift_context)) void *lock)
    __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

__attribute__((swiftcall)) void mutexLockSlow(uint32_t thread, __attribute__((swift_context)) void *lock) {
  NEXT(slowLock, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF")
  found(thread, lock);
  acquired(lock);
}

__attribute__((swiftcall)) void mutexUnlockSlow(__attribute__((swift_context)) void *lock) {
  NEXT(slowUnlock, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF")
  releasing(lock);
  found(lock);
}

// Continuations: Swift's runtime tells the sanitizer of one that is resumed after its task waits, and not of one that is
// resumed before. Both name the task, which takes what the resuming thread did once it comes to wait.
typedef __attribute__((swiftcall)) void (*resume)(void *task);
typedef __attribute__((swiftcall)) void (*resumeWithError)(void *task, void *error);
typedef __attribute__((swiftasynccall)) void (*await)(void *context);
__attribute__((swiftcall)) void *swift_task_getCurrent(void) __attribute__((weak));

__attribute__((swiftcall)) void swift_continuation_resume(void *task) {
  NEXT(resume, "swift_continuation_resume")
  releasing(task);
  found(task);
}

__attribute__((swiftcall)) void swift_continuation_throwingResume(void *task) {
  NEXT(resume, "swift_continuation_throwingResume")
  releasing(task);
  found(task);
}

__attribute__((swiftcall)) void swift_continuation_throwingResumeWithError(void *task, void *error) {
  NEXT(resumeWithError, "swift_continuation_throwingResumeWithError")
  releasing(task);
  found(task, error);
}

__attribute__((swiftasynccall)) void swift_continuation_await(void *context) {
  NEXT(await, "swift_continuation_await")
  if (swift_task_getCurrent) acquired(swift_task_getCurrent());
  __attribute__((musttail)) return found(context);
}
