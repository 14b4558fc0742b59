import Foundation
import NIOCore
import NIOPosix

/// Requests of HTTP/1.1 to a program on this machine, each over a connection of its own.
///
/// `URLSession` does not take the headers that chromedriver answers with.
enum PlainHTTP {
  /// What is not an answer.
  struct Failure: Error {
    let answer: String
  }

  /// Sends a request; returns the answer's status and body.
  static func send(_ method: String, port: Int, path: String, json: String?) async throws -> (status: Int, body: Data) {
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let body = json ?? ""
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      Connection: close\r
      \r

      """
    let bytes = try await connection.executeThenClose { incoming, outgoing in
      try await outgoing.write(ByteBuffer(string: head + body))
      var bytes: [UInt8] = []
      for try await part in incoming {
        bytes += part.readableBytesView
        if let answer = Self.answer(in: bytes), answer.isWhole { break }
      }
      return bytes
    }
    guard let answer = answer(in: bytes), answer.isWhole else {
      throw Failure(answer: String(decoding: bytes.prefix(400), as: UTF8.self))
    }
    return (answer.status, Data(bytes[answer.start...]))
  }

  private struct Answer {
    let status: Int
    let start: Int
    let isWhole: Bool
  }

  /// What `bytes` begin with, once the header is there: chromedriver says how long its answers are.
  private static func answer(in bytes: [UInt8]) -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    // The header is short.
    guard let place = bytes.prefix(4_000).indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
    let head = String(decoding: bytes[..<place], as: UTF8.self)
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap({ Int($0.1) })
    else { return nil }
    let start = place + end.count
    return Answer(status: status, start: start, isWhole: bytes.count >= start + length)
  }
}
