import Glibc
import MediaIsolation

// A worker that tries what its arguments say, closed in as media is, and ends with the `errno`, or with 0 where it may.

guard let (worker, words) = Worker.inherited(CommandLine.arguments), let action = words.first else { exit(200) }
guard let report = try? worker.close(), report.landlock > 0, report.filtersCalls else { exit(201) }
let argument = words.count > 1 ? words[1] : ""

/// The `errno` of a call that returned `result`.
func outcome(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

/// Opens the argument, in the way that `flags` say.
func opened(_ flags: Int32) -> Int32 { unsafe outcome(open(argument, flags, 0o600)) }

/// Uses so many bytes, where it `touches` them, or only asks for them.
func take(_ bytes: Int, touches: Bool) -> Int32 {
  var left = bytes
  while left > 0 {
    let block = min(left, 16 << 20)
    guard let memory = unsafe malloc(block) else { return ENOMEM }
    if touches { unsafe memset(memory, 1, block) }
    left -= block
  }
  return 0
}

switch action {
case "read": exit(opened(O_RDONLY))
case "list": exit(opened(O_RDONLY | O_DIRECTORY))
case "write": exit(opened(O_WRONLY))
case "create": exit(opened(O_WRONLY | O_CREAT | O_EXCL))
case "truncate": exit(unsafe outcome(truncate(argument, 0)))
case "remove": exit(unsafe outcome(unlink(argument)))
case "folder": exit(unsafe outcome(mkdir(argument, 0o700)))
case "link": exit(unsafe outcome(symlink("/etc/passwd", argument)))
case "mode": exit(unsafe outcome(chmod(argument, 0o777)))
case "socket": exit(outcome(socket(Int32(argument) ?? 0, Int32(SOCK_STREAM.rawValue), 0)))
case "pair":
  var ends: [Int32] = [0, 0]
  exit(unsafe outcome(socketpair(AF_UNIX, Int32(argument) ?? 0, 0, &ends)))
case "signal": exit(outcome(kill(getppid(), 0)))
case "environment":
  // Only the process's own memory; the file of the parent's environment can be opened, but not read.
  let file = unsafe open("/proc/\(getppid())/environ", O_RDONLY)
  var byte: UInt8 = 0
  guard file >= 0, unsafe read(file, &byte, 1) >= 0 else { exit(errno) }
  exit(0)
case "execute":
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
  exit(unsafe outcome(execv("/usr/bin/true", &arguments)))
case "spawn":
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
  var number: pid_t = 0
  exit(unsafe posix_spawn(&number, "/usr/bin/true", nil, nil, &arguments, environ))
case "thread": exit(Threads.started())
case "thread-state": exit(Threads.stateOpened())
case "shared": exit(outcome(shmget(1, 4_096, Int32(IPC_CREAT) | 0o600)))
case "take": exit(take(Int(argument) ?? 0, touches: true))
case "ask": exit(take(Int(argument) ?? 0, touches: false))
case "dump":
  var limit = rlimit()
  exit(unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_max == 0 ? 0 : 1)
case "wait": pause()
case "spin":
  while getppid() != 0 {}
case "crash": abort()
case "hand-over": exit(worker.handOver())
default: exit(202)
}
