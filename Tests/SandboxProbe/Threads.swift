import Glibc

/// What a process that is closed in can do with threads. A closure that is written in the main file belongs to the main thread, and
/// traps on another.
enum Threads {
  /// The error with which a thread starts and ends, or 0.
  static func started() -> Int32 {
    var thread = pthread_t()
    let failure = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    return failure == 0 ? pthread_join(thread, nil) : failure
  }

  /// The `errno` with which another thread than the first opens what the system says of it, or 0: by the thread's number alone, as
  /// Dispatch does.
  static func stateOpened() -> Int32 {
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in exit(Threads.opened()) }, nil)
    while true { pause() }
  }

  private static func opened() -> Int32 {
    var link = [CChar](repeating: 0, count: 64)
    let count = unsafe readlink("/proc/thread-self", &link, link.count)
    let text = String(decoding: link.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    let file = unsafe open("/proc/\(text.split(separator: "/").last ?? "?")/stat", O_RDONLY)
    return file < 0 ? errno : 0
  }
}
