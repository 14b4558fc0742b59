import Foundation
import Glibc
import Synchronization

/// A local HTTP server that gives one film to every client, and 404 for "none.mp4".
final class FilmServer: Sendable {
  private let descriptor: Int32
  private let port: UInt16
  private let log = Log()

  private final class Log: Sendable {
    let heads = Mutex<[String]>([])
  }

  /// What it was asked, the heads of requests.
  var heads: [String] { log.heads.withLock { $0 } }

  /// A server of `bytes`, at a port that is free.
  init(_ bytes: Data) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [descriptor, log] in
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        Self.answer(on: connection, with: bytes, log)
        close(connection)
      }
    }
  }

  deinit {
    // A thread that waits for a connection wakes up.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Where it has the film called `name`.
  func url(_ name: String) -> URL {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.port, parts.path) = ("http", "127.0.0.1", Int(port), "/\(name)")
    return parts.url ?? URL(filePath: "/\(name)")
  }

  private static func answer(on connection: Int32, with bytes: Data, _ log: Log) {
    var head = ""
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !head.contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      head += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    log.heads.withLock { $0.append(head) }
    let isThere = !head.contains("none.mp4")
    let fields = "Content-Type: video/mp4\r\nContent-Length: \(isThere ? bytes.count : 0)\r\nConnection: close\r\n\r\n"
    send(Data("HTTP/1.1 \(isThere ? "200 OK" : "404 Not Found")\r\n\(fields)".utf8), to: connection)
    if isThere { send(bytes, to: connection) }
  }

  private static func send(_ bytes: Data, to connection: Int32) {
    var rest = [UInt8](bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
