import Glibc

/// What the system says about a thread, asked for as Dispatch does: by the thread's number alone.
enum ThreadState {
  /// The `errno` with which another thread than the first opens it, or 0.
  static func outcome() -> Int32 {
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in exit(ThreadState.opened()) }, nil)
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
