import GStreamer
import MediaFormats
import Testing

/// The typed layer by itself: what it refuses, and that what goes in comes out.
@Suite("The typed layer")
struct TypedLayerTests {
  @Test func `an element that is not installed is named`() {
    let error = #expect(throws: GStreamerError.self) { try Element("no-such-element") }
    #expect(error?.isMissingElement == true)
    #expect(error?.description.contains("no-such-element") == true)
  }

  @Test func `a property that does not exist is refused, whatever its type`() throws {
    let element = try Element("identity")
    #expect(throws: GStreamerError.self) { try element.set("no-such-property", 1) }
    #expect(throws: GStreamerError.self) { try element.set("no-such-property", "text") }
    #expect(throws: GStreamerError.self) { try element.set("no-such-property", true) }
  }

  @Test func `caps are read field by field`() throws {
    try Framework.start()
    let caps = try Caps("video/x-raw,format=I420,width=320,framerate=30000/1001,interlaced=(boolean)true")
    #expect(caps.mediaType == "video/x-raw")
    #expect(caps.integer("width") == 320)
    #expect(caps.string("format") == "I420")
    #expect(caps.boolean("interlaced") == true)
    #expect(caps.fraction("framerate")?.numerator == 30_000)
    #expect(caps.integer("height") == nil)
    #expect(throws: GStreamerError.self) { try Caps("video/x-raw,width=(int)") }
  }

  @Test func `planes that go into a buffer come out of it, padding aside`() throws {
    try Framework.start()
    let format = try VideoFormat(Caps("video/x-raw,format=I420,width=5,height=3,framerate=25/1"))
    let planes: [[UInt8]] = [Array(0..<15), Array(100..<106), Array(200..<206)]
    let buffer = try Buffer(planes: planes, format: format)
    #expect(try buffer.planes(of: format) == planes)
    #expect(throws: GStreamerError.self) { try Buffer(planes: [[1]], format: format) }
  }

  @Test func `a restamped buffer shares the media and keeps its own times`() throws {
    try Framework.start()
    let original = try Buffer(samples: [0.25, -0.5])
    let copy = try original.restamped(presentationTime: 40, duration: 7)
    #expect(copy.presentationTime == 40 && copy.duration == 7)
    #expect(original.presentationTime == nil)
    #expect(try copy.withBytes { $0.count } == 16)
  }

  @Test func `buffers pass a pipeline in order, and its end is seen`() throws {
    let pipeline = try Pipeline(name: "through")
    let caps = try Caps("audio/x-raw,format=F64LE,rate=48000,channels=1,layout=interleaved")
    let source = try AppSource(caps: caps, capacity: 0)
    let sink = try AppSink(capacity: 0)
    try pipeline.add(source.element, sink.element)
    try pipeline.link([source.element, sink.element])
    try pipeline.play()
    for number in 0..<5 {
      #expect(
        source.push(try Buffer(samples: [Double(number)]).restamped(presentationTime: Int64(number), duration: 1)))
    }
    source.end()
    var times: [Int64?] = []
    loop: for _ in 0..<100 {
      switch sink.pull(nanoseconds: 100_000_000) {
      case .sample(let buffer, let seen):
        times.append(buffer.presentationTime)
        #expect(seen?.mediaType == "audio/x-raw")
      case .endOfStream: break loop
      case .nothingYet: continue
      }
    }
    #expect(times == [0, 1, 2, 3, 4])
    pipeline.stop()
    #expect(!source.push(try Buffer(samples: [0])))
  }

  @Test func `an element's error comes with its own words`() throws {
    let pipeline = try Pipeline(name: "missing")
    let source = try Element("filesrc")
    try source.set("location", "/nonexistent/film.mp4")
    let sink = try Element("fakesink")
    try pipeline.add(source, sink)
    try pipeline.link([source, sink])
    let error = #expect(throws: GStreamerError.self) { try pipeline.play() }
    #expect(error?.domain == "gst-resource-error-quark")
    #expect(error?.element == "filesrc0" || error?.element?.hasPrefix("filesrc") == true)
  }

  @Test func `a gain that follows a curve is right to the sample`() throws {
    let pipeline = try Pipeline(name: "gain")
    let caps = try AudioConverter.caps(rate: 48_000, layout: .standard(1))
    let source = try AppSource(caps: caps, capacity: 0)
    let volume = try Element("volume")
    let sink = try AppSink(capacity: 0)
    try volume.control(
      "volume",
      with: ControlCurve(.linear, points: [.init(time: 0, value: 1), .init(time: 1_000_000_000, value: 0)]))
    try pipeline.add(source.element, volume, sink.element)
    try pipeline.link([source.element, volume, sink.element])
    try pipeline.play()
    #expect(
      source.push(
        try Buffer(samples: [Double](repeating: 1, count: 960)).restamped(presentationTime: 0, duration: 20_000_000)))
    source.end()
    guard case .sample(let buffer, _) = sink.pull(nanoseconds: 5_000_000_000) else {
      Issue.record("No samples came.")
      return
    }
    let bytes = try buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let values = (0..<960).map { index in
      let bits = bytes[(index * 8)..<(index * 8 + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Double(bitPattern: bits)
    }
    for (index, value) in values.enumerated() { #expect(abs(value - (1 - Double(index) / 48_000)) < 1e-5) }
  }

  @Test func `sound is converted without delay and without dither`() throws {
    try Framework.start()
    let format = try AudioFormat(Caps("audio/x-raw,format=F64LE,rate=44100,channels=1,layout=interleaved"))
    let converter = try AudioConverter(from: format, rate: 48_000, layout: .standard(1))
    var impulse = [Double](repeating: 0, count: 44_100)
    impulse[22_050] = 1
    let output = converter.convert(impulse) + converter.convert([Double](repeating: 0, count: 4_410))
    let peak = output.indices.max { abs(output[$0]) < abs(output[$1]) }
    #expect(peak == 24_000)
  }
}
