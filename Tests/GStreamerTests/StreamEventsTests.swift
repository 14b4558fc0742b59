import GStreamer
import Testing

/// What a stream says of its times before its buffers, noted at a pipeline's end.
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

  /// A pipeline of an app source and an app sink at which `events` are noted.
  private static func run(
    events: StreamEvents, start: Int64 = 0, _ body: (AppSource) throws -> Void
  ) throws -> [Buffer] {
    let pipeline = try Pipeline(name: "events")
    let source = try AppSource(caps: try Caps(caps), capacity: 0)
    try source.element.pad("src").replaceSegment { (start: start, time: 0) }
    let sink = try AppSink(capacity: 0)
    try sink.element.pad("sink").record(events)
    try pipeline.add(source.element, sink.element)
    try pipeline.link([source.element, sink.element])
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
  }

  @Test(arguments: [0, 1_000, 3_600_000_000_000_000] as [Int64])
  func `where the times begin is noted`(start: Int64) throws {
    let events = StreamEvents()
    _ = try Self.run(events: events, start: start) { try Self.push(2, into: $0) }
    #expect(events.segmentStart == start)
  }
}
