/// How the process was started: what Swift takes from /proc, which need not be there.
#ifndef GSTEDIT_START_H
#define GSTEDIT_START_H

#include <stdint.h>

/// How many arguments the process was started with, its name among them; 0 where C's library does not tell (only glibc does).
int32_t gstedit_start_argument_count(void);

/// The argument number `index`; NULL where there is none.
const char *gstedit_start_argument(int32_t index);

/// Lets the process have `files` files open, or as many as it may have.
void gstedit_start_allow_files(uint64_t files);

/// Lets the process go on as the program at `path`, called with `count` `arguments`, its name first. Signals are what they are for a new
/// program. Returns an `errno` where that fails; else not at all.
int gstedit_start_become(const char *path, const char *const *arguments, int count);

#endif
