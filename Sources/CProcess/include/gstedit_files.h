/// What file systems are: what Swift's view of C's library has not got.
#ifndef GSTEDIT_FILES_H
#define GSTEDIT_FILES_H

#include <stdint.h>

/// The kind of file system that the file or folder at `path` is on, by its number (`statfs(2)`); 0 where that is not known.
uint32_t gstedit_files_system(const char *path);

#endif
