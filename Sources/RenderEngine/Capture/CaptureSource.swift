import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The elements between a device and the sink that its media are taken out of.
///
/// ```
///  source ─► caps of the device ─► (JPEG decoder) ─► convert ─► scale or resample ─► caps of what is given ─► appsink
/// ```
struct CaptureSource {
  /// All of them, in order.
  let elements: [Element]
  /// The caps of the output.
  let output: Caps
  /// Whether it runs as time does.
  let isLive: Bool
  /// Pictures a second of a source whose pictures stand on their grid; nil of devices, whose times are their own.
  var frameRate: Rational?
  /// The usual duration of a picture; nil without a statement.
  var frameDuration: Rational?
  /// Samples a second; 0 of pictures.
  var sampleRate = 0
  /// The number of all samples; nil for no end.
  var sampleCount: Int64?

  /// The pictures a second, the size and the samples a second of what asks for nothing.
  private static let usualRate = Rational(30)
  private static let usualSize = PixelSize(width: 1280, height: 720)
  private static let usualSampleRate = 48_000
  /// Samples of the test tone in a block: a hundredth of a second at the usual rate.
  private static let toneBlock = 480

  // MARK: Test sources

  /// Drawn pictures.
  static func pattern(_ settings: CaptureSettings) throws(RenderError) -> CaptureSource {
    try translating {
      let (size, rate) = (settings.size ?? usualSize, settings.frameRate ?? usualRate)
      let source = try ElementName.testPattern.make()
      try source.set("pattern", "smpte")
      let isLive = try set(settings.pace, of: source) { try ($0 * rate).ceil(scaledBy: 1) }
      let output = try Caps(
        pictures(size) + ",framerate=\(rate.numerator)/\(rate.denominator),interlace-mode=progressive")
      var made = CaptureSource(elements: [source], output: output, isLive: isLive)
      made.frameRate = isLive ? nil : rate
      made.frameDuration = try Rational(rate.denominator, rate.numerator)
      return made
    }
  }

  /// A computed tone: a sine of 440 Hz, 12 dB below full scale.
  static func tone(_ settings: CaptureSettings) throws(RenderError) -> CaptureSource {
    try translating {
      let rate = settings.sampleRate ?? usualSampleRate
      let source = try ElementName.testTone.make()
      try source.set("wave", "sine")
      try source.set("freq", 440.0)
      try source.set("volume", 0.25)
      try source.set("samplesperbuffer", toneBlock)
      var count: Int64?
      let isLive = try set(settings.pace, of: source) { length in
        let samples = try (length * Rational(Int64(rate))).ceil(scaledBy: 1)
        count = samples
        return (samples + Int64(toneBlock) - 1) / Int64(toneBlock)
      }
      var made = CaptureSource(
        elements: [source], output: try Caps(sound(rate, settings.channels ?? 2)), isLive: isLive)
      (made.sampleRate, made.sampleCount) = (rate, count)
      return made
    }
  }

  /// Sets the pace of `source`; `count` converts a length to buffers. Returns whether it is live.
  private static func set(
    _ pace: CaptureSettings.Pace, of source: Element, count: (Rational) throws -> Int64
  ) throws -> Bool {
    switch pace {
    case .live:
      try source.set("is-live", true)
      return true
    case .asFastAsRead(let length):
      try source.set("num-buffers", Int(clamping: try count(length)))
      return false
    }
  }

  // MARK: Devices

  /// The source of the screen `display`.
  static func screen(_ display: String, _ settings: CaptureSettings) throws(RenderError) -> CaptureSource {
    try translating {
      let source = try ElementName.screenSource.make()
      try source.set("display-name", display)
      // Else only what has changed is sent, which costs as much.
      try source.set("use-damage", false)
      let rate = settings.frameRate ?? usualRate
      let own = try Caps("video/x-raw,framerate=\(rate.numerator)/\(rate.denominator)")
      return try pictures(of: source, own, decoders: [], settings, rate: rate)
    }
  }

  /// The source of the device `handle`.
  static func device(
    _ handle: Device, _ mediaType: MediaType, _ settings: CaptureSettings
  ) throws(RenderError) -> CaptureSource {
    try translating {
      let source = try handle.makeElement()
      guard mediaType == .video else {
        let rate = settings.sampleRate ?? usualSampleRate
        let convert = [try ElementName.audioConvert.make(), try ElementName.audioResample.make()]
        var made = CaptureSource(
          elements: [source] + convert, output: try Caps(sound(rate, settings.channels ?? 2)), isLive: true)
        made.sampleRate = rate
        return made
      }
      var fields = ""
      if let size = settings.size { fields += ",width=\(size.width),height=\(size.height)" }
      if let rate = settings.frameRate { fields += ",framerate=\(rate.numerator)/\(rate.denominator)" }
      let (raw, jpeg) = (try Caps("video/x-raw" + fields), try Caps("image/jpeg" + fields))
      // Many cameras have their large sizes as JPEG alone.
      let isJPEG = handle.caps.map { !$0.intersects(raw) && $0.intersects(jpeg) } ?? false
      return try pictures(
        of: source, isJPEG ? jpeg : raw, decoders: isJPEG ? [.jpegDecoder] : [], settings, rate: settings.frameRate)
    }
  }

  private static func pictures(
    of source: Element, _ own: Caps, decoders: [ElementName], _ settings: CaptureSettings, rate: Rational?
  ) throws -> CaptureSource {
    let filter = try ElementName.capsFilter.make()
    try filter.set("caps", own)
    let convert = try ElementName.videoConvert.make()
    let scale = try ElementName.videoScale.make()
    var made = CaptureSource(
      elements: [source, filter] + (try decoders.map { try $0.make() }) + [convert, scale],
      output: try Caps(pictures(settings.size)), isLive: true)
    made.frameDuration = try rate.map { try Rational($0.denominator, $0.numerator) }
    return made
  }

  // MARK: Caps

  private static func pictures(_ size: PixelSize?) -> String {
    let sides = size.map { ",width=\($0.width),height=\($0.height)" } ?? ""
    return "video/x-raw,format=\(PixelFormat.yuv420p.gstreamerName)\(sides),pixel-aspect-ratio=1/1,"
      + "colorimetry=\(Colorimetry.bt709.capsField)"
  }

  private static func sound(_ rate: Int, _ channels: Int) -> String {
    "audio/x-raw,format=F64LE,layout=interleaved,rate=\(rate),channels=\(channels)"
  }
}
