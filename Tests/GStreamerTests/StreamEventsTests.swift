import GStreamer
import Testing

/// What a stream says of itself between its buffers, noted in one pipeline and said again in another.
@Suite("Events of a stream")
struct StreamEventsTests {
  private static let caps = "audio/x-raw,format=F64LE,rate=48000,channels=1,layout=interleaved"

  private static func drain(_ sink: AppSink) -> [Buffer] {
    var buffers: [Buffer] = []
    for _ in 0..<1_000 {
      switch sink.pull(nanoseconds: 20_000_000) {
      case .sample(let buffer, _): buffers.append(buffer)
      case .endOfStream: return buffers
      case .nothingYet: continue
      }
    }
    Issue.record("The stream does not end.")
    return buffers
  }

  /// A pipeline of an app source, an element that sends tags if it `tags`, and an app sink at which `events` are noted.
  private static func run(
    tags: String?, events: StreamEvents, start: Int64 = 0, _ body: (AppSource) throws -> Void
  ) throws -> [Buffer] {
    let pipeline = try Pipeline(name: "events")
    let source = try AppSource(caps: try Caps(caps), capacity: 0)
    try source.element.pad("src").replaceSegment { (start: start, time: 0) }
    let middle = try Element(tags == nil ? "identity" : "taginject")
    if let tags { try middle.set("tags", tags) }
    let sink = try AppSink(capacity: 0)
    try sink.element.pad("sink").record(events)
    try pipeline.add(source.element, middle, sink.element)
    try pipeline.link([source.element, middle, sink.element])
    try pipeline.play()
    defer { pipeline.stop() }
    try body(source)
    source.end()
    return drain(sink)
  }

  private static func push(_ count: Int, into source: AppSource) throws {
    for number in 0..<count {
      let buffer = try Buffer(samples: [Double](repeating: 0, count: 480))
      #expect(
        source.push(try buffer.restamped(presentationTime: Int64(number) * 10_000_000, duration: 10_000_000)))
    }
  }

  @Test func `a stream without events has none`() {
    let events = StreamEvents()
    #expect(events.segmentStart == 0)
    #expect(events.takeTags().isEmpty && events.takeTags(before: 0).isEmpty)
  }

  @Test(arguments: [0, 1_000, 3_600_000_000_000_000] as [Int64])
  func `where the times begin is noted`(start: Int64) throws {
    let events = StreamEvents()
    _ = try Self.run(tags: nil, events: events, start: start) { try Self.push(2, into: $0) }
    #expect(events.segmentStart == start)
    #expect(events.takeTags().isEmpty)
  }

  @Test func `tags are taken once`() throws {
    let events = StreamEvents()
    _ = try Self.run(tags: "title=Film", events: events) { try Self.push(3, into: $0) }
    let tags = events.takeTags(before: 0)
    #expect(tags.count == 1)
    #expect(events.takeTags(before: 0).isEmpty && events.takeTags().isEmpty)
  }

  @Test func `tags keep their place among the buffers, in another pipeline as well`() throws {
    let noted = StreamEvents()
    _ = try Self.run(tags: "title=Film", events: noted) { try Self.push(1, into: $0) }
    let first = try #require(noted.takeTags().first)

    // Said again behind two buffers.
    let events = StreamEvents()
    let buffers = try Self.run(tags: nil, events: events) { source in
      try Self.push(2, into: source)
      source.push(first)
      try Self.push(1, into: source)
    }
    #expect(buffers.count == 3)
    #expect(events.takeTags(before: 0).isEmpty)
    #expect(events.takeTags(before: 1).isEmpty)
    #expect(events.takeTags(before: 2).count == 1)
    #expect(events.takeTags().isEmpty)
  }

  @Test func `all tags are taken where no buffer is named, in order`() throws {
    let tags = try ["One", "Two", "Three"].map { title in
      let noted = StreamEvents()
      _ = try Self.run(tags: "title=\(title)", events: noted) { try Self.push(1, into: $0) }
      return try #require(noted.takeTags().first)
    }
    let events = StreamEvents()
    _ = try Self.run(tags: nil, events: events) { source in
      for (count, tags) in zip([0, 1, 3], tags) {
        try Self.push(count, into: source)
        source.push(tags)
      }
    }
    #expect(events.takeTags(before: 0).count == 1)
    #expect(events.takeTags(before: 1).count == 1)
    #expect(events.takeTags().count == 1)
  }
}
