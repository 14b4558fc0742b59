// How a program is started with descriptors of its own.
#ifndef GSTEDIT_SPAWN_H
#define GSTEDIT_SPAWN_H

#include <signal.h>
#include <sys/types.h>

/// A descriptor, and the number that the new process has it by; nothing to read from (`/dev/null`) where `from` is
/// negative.
struct gstedit_placement {
  int from;
  int to;
};

/// `descriptor` by a number that is out of the way of those that a new process gets; a negative `errno` where there is
/// none left. `descriptor` is closed.
int gstedit_raised(int descriptor);

/// Starts `program` as the first of a session of its own, with the `count` descriptors of `placed` and none above the last
/// of them, no signal blocked, and the signals of `restored` as a program finds them. Returns 0 or an `errno`.
int gstedit_spawn(const char *program, char *const arguments[], char *const environment[],
                  const struct gstedit_placement placed[], int count, const sigset_t *restored, pid_t *process);

#endif
