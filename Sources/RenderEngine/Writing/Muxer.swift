import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// The element that joins encoded streams into a file.
struct Muxer {
  /// The muxer; nil where one encoded stream is the file.
  let element: Element?

  /// The muxer of `fileType` for the streams of `plan`.
  init(_ fileType: FileType, plan: RenderPlan) throws {
    guard let name = Self.name(of: fileType) else {
      element = nil
      return
    }
    let muxer = try name.make()
    if name == .mp4Muxer || name == .movMuxer {
      try muxer.set("movie-timescale", Int(Self.movieTimescale(of: plan)))
    }
    element = muxer
  }

  /// The muxer that `fileType` needs.
  static func name(of fileType: FileType) -> ElementName? {
    switch fileType {
    case .mp4, .m4a: .mp4Muxer
    case .mov: .movMuxer
    case .mkv: .matroskaMuxer
    case .webm: .webmMuxer
    case .ts: .transportStreamMuxer
    case .wav: .waveMuxer
    case .flac: nil
    }
  }

  /// Links `last`, the end of a chain that encodes `mediaType`, to the muxer.
  func link(_ last: Element, _ mediaType: MediaType, fileType: FileType, plan: RenderPlan, in pipeline: Pipeline) throws
  {
    guard let element else { return }
    guard fileType != .wav else { return try pipeline.link([last, element]) }
    guard fileType != .ts else { return try link(last, mediaType, toStreamOf: element, plan: plan) }
    let pad = try element.requestPad(mediaType == .video ? "video_%u" : "audio_%u")
    if let picture = plan.picture, mediaType == .video, fileType == .mp4 || fileType == .mov {
      pad.set("trak-timescale", Int(Self.videoTimescale(of: picture.grid)))
    }
    try last.pad("src").link(to: pad)
  }

  /// Links `last` to `muxer`, that of a transport stream, which has no edit list: the picture begins later by what AAC's
  /// encoder puts before the sound, so that both keep their places to each other.
  ///
  /// Timestamps are ticks of 1/90,000 s, and the muxer rounds them down: half a tick more makes that to the nearest.
  private func link(_ last: Element, _ mediaType: MediaType, toStreamOf muxer: Element, plan: RenderPlan) throws {
    let pad = try muxer.requestPad("sink_%d")
    let halfATick: Int64 = 5_555
    let priming = plan.sound.map { AudioEncoding.aacPriming * 1_000_000_000 / Int64($0.grid.rate) } ?? 0
    pad.set("offset", Int(halfATick + (mediaType == .video ? priming : 0)))
    try last.pad("src").link(to: pad)
  }

  /// Ticks a second in which every frame begins on a whole tick: 24,000 for 24 frames a second, 30,000 for 29.97.
  static func videoTimescale(of grid: FrameGrid) -> Int64 {
    var timescale = grid.frameDuration.denominator
    while timescale < 10_000 { timescale *= 10 }
    return timescale
  }

  /// Ticks a second of the movie's header: such that both the picture's and the sound's length are whole, if the lengths
  /// then fit into the header's 32 bits; else such that the sound's is.
  static func movieTimescale(of plan: RenderPlan) -> Int64 {
    let picture = plan.picture.map { videoTimescale(of: $0.grid) } ?? 1
    let sound = Int64(plan.sound?.grid.rate ?? 1)
    var (larger, smaller) = (picture, sound)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    let (common, overflow) = (picture / larger).multipliedReportingOverflow(by: sound)
    let seconds = max(
      plan.picture.flatMap { try? $0.grid.time(of: $0.frameCount).ceil() } ?? 0,
      plan.sound.flatMap { try? $0.grid.time(of: $0.sampleCount).ceil() } ?? 0)
    let choices = [overflow ? Int64.max : max(common, 1_000), max(sound, 1_000), 1_000]
    return choices.first { $0 <= Int64(Int32.max) / max(1, seconds) } ?? 1_000
  }
}
