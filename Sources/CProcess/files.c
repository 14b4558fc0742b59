#include "gstedit_files.h"

#include <sys/vfs.h>

uint32_t gstedit_files_system(const char *path) {
  struct statfs system;
  return statfs(path, &system) == 0 ? (uint32_t)system.f_type : 0;
}
