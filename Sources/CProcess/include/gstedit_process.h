/// A process of its own for a plug-in, and memory that it shares with the program: what Swift cannot call, because it is
/// made of C's macros and variable arguments, or must not be done amid Swift's threads.
#ifndef GSTEDIT_PROCESS_H
#define GSTEDIT_PROCESS_H

#include <stddef.h>
#include <stdint.h>

/// Where a process that `gstedit_process_start` started finds what it shares with the process that started it.
enum {
  GSTEDIT_PROCESS_SOCKET = 3,   ///< one end of a connected pair of stream sockets
  GSTEDIT_PROCESS_SOURCES = 4,  ///< memory that the program writes
  GSTEDIT_PROCESS_PICTURES = 5, ///< memory that the process writes
};

/// Starts `program` with the arguments `mode` and `path`. It has the descriptors above, standard error in the place of
/// standard output too, nothing to read on standard input, no other descriptors, no terminal, and every signal as it is by
/// default. `socket` becomes the other end, on which no send or receive takes longer than `seconds`.
///
/// Returns the number of the process, which is to be waited for, or an `errno` as a negative number.
int32_t gstedit_process_start(const char *program, const char *mode, const char *path, int32_t sources,
                              int32_t pictures, int32_t seconds, int32_t *socket);

/// For the process that was started: it is killed when the thread that started it ends, a crash ends it at once without a
/// trace, and the descriptors above go to none of its own children.
void gstedit_process_settle(void);

/// 1 once process `number` has ended, of whatever; it is still to be waited for.
int32_t gstedit_process_has_ended(int32_t number);

/// Ends process `number`, unless it has ended by itself, and waits for it: `signal` is what killed it, else 0, and `status`
/// what it ended with. Afterwards there is nothing left of it.
void gstedit_process_end(int32_t number, int32_t *signal, int32_t *status);

/// The name of a signal without its "SIG", and what it means; NULL where there is no such signal.
const char *gstedit_signal_name(int32_t signal);
const char *gstedit_signal_meaning(int32_t signal);

/// Waits until `socket` has something to read or its other end is closed: 1, or 0 once `milliseconds` have passed.
int32_t gstedit_process_readable(int32_t socket, int32_t milliseconds);

/// A descriptor of memory of no size yet, which can grow and never shrink; or an `errno` as a negative number.
int32_t gstedit_memory_create(const char *name);

/// `length` bytes of the memory from `offset` on, a multiple of the page size; NULL where it has not got them.
void *gstedit_memory_map(int32_t memory, int64_t offset, size_t length, int32_t is_writable);

#endif
