public import Foundation

/// A film whose every frame carries its own number, and the number of the film, in its pixels.
public struct IndexedFilm: Hashable, Sendable {
  /// The number of the film.
  public var film: UInt8

  /// The number of frames.
  public var frameCount = 900

  /// When the frames are shown.
  public var timing = FrameTiming.constant(.ntsc)

  /// Width in pixels, even.
  public var width = 320

  /// Height in pixels, even.
  public var height = 180

  /// How the frames are encoded.
  public var codec = FilmCodec.h264

  /// Further options of ffmpeg's encoder: a GOP's shape, a profile.
  public var options: [String] = []

  /// The container, as the extension of the file: `mp4`, `mov`, `mkv`, `webm`, `ts`.
  public var container = "mp4"

  /// A sound to put beside the picture, if any; its own container does not matter.
  public var sound: SoundFile?

  /// Describes a film; the rest of it has defaults to change.
  public init(film: UInt8) {
    self.film = film
  }

  /// Describes a film and changes what its maker wants otherwise.
  public init(film: UInt8, _ change: (inout IndexedFilm) -> Void) {
    self.film = film
    change(&self)
  }

  /// How long the film lasts, in seconds.
  public var duration: Fraction { timing.start(of: frameCount) }

  /// What the picture shows at a time, in seconds from the film's first frame.
  public func frame(at time: Fraction) -> FrameCode {
    FrameCode(film: film, index: timing.frame(at: time))
  }

  /// The film's file, made at the first request for the same film.
  public func url() async throws -> URL {
    var arguments = input
    if let sound {
      arguments += ["-i", try await sound.waveform().path] + sound.codec.arguments
    }
    arguments += ["-vf", filter, "-fps_mode", "passthrough", "-enc_time_base:v", encoderTimeBase]
    arguments += codec.arguments + options + containerArguments
    let recipe = arguments
    let name = "film\(film)-\(frameCount)-\(timing.name)-\(width)x\(height)-\(codec.rawValue)"
    return try await MediaCache.shared.file(named: name, extension: container, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path], input: rawFrames())
    }
  }

  /// How ffmpeg reads the raw frames. A film of variable rate comes in at one frame a tick and is spread by ``filter``.
  private var input: [String] {
    let rate =
      switch timing {
      case .constant(let rate): rate.description
      case .cycle(_, let timescale): "\(timescale)"
      }
    return ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)", "-r", rate, "-i", "pipe:0"]
  }

  /// The filter that gives the frames their times.
  private var filter: String {
    switch timing {
    case .constant:
      return "null"
    case .cycle(let durations, let timescale):
      let round = durations.reduce(0, +)
      let offsets = durations.indices.map { durations[..<$0].reduce(0, +) }
      let place = offsets.enumerated().map { "eq(mod(N,\(durations.count)),\($0.offset))*\($0.element)" }
      return "settb=1/\(timescale),setpts='floor(N/\(durations.count))*\(round)+\(place.joined(separator: "+"))'"
    }
  }

  /// The clock of the encoder: a tick a frame, or the timescale of a variable rate.
  private var encoderTimeBase: String {
    switch timing {
    case .constant(let rate): "\(rate.seconds):\(rate.frames)"
    case .cycle(_, let timescale): "1:\(timescale)"
    }
  }

  /// The tags and the timescale that a container needs. A movie's last packet has a tick at least: of packets whose frames filters
  /// have given times, some releases of ffmpeg know no length, and a frame without any lies behind the edit list's end.
  private var containerArguments: [String] {
    var arguments = ["-map_metadata", "-1", "-fflags", "+bitexact", "-colorspace", "smpte170m"]
    if container == "mp4" || container == "mov", case .cycle(_, let timescale) = timing {
      arguments += ["-video_track_timescale", "\(timescale)"]
      arguments += ["-bsf:v", "setts=pts=PTS:dts=DTS:duration='max(DURATION,1)'"]
    }
    return arguments
  }

  /// The frames as raw I420, tinted by the number of the film for human eyes.
  private func rawFrames() -> Data {
    let chroma = (width / 2) * (height / 2)
    let blue = [UInt8](repeating: film &* 40 &+ 60, count: chroma)
    let red = [UInt8](repeating: 200 &- film &* 30, count: chroma)
    var data = Data(capacity: frameCount * width * height * 3 / 2)
    for index in 0..<frameCount {
      data.append(contentsOf: FrameCode(film: film, index: index).luma(width: width, height: height))
      data.append(contentsOf: blue)
      data.append(contentsOf: red)
    }
    return data
  }
}
