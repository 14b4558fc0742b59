#define _GNU_SOURCE
#include "gstedit_process.h"

#include "gstedit_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/// Starts the program with `socket` as its end of the pair.
static int spawn(const char *program, char *const arguments[], int socket, int sources, int pictures, pid_t *process) {
  const struct gstedit_placement placed[] = {
      {-1, STDIN_FILENO},
      {STDERR_FILENO, STDOUT_FILENO},
      {socket, GSTEDIT_PROCESS_SOCKET},
      {sources, GSTEDIT_PROCESS_SOURCES},
      {pictures, GSTEDIT_PROCESS_PICTURES},
  };
  sigset_t all;
  sigfillset(&all);
  return gstedit_spawn(program, arguments, environ, placed, sizeof placed / sizeof *placed, &all, process);
}

int32_t gstedit_process_start(const char *program, const char *mode, const char *path, int32_t sources,
                              int32_t pictures, int32_t seconds, int32_t *socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  int theirs = gstedit_raised(ends[1]);
  if (theirs < 0) {
    close(ends[0]);
    return theirs;
  }
  char *const arguments[] = {"gstedit", (char *)mode, (char *)path, NULL};
  pid_t process = 0;
  int error = spawn(program, arguments, theirs, sources, pictures, &process);
  close(theirs);
  if (error) {
    close(ends[0]);
    return -error;
  }
  struct timeval limit = {.tv_sec = seconds};
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  *socket = ends[0];
  return process;
}

void gstedit_process_settle(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The language's runtime would take seconds over a crash, and go on after a signal that was merely raised.
  static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (int descriptor = GSTEDIT_PROCESS_SOCKET; descriptor <= GSTEDIT_PROCESS_PICTURES; descriptor++)
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

int32_t gstedit_process_has_ended(int32_t number) {
  siginfo_t how = {0};
  return waitid(P_PID, (id_t)number, &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid == number;
}

void gstedit_process_end(int32_t number, int32_t *signal, int32_t *status) {
  // A process that is ending keeps the reason that it has.
  kill(number, SIGKILL);
  int how = 0;
  while (waitpid(number, &how, 0) < 0 && errno == EINTR)
    ;
  *signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
  *status = WIFEXITED(how) ? WEXITSTATUS(how) : 0;
}

const char *gstedit_signal_name(int32_t signal) { return sigabbrev_np(signal); }

const char *gstedit_signal_meaning(int32_t signal) { return sigdescr_np(signal); }

int32_t gstedit_process_readable(int32_t socket, int32_t milliseconds) {
  struct pollfd wait = {.fd = socket, .events = POLLIN};
  return poll(&wait, 1, milliseconds) > 0;
}

int32_t gstedit_memory_create(const char *name) {
  int memory = gstedit_raised(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // A process that reads shared memory beyond an end cut off by another process is killed.
  if (memory >= 0) fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK);
  return memory;
}

void *gstedit_memory_map(int32_t memory, int64_t offset, size_t length, int32_t is_writable) {
  struct stat state;
  if (offset < 0 || fstat(memory, &state) != 0 || offset > state.st_size ||
      length > (uint64_t)(state.st_size - offset))
    return NULL;
  void *start = mmap(NULL, length, is_writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, memory, offset);
  return start == MAP_FAILED ? NULL : start;
}
