import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// Connections that are too many, too slow, or say what is no HTTP: the page goes on.
struct ConnectionTests {
  @Test func `500 connections at once leave the studio usable`() async throws {
    let program = try await StudioProgram(in: try await Film.folder())
    let visitor = program.visitor
    let before = program.residentMemory
    let connections = try await withThrowingTaskGroup(of: (any Channel)?.self) { group in
      for _ in 0..<500 {
        group.addTask {
          try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(.seconds(6))
            .connect(host: "127.0.0.1", port: visitor.port).get()
        }
      }
      return try await group.reduce(into: [(any Channel)?]()) { $0.append($1) }.compactMap(\.self)
    }
    // Those that the studio has no room for wait in the system, or are turned away by it.
    #expect(connections.count >= 128)
    // Some of them ask, and go before they are answered.
    let asking = visitor.request("GET", "/api/project").head
    for connection in connections.prefix(100) { try? await connection.writeAndFlush(ByteBuffer(string: asking)) }
    for connection in connections { try? await connection.close() }
    #expect(try await visitor.get("/page/studio.js").status == 200)
    #expect(try await visitor.get("/api/picture?revision=1&frame=7").status == 200)
    #expect(program.residentMemory - before < 200 << 20)
    #expect(await program.end(by: SIGTERM).status == 0)
  }

  @Test func `a page that comes while others hold all connections is served when they have been silent too long`()
    async throws
  {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    var silent: [any Channel] = []
    for _ in 0..<200 {
      silent.append(
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .connect(host: "127.0.0.1", port: stage.visitor.port).get())
    }
    #expect(try await stage.visitor.get("/api/project").status == 200)
    for connection in silent { try? await connection.close() }
  }

  @Test(arguments: ["", "GET /api/proj", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
  func `a client that begins a request and stops is not waited for`(beginning: String) async throws {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    let isEnded = try await WebConnection.open(to: stage.visitor.port) { connection in
      try await connection.send(beginning)
      return await connection.ends()
    }
    #expect(isEnded)
  }

  @Test func `a body that does not come is not waited for`() async throws {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    let visitor = stage.visitor
    for target in ["/api/edit", "/api/media?name=new.mp4"] {
      var request = visitor.request("POST", target, headers: [("Content-Type", "application/json")])
      request.headers.removeAll { $0.name == "Content-Length" }
      request.headers.append(("Content-Length", "1000"))
      let isEnded = try await WebConnection.open(to: visitor.port) { [request] connection in
        try await connection.send(request)
        // On a machine that is busy it may be over by now.
        try? await connection.send("{")
        return await connection.ends()
      }
      #expect(isEnded)
    }
    _ = try await visitor.get("/api/project")
    let isClean = try await stage.holds { try $0.scratch.names() == ["project.json"] }
    #expect(isClean)
  }

  @Test func `a head that comes letter by letter is not waited for`() async throws {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    let isRefused = try await WebConnection.open(to: stage.visitor.port) { connection in
      try await connection.send("GET / HTTP/1.1\r\n")
      let end = ContinuousClock.now + .seconds(30)
      while ContinuousClock.now < end {
        do { try await connection.send("X: 1\r\n") } catch { return true }
        await Poll.eventually(within: .milliseconds(200), every: .milliseconds(200)) { false }
      }
      return false
    }
    #expect(isRefused)
  }

  @Test func `a request that is no HTTP is answered or ended, and so is a head without end`() async throws {
    let stage = try await StudioStage(Film.text, patience: .seconds(1))
    let port = stage.visitor.port
    let sayings = [
      "\r\n\r\n\r\n", "words\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
      "GET / HTTP/1.1\r\n: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET http://[ HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
    for saying in sayings {
      let isEnded = try await WebConnection.open(to: port) { connection in
        try await connection.send(saying)
        connection.finish()
        return await connection.ends()
      }
      #expect(isEnded, "\(saying.debugDescription)")
    }
    let isEnded = try await WebConnection.open(to: port) { connection in
      try await connection.send("GET / HTTP/1.1\r\n")
      let field = "X-Long: " + String(repeating: "x", count: 8_000) + "\r\n"
      for _ in 0..<1_000 { do { try await connection.send(field) } catch { return true } }
      return await connection.ends()
    }
    #expect(isEnded)
    #expect(try await stage.visitor.get("/api/project").status == 200)
  }

  @Test func `requests follow one another on one connection`() async throws {
    let stage = try await StudioStage(Film.text)
    let request = stage.visitor.request("GET", "/api/project", keepsOpen: true)
    let statuses = try await WebConnection.open(to: stage.visitor.port) { connection in
      // The second and the third come before the first is answered.
      for _ in 0..<3 { try await connection.send(request) }
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await connection.answer().status) }
      return statuses
    }
    #expect(statuses == [200, 200, 200])
  }
}
