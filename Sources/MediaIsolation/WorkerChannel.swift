import Glibc

// SAFETY: the kernel gets the size of the array's rest, and keeps no pointer.

/// One end of the sockets between a program and its worker: the worker asks that what it has written be given its name, and
/// is answered with an `errno`.
///
/// Threads: one at a time.
final class WorkerChannel: Sendable {
  let descriptor: Int32

  /// The worker's question.
  private static let question: UInt8 = 1

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Asks, and returns the answer: 0, or an `errno`.
  func ask() -> Int32 {
    guard send([Self.question]), let answer = receiveNumber() else { return EPIPE }
    return answer
  }

  /// Whether the worker asks; false where it has ended, or says what is no question.
  func isAsked() -> Bool { receive(1) == [Self.question] }

  /// Answers with `error`. A worker that does not read its answers is not waited for.
  func answer(_ error: Int32) { _ = send(Self.bytes(error), Int32(MSG_DONTWAIT)) }

  private static func bytes(_ number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func receiveNumber() -> Int32? {
    receive(4).map { $0.reversed().reduce(0) { $0 << 8 | Int32($1) } }
  }

  private func send(_ bytes: [UInt8], _ flags: Int32 = 0) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes { rest in
        unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, flags | Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { return false }
      done += max(0, count)
    }
    return true
  }

  /// Exactly `count` bytes; nil where the other end is closed before the last.
  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes[done...].withUnsafeMutableBytes { rest in
        unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
      }
      guard got > 0 || (got < 0 && errno == EINTR) else { return nil }
      done += max(0, got)
    }
    return bytes
  }
}
