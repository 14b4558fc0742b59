#define _GNU_SOURCE
#include "gstedit_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

/// Descriptors from here on are out of the way of those that a new process gets.
enum { FIRST_HIGH_DESCRIPTOR = 16 };

int gstedit_raised(int descriptor) {
  if (descriptor < 0) return -errno;
  int high = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_HIGH_DESCRIPTOR);
  int result = high < 0 ? -errno : high;
  close(descriptor);
  return result;
}

int gstedit_spawn(const char *program, char *const arguments[], char *const environment[],
                  const struct gstedit_placement placed[], int count, const sigset_t *restored, pid_t *process) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  int error = posix_spawn_file_actions_init(&files);
  if (error) return error;
  if ((error = posix_spawnattr_init(&attributes))) {
    posix_spawn_file_actions_destroy(&files);
    return error;
  }
  for (int index = 0; index < count && !error; index += 1)
    error = placed[index].from < 0
                ? posix_spawn_file_actions_addopen(&files, placed[index].to, "/dev/null", O_RDONLY, 0)
                : posix_spawn_file_actions_adddup2(&files, placed[index].from, placed[index].to);
  if (!error && !(error = posix_spawn_file_actions_addclosefrom_np(&files, placed[count - 1].to + 1)) &&
      !(error = posix_spawnattr_setsigdefault(&attributes, restored)) &&
      !(error = posix_spawnattr_setsigmask(&attributes, &none)) &&
      !(error = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID)))
    error = posix_spawn(process, program, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}
