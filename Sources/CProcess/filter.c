#define _GNU_SOURCE
#include "gstedit_sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define PROCESSOR AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define PROCESSOR AUDIT_ARCH_RISCV64
#endif

// Calls that are newer than the headers of old systems; their numbers are the same for all processors.
enum {
  CALL_PIDFD_SEND_SIGNAL = 424,
  CALL_IO_URING_SETUP = 425,
  CALL_IO_URING_ENTER = 426,
  CALL_IO_URING_REGISTER = 427,
  CALL_OPEN_TREE = 428,
  CALL_MOVE_MOUNT = 429,
  CALL_FSOPEN = 430,
  CALL_FSPICK = 433,
  CALL_PIDFD_OPEN = 434,
  CALL_CLONE3 = 435,
  CALL_PIDFD_GETFD = 438,
  CALL_PROCESS_MADVISE = 440,
  CALL_MOUNT_SETATTR = 442,
  CALL_QUOTACTL_FD = 443,
  CALL_MEMFD_SECRET = 447,
  CALL_FCHMODAT2 = 452,
  CALL_SETXATTRAT = 463,
  CALL_REMOVEXATTRAT = 466,
  CALL_FILE_SETATTR = 469,
};

/// What no thread of the process may call. An element that tries gets an error, as from a kernel that does not allow it.
static const int refused[] = {
    // Other programs, and the network.
    SYS_execve, SYS_execveat, SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // Queues of calls that no filter sees.
    CALL_IO_URING_SETUP, CALL_IO_URING_ENTER, CALL_IO_URING_REGISTER,
    // Other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, CALL_PIDFD_OPEN, CALL_PIDFD_GETFD, CALL_PIDFD_SEND_SIGNAL, CALL_PROCESS_MADVISE,
    SYS_migrate_pages, SYS_move_pages, SYS_ioprio_set, SYS_setpgid, SYS_setns, SYS_unshare,
    // Memory that belongs to no process, and so is not counted.
    SYS_memfd_create, CALL_MEMFD_SECRET, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semctl, SYS_msgget,
    SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
    // What files are like, which Landlock does not guard.
    SYS_fchmodat, CALL_FCHMODAT2, SYS_fchownat, SYS_fchown, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
    SYS_lremovexattr, SYS_fremovexattr, CALL_SETXATTRAT, CALL_REMOVEXATTRAT, CALL_FILE_SETATTR, SYS_utimensat,
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_fanotify_init, SYS_inotify_init1, SYS_quotactl, CALL_QUOTACTL_FD,
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_fork, SYS_vfork, SYS_inotify_init,
    SYS_modify_ldt, SYS_ioperm, SYS_iopl,
#endif
    // The system.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, CALL_OPEN_TREE, CALL_MOVE_MOUNT, CALL_FSOPEN, CALL_FSPICK,
    CALL_MOUNT_SETATTR, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
    SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
    SYS_personality, SYS_vhangup,
};

#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
/// The lower half of an argument.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARGUMENT(index) (FIELD(args) + 8 * (index))
#else
#define ARGUMENT(index) (FIELD(args) + 8 * (index) + 4)
#endif
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
/// Skips the next `count` statements unless what is loaded is `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (count))

// A jump skips at most this number of instructions.
_Static_assert(sizeof refused / sizeof *refused < 256, "the list is too long for one jump");

int32_t gstedit_sandbox_filter(void) {
#ifndef PROCESSOR
  return -ENOSYS;
#else
  uint32_t self = (uint32_t)getpid();
  struct sock_filter statements[64 + sizeof refused / sizeof *refused] = {
      // Calls by the numbers of another processor would pass for others.
      LOAD(FIELD(arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL), LOAD(FIELD(nr)),
#ifdef __x86_64__
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE(ENOSYS),
#endif
      // Threads are started, processes are not. The flags of the newer call cannot be seen: C's library then takes the older.
      UNLESS(CALL_CLONE3, 1), REFUSE(ENOSYS),
      UNLESS(SYS_clone, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), REFUSE(EPERM),
      ALLOW,
      // Signals go to the process itself.
      UNLESS(SYS_kill, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0), REFUSE(EPERM), ALLOW,
      UNLESS(SYS_tgkill, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0), REFUSE(EPERM), ALLOW,
      // Pairs of sockets are streams: a datagram would go from one of a pair to any other socket of the system.
      UNLESS(SYS_socketpair, 7), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 3),
      LOAD(ARGUMENT(1)), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0), REFUSE(EPERM), ALLOW,
      // It does not outlive the program.
      UNLESS(SYS_prctl, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 0, 1),
      REFUSE(EPERM), ALLOW,
      // Priorities are those of its threads.
      UNLESS(SYS_setpriority, 6), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 0, 2),
      LOAD(ARGUMENT(1)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), REFUSE(EPERM), ALLOW,
      // Limits are its own.
      UNLESS(SYS_prlimit64, 5), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0), REFUSE(EPERM), ALLOW,
      // Nothing is typed into the terminal.
      UNLESS(SYS_ioctl, 5), LOAD(ARGUMENT(1)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1), REFUSE(EPERM), ALLOW,
  };
  size_t count = 0;
  while (statements[count].code || statements[count].k) count++;
  size_t left = sizeof refused / sizeof *refused;
  for (const int *call = refused; left > 0; call++, left--)
    statements[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)*call, (uint8_t)left, 0);
  statements[count++] = (struct sock_filter)ALLOW;
  statements[count++] = (struct sock_filter)REFUSE(EPERM);
  struct sock_fprog program = {.len = (unsigned short)count, .filter = statements};
  // A thread that cannot have the filter would be named by a positive number.
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return result == 0 ? 0 : result < 0 ? -errno : -EBUSY;
#endif
}
