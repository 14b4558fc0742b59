#define _GNU_SOURCE
#include "gstedit_sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's numbers, which are the same for all processors, and stand in the kernel's headers only from 5.13 on.
enum { LANDLOCK_CREATE_RULESET = 444, LANDLOCK_ADD_RULE = 445, LANDLOCK_RESTRICT_SELF = 446 };
enum { LANDLOCK_VERSION_FLAG = 1, LANDLOCK_PATH_BENEATH = 1 };

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_FILE = 1 << 5,
  MAKE_REG = 1 << 8,
  UP_TO_VERSION_1 = (1 << 13) - 1, // all of the above, and folders, links, devices, pipes and sockets
  REFER = 1 << 13,                 // version 2: files change folders
  TRUNCATE = 1 << 14,              // version 3
  IOCTL_DEV = 1 << 15,             // version 5
};
enum { BIND_TCP = 1, CONNECT_TCP = 2 };     // version 4
enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2 }; // version 6: those of processes outside

struct ruleset {
  uint64_t files, network, scoped;
};

struct path_rule {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

static uint64_t known_rights(int32_t version) {
  uint64_t rights = UP_TO_VERSION_1;
  if (version >= 2) rights |= REFER;
  if (version >= 3) rights |= TRUNCATE;
  if (version >= 5) rights |= IOCTL_DEV;
  return rights;
}

/// Keeps of the superuser's privileges those to reach files that belong to others.
static int32_t drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &header, sets) != 0) return -errno;
  uint32_t kept = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;
  for (int i = 0; i < 2; i++) {
    uint32_t mask = i == 0 ? kept : 0;
    sets[i].permitted &= mask;
    sets[i].effective &= mask;
    sets[i].inheritable = 0;
  }
  return syscall(SYS_capset, &header, sets) == 0 ? 0 : -errno;
}

int32_t gstedit_sandbox_settle(int32_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -errno;
  // A parent that has ended already sends nothing.
  if (getppid() != parent) return -ESRCH;
  static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -errno;
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return -errno;
  files.rlim_max = files.rlim_cur;
  if (setrlimit(RLIMIT_NOFILE, &files) != 0) return -errno;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  return drop_capabilities();
}

int32_t gstedit_sandbox_threads(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return -errno;
  int32_t count = 0;
  for (struct dirent *entry; (entry = readdir(folder));)
    if (entry->d_name[0] != '.') count++;
  closedir(folder);
  return count;
}

int32_t gstedit_sandbox_landlock_version(void) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, (size_t)0, LANDLOCK_VERSION_FLAG);
  return version < 0 ? -errno : (int32_t)version;
}

int32_t gstedit_sandbox_rules(int32_t version) {
  struct ruleset handled = {.files = known_rights(version)};
  size_t size = offsetof(struct ruleset, network);
  if (version >= 4) {
    handled.network = BIND_TCP | CONNECT_TCP;
    size = offsetof(struct ruleset, scoped);
  }
  if (version >= 6) {
    handled.scoped = ABSTRACT_SOCKETS | SIGNALS;
    size = sizeof handled;
  }
  long rules = syscall(LANDLOCK_CREATE_RULESET, &handled, size, 0);
  return rules < 0 ? -errno : (int32_t)rules;
}

int32_t gstedit_sandbox_allow(int32_t rules, int32_t version, const char *path, int32_t what) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return -errno;
  struct stat state;
  int error = fstat(file, &state) == 0 ? 0 : errno;
  uint64_t rights = READ_FILE;
  int is_folder = S_ISDIR(state.st_mode);
  switch (what) {
  case GSTEDIT_ALLOW_READING_FILE:
    // A rule for a folder would hold for all that lies below.
    if (!error && is_folder) error = EISDIR;
    break;
  case GSTEDIT_ALLOW_READING_FOLDER:
    if (is_folder) rights |= READ_DIR;
    break;
  case GSTEDIT_ALLOW_READING_BELOW: break;
  case GSTEDIT_ALLOW_LISTING_FOLDER:
    if (!error && !is_folder) error = ENOTDIR;
    rights = READ_DIR;
    break;
  case GSTEDIT_ALLOW_WRITING_FOLDER:
    if (!error && !is_folder) error = ENOTDIR;
    rights |= READ_DIR | WRITE_FILE | REMOVE_FILE | MAKE_REG | TRUNCATE;
    break;
  case GSTEDIT_ALLOW_DEVICE:
    if (!error && !S_ISCHR(state.st_mode)) error = ENODEV;
    rights |= WRITE_FILE | TRUNCATE | IOCTL_DEV;
    break;
  default: error = EINVAL;
  }
  if (!error) {
    struct path_rule rule = {.allowed = rights & known_rights(version), .parent = file};
    if (syscall(LANDLOCK_ADD_RULE, rules, LANDLOCK_PATH_BENEATH, &rule, 0) != 0) error = errno;
  }
  close(file);
  return -error;
}

int32_t gstedit_sandbox_enforce(int32_t rules) {
  int32_t result = syscall(LANDLOCK_RESTRICT_SELF, rules, 0) == 0 ? 0 : -errno;
  close(rules);
  return result;
}

int32_t gstedit_sandbox_limit_data(int64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return -errno;
  // A limit that is there already is never raised.
  if (limit.rlim_max < (rlim_t)bytes) bytes = (int64_t)limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = (rlim_t)bytes;
  return setrlimit(RLIMIT_DATA, &limit) == 0 ? 0 : -errno;
}
