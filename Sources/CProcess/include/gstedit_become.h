#ifndef GSTEDIT_BECOME_H
#define GSTEDIT_BECOME_H

/// Lets the process go on as the program at `path`, called with `count` `arguments`, its name first. Signals are what they are for a new
/// program. Returns an `errno` where that fails; else not at all.
int gstedit_become(const char *path, const char *const *arguments, int count);

#endif
