import GStreamer
import MediaFormats
import Testing

/// The door behind a demuxer: whatever times and segments come in, what goes out is stream time.
@Suite("The door at a demuxer's pad")
struct TimestampRebaseTests {
  private static let second: Int64 = 1_000_000_000

  private static func packet(_ time: Int64?, decodeTime: Int64? = nil) throws -> Buffer {
    try Buffer(bytes: [1], presentationTime: time, decodeTime: decodeTime, duration: 40_000_000, isKeyframe: true)
  }

  /// An app source whose stream begins as `segment` says.
  private static func source(
    caps: String = "video/x-test", _ segment: @escaping @Sendable () -> (start: Int64, time: Int64)
  ) throws -> AppSource {
    let source = try AppSource(caps: try Caps(caps), capacity: 0)
    try source.element.pad("src").replaceSegment(segment)
    return source
  }

  /// Everything that comes out of `sink` until its end.
  private static func drain(_ sink: AppSink) -> [(buffer: Buffer, caps: Caps?)] {
    var buffers: [(buffer: Buffer, caps: Caps?)] = []
    for _ in 0..<1_000 {
      switch sink.pull(nanoseconds: 20_000_000) {
      case .sample(let buffer, let caps): buffers.append((buffer, caps))
      case .endOfStream: return buffers
      case .nothingYet: continue
      }
    }
    Issue.record("The stream does not end.")
    return buffers
  }

  /// `packets` behind `door`, in a stream with the segment `segment`: stream times.
  private static func pass(
    _ packets: [Buffer], through door: TimestampRebase, segment: @escaping @Sendable () -> (start: Int64, time: Int64)
  ) throws -> [Buffer] {
    let pipeline = try Pipeline(name: "door")
    let source = try Self.source(segment)
    let middle = try Element("identity")
    let sink = try AppSink(capacity: 0)
    try middle.pad("src").rebaseTimestamps(door)
    try pipeline.add(source.element, middle, sink.element)
    try pipeline.link([source.element, middle, sink.element])
    try pipeline.play()
    defer { pipeline.stop() }
    for packet in packets { #expect(source.push(packet)) }
    source.end()
    return drain(sink).map(\.buffer)
  }

  private static func streamTime(_ time: Int64?) -> Int64? { time.map { $0 - TimestampRebase.lead } }

  @Test(arguments: [(0, 0), (1, 0), (0, 5), (3, 2), (2, 3_000)] as [(Int64, Int64)])
  func `stream time is the time since the segment's start, from its own time on`(start: Int64, time: Int64) throws {
    let times: [Int64] = [0, 1, 40, 3_000, 5_123, 1_000_000].map { $0 * 1_000_000 }
    let packets = try times.map { try Self.packet($0, decodeTime: $0 + 7) }
    let found = try Self.pass(packets, through: TimestampRebase()) {
      (start: start * Self.second, time: time * Self.second)
    }
    let shift = (time - start) * Self.second
    #expect(found.map { Self.streamTime($0.presentationTime) } == times.map { $0 + shift })
    #expect(found.map { Self.streamTime($0.decodeTime) } == times.map { $0 + shift + 7 })
    #expect(found.allSatisfy { $0.duration == 40_000_000 })
    // What came in is not written.
    #expect(packets.map(\.presentationTime) == times)
  }

  @Test func `pictures before the segment keep their places before it`() throws {
    // An edit list that hides the first two seconds: their packets are before time zero, and are not clipped.
    let times = (0..<6).map { Int64($0) * Self.second / 2 }
    let found = try Self.pass(try times.map { try Self.packet($0) }, through: TimestampRebase()) {
      (start: 2 * Self.second, time: 0)
    }
    #expect(found.map { Self.streamTime($0.presentationTime) } == times.map { $0 - 2 * Self.second })
    #expect(found.first?.presentationTime == TimestampRebase.lead - 2 * Self.second)
  }

  @Test func `packets before the lead, and without times, have no time`() throws {
    let lead = TimestampRebase.lead
    let packets = try [
      Self.packet(nil), Self.packet(0), Self.packet(2 * lead), Self.packet(3 * lead, decodeTime: 2 * lead),
      Self.packet(.max - 1), Self.packet(2 * lead - 1),
    ]
    let found = try Self.pass(packets, through: TimestampRebase()) { (start: 3 * lead, time: 0) }
    // 0 would be three leads before the segment, and there is one lead of room.
    #expect(
      found.map(\.presentationTime) == [nil, nil, 0, lead, .max - 1 - 2 * lead, nil])
    #expect(found.map(\.decodeTime) == [nil, nil, nil, 0, nil, nil])
  }

  @Test func `times that do not fit are not said`() throws {
    let packets = try [Self.packet(.max - 1), Self.packet(5)]
    let found = try Self.pass(packets, through: TimestampRebase()) { (start: 0, time: 0) }
    #expect(found.map(\.presentationTime) == [nil, TimestampRebase.lead + 5])
  }

  @Test func `segments are ignored where times are stream time already`() throws {
    let times: [Int64] = [0, 1_000, 2 * Self.second]
    let found = try Self.pass(try times.map { try Self.packet($0) }, through: TimestampRebase(ignoresSegments: true)) {
      (start: Self.second, time: 33 * Self.second)
    }
    #expect(found.map { Self.streamTime($0.presentationTime) } == times)
  }

  @Test func `of several segments each moves its own packets, and one alone goes on`() throws {
    let door = TimestampRebase()
    let pipeline = try Pipeline(name: "segments")
    let first = try Self.source { (start: 10 * Self.second, time: 0) }
    let second = try Self.source { (start: 100 * Self.second, time: 7 * Self.second) }
    let joined = try Element("concat")
    // Segments as the sources say, not moved so that they follow each other.
    try joined.set("adjust-base", false)
    let middle = try Element("identity")
    let segments = StreamEvents()
    let sink = try AppSink(capacity: 0)
    try middle.pad("sink").rebaseTimestamps(door)
    try middle.pad("src").record(segments)
    try pipeline.add(first.element, second.element, joined, middle, sink.element)
    for source in [first, second] { try source.element.pad("src").link(to: joined.requestPad("sink_%u")) }
    try pipeline.link([joined, middle, sink.element])
    try pipeline.play()
    defer { pipeline.stop() }
    for number in 0..<4 {
      #expect(first.push(try Self.packet((10 + Int64(number)) * Self.second)))
      #expect(second.push(try Self.packet((100 + Int64(number)) * Self.second)))
    }
    first.end()
    second.end()
    let found = Self.drain(sink).map(\.buffer)
    #expect(
      found.map { Self.streamTime($0.presentationTime) } == [0, 1, 2, 3, 7, 8, 9, 10].map { $0 * Self.second })
    // The one segment behind the door clips nothing: it begins at zero.
    #expect(segments.segmentStart == 0)
    #expect(door.presentationEnd == nil)
  }

  @Test func `after a search the times are stream time again`() throws {
    let door = TimestampRebase()
    let pipeline = try Pipeline(name: "search")
    let source = try Element("audiotestsrc")
    try source.set("samplesperbuffer", 4_800)
    let filter = try Element("capsfilter")
    try filter.set("caps", try AudioConverter.caps(rate: 48_000, layout: .standard(1)))
    let sink = try AppSink(capacity: 2)
    try filter.pad("src").rebaseTimestamps(door)
    try pipeline.add(source, filter, sink.element)
    try pipeline.link([source, filter, sink.element])
    try pipeline.play()
    defer { pipeline.stop() }
    func next() throws -> Int64 {
      for _ in 0..<500 {
        if case .sample(let buffer, _) = sink.pull(nanoseconds: 20_000_000) {
          return try #require(Self.streamTime(buffer.presentationTime))
        }
      }
      Issue.record("Nothing comes.")
      return -1
    }
    #expect(try next() == 0)
    #expect(try next() == Self.second / 10)
    for place in [5, 1, 100] as [Int64] {
      #expect(try filter.pad("src").seek(to: place * Self.second))
      #expect(try next() == place * Self.second)
      #expect(try next() == place * Self.second + Self.second / 10)
    }
  }

  @Test(arguments: [true, false]) func `colors are hidden where that is asked for`(hides: Bool) throws {
    let pipeline = try Pipeline(name: "colors")
    let source = try Self.source(caps: "video/x-test,width=8,colorimetry=bt709,format=avc") { (start: 0, time: 0) }
    let middle = try Element("identity")
    let sink = try AppSink(capacity: 0)
    try middle.pad("src").rebaseTimestamps(TimestampRebase(hidesColorimetry: hides))
    try pipeline.add(source.element, middle, sink.element)
    try pipeline.link([source.element, middle, sink.element])
    try pipeline.play()
    defer { pipeline.stop() }
    #expect(source.push(try Self.packet(0)))
    source.end()
    let caps = try #require(Self.drain(sink).first?.caps)
    #expect(caps.string("colorimetry") == (hides ? nil : "bt709"))
    #expect(caps.integer("width") == 8 && caps.string("format") == "avc")
  }
}
