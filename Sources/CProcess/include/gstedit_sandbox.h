/// What a process may no longer do once it is closed in: the system calls of Landlock and of seccomp, which C's library has
/// no functions for.
///
/// Each function returns 0 or more, or an `errno` as a negative number. Landlock holds for the calling thread and those it
/// starts from then on, so it is closed before there are others.
#ifndef GSTEDIT_SANDBOX_H
#define GSTEDIT_SANDBOX_H

#include <stdint.h>

/// What a rule allows.
enum {
  GSTEDIT_ALLOW_READING_FILE = 0,   ///< to read the file; nothing where the path is a folder's
  GSTEDIT_ALLOW_READING_FOLDER = 1, ///< to list the folder and to read all that lies below it
  GSTEDIT_ALLOW_WRITING_FOLDER = 2, ///< to make, read, write, rename and remove files in the folder, and nothing but files
  GSTEDIT_ALLOW_READING_BELOW = 3,  ///< to read all that lies below the folder, and not to list it
  GSTEDIT_ALLOW_LISTING_FOLDER = 5, ///< to list the folder and those below it, and to read nothing of them
  GSTEDIT_ALLOW_DEVICE = 4,         ///< to read and write the file, which has no content: /dev/null
};

/// Gives up what a process that reads media does not need: it is killed when `parent` ends, leaves no memory image behind,
/// a crash ends it at once, it never has more files open than now, it never gets privileges, and of the superuser's it keeps only those to reach files.
int32_t gstedit_sandbox_settle(int32_t parent);

/// How many threads the process has.
int32_t gstedit_sandbox_threads(void);

/// The version of Landlock that the kernel has (`landlock(7)`).
int32_t gstedit_sandbox_landlock_version(void);

/// A descriptor of rules of `version`, which allow nothing yet.
int32_t gstedit_sandbox_rules(int32_t version);

/// Adds a rule: `what` is allowed with `path`, as far as `version` supports it.
int32_t gstedit_sandbox_allow(int32_t rules, int32_t version, const char *path, int32_t what);

/// Puts `rules` into force, and closes the descriptor.
int32_t gstedit_sandbox_enforce(int32_t rules);

/// Refuses, for all threads, the system calls that reading media does without: new programs and processes, sockets, signals
/// to others, and whatever reaches into other processes or the system.
int32_t gstedit_sandbox_filter(void);

/// Lets the process have `bytes` of memory that it can write to, stacks included, whether it uses them or not.
int32_t gstedit_sandbox_limit_data(int64_t bytes);

#endif
