import NIOCore
import NIOPosix

/// One connection to a server on this machine, on which a test sends any bytes at any time.
///
/// Threads: one task.
final class WebConnection {
  private var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  /// What has come, and was not taken.
  private var kept = ByteBuffer()
  /// What has come of the body of the answer under way, without its chunks' frames.
  private var bodyBytes = ByteBuffer()
  private var form = BodyForm.none
  /// Whether anything was said on it.
  private var hasSpoken = false

  private enum BodyForm {
    case none
    case length(Int)
    /// In chunks: what is left of the one under way.
    case chunked(Int)
    case untilEnd
  }

  /// What is wrong with an answer.
  struct Malformed: Error {
    var what: String
  }

  private init(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    (parts, self.outbound) = (inbound.makeAsyncIterator(), outbound)
  }

  /// Opens a connection for `body`, and closes it behind it.
  ///
  /// On a machine that is busy the server's patience may be over before the first word. Then it is said on another connection, for a
  /// minute at most.
  static func open<Result: Sendable>(
    to port: Int, _ body: (WebConnection) async throws -> Result
  ) async throws -> Result {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      var opened: WebConnection?
      var found: Result?
      do {
        return try await channel.executeThenClose { inbound, outbound in
          let connection = WebConnection(inbound, outbound)
          opened = connection
          let result = try await body(connection)
          found = result
          return result
        }
      } catch {
        // A server that has ended the connection leaves nothing to close.
        if let found { return found }
        guard error is ChannelError, opened?.hasSpoken == false, ContinuousClock.now < end else { throw error }
      }
    }
  }

  // MARK: Saying

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
    hasSpoken = true
  }

  func send(_ request: WebRequest) async throws {
    try await send(request.head)
    if !request.body.isEmpty { try await send(request.body) }
  }

  /// Says that nothing more will come.
  func finish() { outbound.finish() }

  // MARK: Hearing

  /// The whole answer.
  func answer() async throws -> WebAnswer {
    var answer = try await head()
    while try await takePart() {}
    answer.body = bodyBytes.readBytes(length: bodyBytes.readableBytes) ?? []
    return answer
  }

  /// The head of the answer, whose body is to be read.
  func head() async throws -> WebAnswer {
    let status = try await line()
    guard status.hasPrefix("HTTP/1.1 "), let code = Int(status.dropFirst(9).prefix(3)) else {
      throw Malformed(what: "no status: \(status)")
    }
    var headers: [String: String] = [:]
    while case let line = try await line(), !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { throw Malformed(what: "no field: \(line)") }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmed
    }
    bodyBytes.clear()
    if headers["transfer-encoding"] == "chunked" {
      form = .chunked(0)
    } else if let length = headers["content-length"].flatMap({ Int($0) }) {
      form = .length(length)
    } else {
      form = code == 204 ? .none : .untilEnd
    }
    return WebAnswer(status: code, headers: headers)
  }

  /// The next `count` bytes of the body; nil where it ends before.
  func bytes(_ count: Int) async throws -> [UInt8]? {
    while bodyBytes.readableBytes < count { guard try await takePart() else { return nil } }
    return bodyBytes.readBytes(length: count)
  }

  /// The next event of a stream of server-sent events; nil where it ends.
  func event() async throws -> (name: String, data: String)? {
    var (name, data) = ("", "")
    while let line = try await bodyLine() {
      if line.isEmpty, !name.isEmpty { return (name, data) }
      if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
      if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
    }
    return nil
  }

  /// Whether the server has ended the connection, in any way, after all of its bytes were read.
  func ends() async -> Bool {
    while true {
      do {
        guard try await parts.next() != nil else { return true }
      } catch {
        return true
      }
    }
  }

  private func bodyLine() async throws -> String? {
    while true {
      if let end = bodyBytes.readableBytesView.firstIndex(of: 0x0A) {
        let line = bodyBytes.readString(length: end - bodyBytes.readerIndex) ?? ""
        bodyBytes.moveReaderIndex(forwardBy: 1)
        return line
      }
      guard try await takePart() else { return nil }
    }
  }

  /// Takes more of the body, as it comes; whether there is more.
  private func takePart() async throws -> Bool {
    switch form {
    case .none, .length(0):
      form = .none
      return false
    case .length(let rest):
      form = .length(rest - (try await take(upTo: rest)))
    case .chunked(0):
      let size = try await line()
      guard let count = Int(size.prefix { $0 != ";" }, radix: 16) else { throw Malformed(what: "no chunk: \(size)") }
      form = .chunked(count)
      guard count > 0 else {
        _ = try await line()
        form = .none
        return false
      }
    case .chunked(let rest):
      let left = rest - (try await take(upTo: rest))
      if left == 0 { _ = try await line() }
      form = .chunked(left)
    case .untilEnd:
      if kept.readableBytes == 0, try await !hear() { return false }
      bodyBytes.writeBuffer(&kept)
    }
    return true
  }

  private func take(upTo most: Int) async throws -> Int {
    if kept.readableBytes == 0, try await !hear() { throw Malformed(what: "the body is broken off") }
    let count = min(kept.readableBytes, most)
    if var part = kept.readSlice(length: count) { bodyBytes.writeBuffer(&part) }
    return count
  }

  private func line() async throws -> String {
    while true {
      if let end = kept.readableBytesView.firstIndex(of: 0x0A) {
        let line = kept.readString(length: end - kept.readerIndex) ?? ""
        kept.moveReaderIndex(forwardBy: 1)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      guard try await hear() else { throw Malformed(what: "the connection has ended") }
    }
  }

  private func hear() async throws -> Bool {
    guard var part = try await parts.next() else { return false }
    kept.discardReadBytes()
    kept.writeBuffer(&part)
    return true
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
