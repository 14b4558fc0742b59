import Composition
import GStreamer
import MediaTime
import RenderPlan

/// The element that joins encoded streams into a file.
struct FilmMuxer {
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
      try muxer.set("movie-timescale", Self.movieTimescale(of: plan))
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
    case .wav: .waveMuxer
    case .flac: nil
    }
  }

  /// Links `last`, the end of a chain that encodes `mediaType`, to the muxer.
  func link(_ last: Element, _ mediaType: MediaType, fileType: FileType, plan: RenderPlan, in pipeline: Pipeline) throws
  {
    guard let element else { return }
    guard fileType != .wav else { return try pipeline.link([last, element]) }
    let pad = try element.requestPad(mediaType == .video ? "video_%u" : "audio_%u")
    if let picture = plan.picture, mediaType == .video, fileType == .mp4 || fileType == .mov {
      pad.set("trak-timescale", Int(Self.videoTimescale(of: picture)))
    }
    try last.pad("src").link(to: pad)
  }

  /// Ticks a second in which every frame begins on a whole tick.
  private static func videoTimescale(of picture: PicturePlan) -> Int64 {
    let denominator = picture.grid.frameDuration.denominator
    return denominator * max(1, (10_000 + denominator - 1) / denominator)
  }

  /// Ticks a second in which both the picture's and the sound's length are whole, if the format's 31 bits allow it.
  private static func movieTimescale(of plan: RenderPlan) -> Int {
    let picture = plan.picture.map { videoTimescale(of: $0) } ?? 1
    let sound = Int64(plan.sound?.grid.rate ?? 1)
    var (larger, smaller) = (picture, sound)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    let (common, overflow) = (picture / larger).multipliedReportingOverflow(by: sound)
    return Int(overflow || common > Int64(Int32.max) ? sound : max(common, 1_000))
  }
}
