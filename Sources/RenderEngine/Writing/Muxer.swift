import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// The element that joins encoded streams into a file.
struct Muxer {
  /// The muxer, or the encoder that writes the file of a single stream by itself.
  let element: Element

  /// The muxer of the file that `settings` describe.
  init(_ settings: WriterSettings) throws {
    guard let name = Self.name(of: settings.export.fileType) else {
      throw RenderError(.unsupported, "Pictures in files of their own are not joined.", remedy: "Write each.")
    }
    let muxer = try name.make()
    if name == .mp4Muxer || name == .movMuxer {
      try muxer.set("movie-timescale", Int(settings.movieTimescale ?? Self.movieTimescale(of: settings)))
      if let fragments = settings.fragmentDuration {
        try muxer.set("fragment-duration", Int(max(1, fragments.rounded(scaledBy: 1_000))))
        // When it is finished it becomes a movie as any other.
        try muxer.set("fragment-mode", "first-moov-then-finalise")
      }
    }
    element = muxer
  }

  /// The element that `fileType` needs; nil where nothing is joined.
  static func name(of fileType: FileType) -> ElementName? {
    switch fileType {
    case .mp4, .m4a: .mp4Muxer
    case .mov: .movMuxer
    case .ts: .transportStreamMuxer
    case .wav: .waveMuxer
    case .ogg: .oggMuxer
    case .flac: .flacEncoder
    // The packets one after another are the file.
    case .mp3, .aiff, .gif: .capsFilter
    case .png, .jpg, .webp, .mkv, .webm: nil
    }
  }

  /// Links `source`, whose packets are of `mediaType`, to the muxer.
  func link(_ source: Element, _ mediaType: MediaType, settings: WriterSettings, in pipeline: Pipeline) throws {
    let fileType = settings.export.fileType
    switch fileType {
    case .wav, .flac, .mp3, .aiff, .gif: return try pipeline.link([source, element])
    case .ts: return try link(source, mediaType, toStreamOf: element, settings: settings)
    case .mp4, .mov, .m4a, .mkv, .webm, .ogg, .png, .jpg, .webp: break
    }
    let pad = try element.requestPad(mediaType == .video ? "video_%u" : "audio_%u")
    if let pictures = settings.pictures, mediaType == .video, fileType == .mp4 || fileType == .mov {
      pad.set("trak-timescale", Int(pictures.timescale ?? Self.videoTimescale(of: pictures.frameDuration)))
    }
    try source.pad("src").link(to: pad)
  }

  /// Links `last` to `muxer`, that of a transport stream, which has no edit list: the picture is delayed by the samples
  /// that the encoder puts before the sound, so that both stay in sync.
  ///
  /// Timestamps are ticks of 1/90,000 s, and the muxer rounds them down: adding half a tick rounds to the nearest.
  private func link(_ last: Element, _ mediaType: MediaType, toStreamOf muxer: Element, settings: WriterSettings) throws
  {
    let pad = try muxer.requestPad("sink_%d")
    let halfATick: Int64 = 5_555
    let samples = settings.export.audio.map { AudioEncoding.priming(of: $0.codec) } ?? 0
    let priming = settings.samples.map { samples * 1_000_000_000 / Int64($0.sampleRate) } ?? 0
    pad.set("offset", Int(halfATick + (mediaType == .video ? priming : 0)))
    try last.pad("src").link(to: pad)
  }

  /// Ticks a second in which every frame begins on a whole tick: 24,000 for 24 frames a second, 30,000 for 29.97.
  static func videoTimescale(of frameDuration: Rational) -> Int64 {
    var timescale = frameDuration.denominator
    while timescale < 10_000 { timescale *= 10 }
    return timescale
  }

  /// Ticks a second of the movie's header: such that both the picture's and the sound's length are whole, if the
  /// lengths then fit into the header's 32 bits; else such that the sound's is.
  static func movieTimescale(of settings: WriterSettings) -> Int64 {
    let picture = settings.pictures.map { $0.timescale ?? videoTimescale(of: $0.frameDuration) } ?? 1
    let sound = Int64(settings.samples?.sampleRate ?? 1)
    let common = picture.leastCommonMultiple(with: sound)
    let seconds = max(
      settings.pictures?.expectedDuration?.ceil() ?? 0,
      settings.samples.flatMap { samples in
        samples.expectedCount.flatMap { try? Rational($0, Int64(samples.sampleRate)).ceil() }
      } ?? 0)
    let choices = [max(common ?? .max, 1_000), max(sound, 1_000), 1_000]
    return choices.first { $0 <= Int64(Int32.max) / max(1, seconds) } ?? 1_000
  }
}

extension Int64 {
  /// The smallest number of which both, above 0, are divisors; nil where it does not fit.
  func leastCommonMultiple(with other: Int64) -> Int64? {
    var (larger, smaller) = (self, other)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    let (multiple, overflow) = (self / larger).multipliedReportingOverflow(by: other)
    return overflow ? nil : multiple
  }
}
