#include "gstedit_start.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int gstedit_start_become(const char *path, const char *const *arguments, int count) {
  char **copy = calloc((size_t)count + 1, sizeof *copy);
  if (!copy) return ENOMEM;
  for (int index = 0; index < count; index++) copy[index] = (char *)arguments[index];
  // What is ignored stays so in the new program, and what is blocked too.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(path, copy);
  int error = errno;
  free(copy);
  return error;
}
