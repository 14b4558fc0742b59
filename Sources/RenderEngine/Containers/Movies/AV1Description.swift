import GStreamer
import Rendering

/// How GStreamer's muxer of movies describes AV1: it is asked, once, with a packet for a movie that is thrown away.
enum AV1Description {
  /// How many bytes the muxer puts before the decoder configuration that it is given: `qtmux` 1.22 puts five, 1.26 none.
  ///
  /// - Throws: `RenderError` if the muxer describes nothing.
  static func precedingBytes() throws -> Int { try answer.get() }

  private static let answer = Result { try ask() }
  /// A configuration of the main profile, of no sequence header.
  private static let configuration: [UInt8] = [0x81, 0x00, 0x0C, 0x00]

  private static func ask() throws -> Int {
    let caps = try Caps(
      "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu,width=(int)64,height=(int)64"
        + ",framerate=(fraction)25/1,codec_data=(buffer)81000c00")
    let pipeline = try Pipeline(name: "describe")
    defer { [pipeline.stopInBackground()].settle() }
    let source = try AppSource(caps: caps, capacity: 0)
    let muxer = try ElementName.mp4Muxer.make()
    // Then the description comes first, and nothing is written twice.
    try muxer.set("fragment-duration", 1_000)
    let sink = try AppSink(capacity: 0)
    try pipeline.add(source.element, muxer, sink.element)
    try source.element.pad("src").link(to: try muxer.requestPad("video_%u"))
    try pipeline.link([muxer, sink.element])
    try pipeline.play()
    // An OBU that marks where a picture begins.
    let packet = try Buffer(
      bytes: [0x12, 0x00], presentationTime: 0, decodeTime: 0, duration: 40_000_000, isKeyframe: true)
    _ = source.push(packet)
    source.end()
    var movie: [UInt8] = []
    var watchdog = Watchdog()
    while true {
      switch sink.pull(nanoseconds: Cancellation.pollInterval) {
      case .sample(let buffer, _):
        movie += try buffer.bytes()
        watchdog.restart()
      case .endOfStream: return try precedingBytes(in: movie)
      case .nothingYet:
        try pipeline.checkFailure()
        try watchdog.check(waitingFor: "a movie's description") { pipeline.graph }
      }
    }
  }

  /// How much longer than what was given the description in `movie` is (AV1 in ISOBMFF §2.3.1, `av1C`).
  private static func precedingBytes(in movie: [UInt8]) throws -> Int {
    let type = Array("av1C".utf8)
    guard let place = movie.indices.dropFirst(4).first(where: { movie[$0...].starts(with: type) }) else {
      throw RenderError(.engineFailed, "GStreamer's muxer of movies does not describe AV1.")
    }
    return Int(movie.bigEndian(at: place - 4, 4)) - 8 - configuration.count
  }
}
