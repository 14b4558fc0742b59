#include "gstedit_start.h"

#include <stddef.h>
#include <sys/resource.h>

static int count;
static char **arguments;

#ifdef __GLIBC__
// glibc calls what is to run before `main` as it calls `main`.
__attribute__((constructor)) static void keep(int argument_count, char **all) {
  count = argument_count;
  arguments = all;
}
#endif

int32_t gstedit_start_argument_count(void) { return count; }

const char *gstedit_start_argument(int32_t index) { return index >= 0 && index < count ? arguments[index] : NULL; }

void gstedit_start_allow_files(uint64_t files) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= files) return;
  limit.rlim_cur = limit.rlim_max < files ? limit.rlim_max : files;
  setrlimit(RLIMIT_NOFILE, &limit);
}
