/// A process that does the program's work in its place, and what the program does meanwhile: what Swift cannot call.
///
/// Each function returns 0 or more, or an `errno` as a negative number, unless it says otherwise.
#ifndef GSTEDIT_WORKER_H
#define GSTEDIT_WORKER_H

#include <stdint.h>

/// Where a worker finds what it shares with the program.
enum {
  GSTEDIT_WORKER_SOCKET = 3, ///< one end of a connected pair of stream sockets
  GSTEDIT_WORKER_ORDERS = 4, ///< memory with its orders
};

/// Starts `program`, which has the program's own standard output and standard error, `input` as standard input, the
/// descriptors above, no others, no terminal, and every signal as it is by default, unless it is ignored.
///
/// Returns the number of the process, which is to be waited for; `socket` becomes the other end.
int32_t gstedit_worker_start(const char *program, char *const arguments[], char *const environment[], int32_t input,
                             int32_t orders, int32_t *socket);

/// Holds back the signals that ask a program to end, for this thread and those that it starts; a descriptor to read them
/// from. A signal to hang up that is ignored stays so.
int32_t gstedit_worker_hold_signals(void);

/// The next signal that was held back.
int32_t gstedit_worker_next_signal(int32_t signals);

/// Waits for a message or a signal: 1 where `socket` has something to read or its other end is closed, plus 2 where there is
/// a signal; 0 once `milliseconds` have passed.
int32_t gstedit_worker_wait(int32_t socket, int32_t signals, int32_t milliseconds);

/// Gives the regular file `name` of the folder `from` the same name in `to`, where it replaces another file only if
/// `replaces`, and brings the name to the disk. The folders are descriptors.
int32_t gstedit_worker_hand_over(int32_t from, int32_t to, const char *name, int32_t replaces);

#endif
