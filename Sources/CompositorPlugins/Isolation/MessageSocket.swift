import CProcess
import FoundationEssentials
import Glibc
import Synchronization

// SAFETY: the kernel gets the size of the array's rest, and keeps no pointer.

/// Messages between a program and the process of a plug-in: JSON, each after its length in four bytes.
///
/// Threads: any may send; one at a time receives.
final class MessageSocket: Sendable {
  private let descriptor: Int32
  private let sending = Mutex(())

  /// A malformed message, or one that cannot be sent.
  struct Fault: Error {}

  /// No message is longer; a length beyond that is none.
  private static let longest = 64 << 20

  /// The socket `descriptor`, which is closed when this is released.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends `message`.
  ///
  /// - Throws: where the other end is closed, or does not receive it in time.
  func send(_ message: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    let body = try encoder.encode(message)
    var bytes = Self.header(body.count)
    bytes += body
    try sending.withLock { _ in try write(bytes) }
  }

  /// The next message.
  ///
  /// - Returns: nil where the other end is closed.
  /// - Throws: `Fault` and `DecodingError`: what comes is no message.
  func receive<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    guard let header = try read(4) else { return nil }
    let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (1...Self.longest).contains(count) else { throw Fault() }
    guard let body = try read(count) else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    return try decoder.decode(type, from: Data(body))
  }

  /// Whether there is something to receive, or the other end is closed, within `milliseconds`.
  func isReadable(within milliseconds: Int32) -> Bool {
    gstedit_process_readable(descriptor, milliseconds) != 0
  }

  /// Sends nothing any more: the other side receives what was sent, then the end.
  func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  private static func header(_ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  private func write(_ bytes: [UInt8]) throws {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes { rest in
        unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { throw Fault() }
      done += max(0, count)
    }
  }

  /// Exactly `count` bytes; nil where the other end is closed before the last.
  private func read(_ count: Int) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes[done...].withUnsafeMutableBytes { rest in
        unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
      }
      if got == 0 || (got < 0 && errno == ECONNRESET) { return nil }
      guard got > 0 || errno == EINTR else { throw Fault() }
      done += max(0, got)
    }
    return bytes
  }
}
