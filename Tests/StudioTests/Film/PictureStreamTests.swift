import Foundation
import TestSupport
import Testing

/// The pictures that the page plays: in order, as fast as it takes them, and none when it is gone.
struct PictureStreamTests {
  /// The next record of a stream of pictures.
  private static func record(_ connection: WebConnection) async throws -> (frame: Int, bytes: [UInt8])? {
    guard let head = try await connection.bytes(8) else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    guard let bytes = try await connection.bytes(number(head[4..<8])) else { return nil }
    return (number(head[0..<4]), bytes)
  }

  @Test(arguments: [(0, 1), (90, 1), (7, 5), (119, 1), (0, 1_000)])
  func `frames come in order from the first that is asked for to the film's end`(first: Int, step: Int) async throws {
    let stage = try await Film.stage()
    let records = try await WebConnection.open(to: stage.visitor.port) { connection in
      let target = "/api/pictures?revision=1&from=\(first)&step=\(step)&width=160&height=90"
      try await connection.send(stage.visitor.request("GET", target))
      #expect(try await connection.head().status == 200)
      var records: [(frame: Int, bytes: [UInt8])] = []
      while let record = try await Self.record(connection) { records.append(record) }
      return records
    }
    let numbers = Array(stride(from: first, to: Film.frameCount, by: step))
    #expect(records.map(\.frame) == numbers)
    let readings = try await Film.readings(of: records.map(\.bytes), in: stage.scratch)
    #expect(readings == numbers.map(Film.frame))
  }

  @Test func `a stream that begins nowhere is refused`() async throws {
    let stage = try await Film.stage()
    for query in ["from=120", "from=0&step=0", "from=-1", "step=1", "from=0&width=0"] {
      let answer = try await stage.visitor.get("/api/pictures?revision=1&\(query)")
      #expect([400, 404].contains(answer.status) && answer.hasSentence, "\(query)")
    }
  }

  @Test func `when the page goes away, the work ends, and nothing of it stays`() async throws {
    let program = try await StudioProgram(in: try await LongFilm.folder())
    let visitor = program.visitor
    var (memory, threads, files) = (0, 0, 0)
    for number in 0..<24 {
      try await WebConnection.open(to: visitor.port) { connection in
        let target = "/api/pictures?revision=1&from=\(number * 40)&width=320&height=180"
        try await connection.send(visitor.request("GET", target))
        #expect(try await connection.head().status == 200)
        for _ in 0..<3 { #expect(try await Self.record(connection) != nil) }
      }
      if number == 3 {
        #expect(await program.isIdle())
        (memory, threads, files) = (program.residentMemory, program.threads, program.openFiles)
      }
    }
    #expect(await program.isIdle())
    #expect(program.residentMemory - memory < 64 << 20)
    #expect(program.threads <= threads + 8)
    #expect(program.openFiles <= files + 8)
    #expect(try await visitor.get("/api/picture?revision=1&frame=5").status == 200)
  }

  @Test func `nothing is rendered for a client that stops reading`() async throws {
    let program = try await StudioProgram(in: try await LongFilm.folder())
    let visitor = program.visitor
    try await WebConnection.open(to: visitor.port) { connection in
      try await connection.send(visitor.request("GET", "/api/pictures?revision=1&from=0&width=1920&height=1080"))
      #expect(try await connection.head().status == 200)
      #expect(try await Self.record(connection) != nil)
      // The connection holds what it can; the rest waits in the decoder.
      #expect(await program.isIdle())
      // It goes on where it stopped.
      for number in 1..<100 { #expect(try await Self.record(connection)?.frame == number) }
    }
  }
}

/// A film of half an hour, whose pictures take longer to come than a test does.
enum LongFilm {
  /// A folder with its project: 40 seconds of film, again and again.
  static func folder() async throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let film = IndexedFilm(film: 4) {
      $0.frameCount = 1_200
      $0.timing = .constant(FrameRate(30))
      $0.sound = SoundFile(.noise(seed: 4)) { ($0.count, $0.codec) = (40 * 48_000, .aac) }
    }
    try FileManager.default.copyItem(at: try await film.url(), to: scratch.url("film.mp4"))
    let segments = (0..<45).map { _ in #"{ "asset": "film", "in": 0, "duration": 40 }"# }.joined(separator: ",\n    ")
    let tracks = ["video", "audio"].enumerated().map { number, kind in
      #"{ "id": \#(number + 1), "kind": "\#(kind)", "segments": [ \#(segments) ] }"#
    }
    try scratch.write(
      """
      { "gstedit": 1, "assets": { "film": { "uri": "film.mp4" } },
        "composition": { "tracks": [ \(tracks.joined(separator: ", ")) ] } }

      """, to: "project.json")
    return scratch
  }
}
