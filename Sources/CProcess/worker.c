#define _GNU_SOURCE
#include "gstedit_worker.h"

#include "gstedit_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/// Starts the program with `socket` as its end of the pair.
static int spawn(const char *program, char *const arguments[], char *const environment[], int input, int orders,
                 int socket, pid_t *process) {
  const struct gstedit_placement placed[] = {
      {input, STDIN_FILENO},
      {socket, GSTEDIT_WORKER_SOCKET},
      {orders, GSTEDIT_WORKER_ORDERS},
  };
  sigset_t restored;
  sigfillset(&restored);
  // `nohup` lets its child outlive the terminal.
  sigdelset(&restored, SIGHUP);
  return gstedit_spawn(program, arguments, environment, placed, sizeof placed / sizeof *placed, &restored, process);
}

int32_t gstedit_worker_start(const char *program, char *const arguments[], char *const environment[], int32_t input,
                             int32_t orders, int32_t *socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  int theirs = gstedit_raised(ends[1]);
  if (theirs < 0) {
    close(ends[0]);
    return theirs;
  }
  pid_t process = 0;
  int error = spawn(program, arguments, environment, input, orders, theirs, &process);
  close(theirs);
  if (error) {
    close(ends[0]);
    return -error;
  }
  *socket = ends[0];
  return process;
}

int32_t gstedit_worker_hold_signals(void) {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  struct sigaction hangup;
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&held, SIGHUP);
  int error = pthread_sigmask(SIG_BLOCK, &held, NULL);
  if (error) return -error;
  // An ignored signal would be dropped although it is held back: a script has its background ignore Ctrl-C.
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  int signals = signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
  return signals < 0 ? -errno : signals;
}

int32_t gstedit_worker_next_signal(int32_t signals) {
  struct signalfd_siginfo signal;
  return read(signals, &signal, sizeof signal) == sizeof signal ? (int32_t)signal.ssi_signo : -EAGAIN;
}

int32_t gstedit_worker_wait(int32_t socket, int32_t signals, int32_t milliseconds) {
  struct pollfd wait[] = {{.fd = socket, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
  if (poll(wait, 2, milliseconds) <= 0) return 0;
  return (wait[0].revents ? 1 : 0) | (wait[1].revents ? 2 : 0);
}

int32_t gstedit_worker_hand_over(int32_t from, int32_t to, const char *name, int32_t replaces) {
  struct stat state;
  if (fstatat(from, name, &state, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
  // The worker may have made only files; what is anything else was not made by the work.
  if (!S_ISREG(state.st_mode)) return -EINVAL;
  if (replaces) {
    if (renameat(from, name, to, name) != 0) return -errno;
  } else if (renameat2(from, name, to, name, RENAME_NOREPLACE) != 0) {
    if (errno != EINVAL && errno != ENOSYS) return -errno;
    // Some file systems cannot do both at once: look, then rename.
    if (faccessat(to, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return -EEXIST;
    if (renameat(from, name, to, name) != 0) return -errno;
  }
  // Folders that cannot be synced by themselves, as on a network, fail with these.
  if (fsync(to) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) return -errno;
  return 0;
}
