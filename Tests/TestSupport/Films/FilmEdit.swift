import Foundation
import SeededRandom

/// A sequence of cuts out of indexed films, and what each frame of it must show, by exact arithmetic.
public struct FilmEdit: Sendable {
  /// A piece of a film.
  public struct Cut: Sendable {
    /// The film.
    public var film: IndexedFilm

    /// Where the piece starts in the film, in seconds.
    public var start: Fraction

    /// How long the piece is in the output, in seconds.
    public var duration: Fraction

    /// How many seconds of the film pass in one of the output.
    public var speed: Fraction

    /// Cuts a piece out of a film that lasts `duration` in the output.
    public init(film: IndexedFilm, start: Fraction, duration: Fraction, speed: Fraction = Fraction(1)) {
      self.film = film
      self.start = start
      self.duration = duration
      self.speed = speed
    }
  }

  /// How long a frame of the output lasts, in seconds.
  public var frameDuration: Fraction

  /// The pieces, one after the other.
  public var cuts: [Cut]

  /// Puts pieces together.
  public init(frameDuration: Fraction, cuts: [Cut]) {
    self.frameDuration = frameDuration
    self.cuts = cuts
  }

  /// The length of the whole, in seconds.
  public var duration: Fraction { cuts.reduce(.zero) { $0 + $1.duration } }

  /// What each output frame shows. Frame `n` is at `n·d`, there are as many as it takes to cover the
  /// duration, and each shows the source frame whose interval contains the time.
  public var frames: [FrameReading] {
    var (frames, start): ([FrameReading], Fraction) = ([], .zero)
    for cut in cuts {
      let end = start + cut.duration
      while Fraction(frames.count) * frameDuration < end {
        let time = (Fraction(frames.count) * frameDuration - start) * cut.speed + cut.start
        frames.append(.frame(cut.film.frame(at: time)))
      }
      start = end
    }
    return frames
  }

  /// The project file of the edit: one picture track, and instructions that show it throughout.
  public func document(width: Int = 320, height: Int = 180) async throws -> ProjectDocument {
    var names: [IndexedFilm: String] = [:]
    var document = ProjectDocument(assets: [:], tracks: [], export: .lossless)
    for film in cuts.map(\.film) where names[film] == nil {
      let name = "film\(names.count + 1)"
      names[film] = name
      document.assets[name] = ProjectDocument.Asset(uri: try await film.url().path)
    }
    let segments = cuts.map {
      ProjectDocument.Segment(
        asset: names[$0.film, default: ""], in: $0.start, duration: $0.duration * $0.speed,
        to: $0.speed == Fraction(1) ? nil : $0.duration)
    }
    document.composition.tracks = [.video(1, segments)]
    document.videoComposition = ProjectDocument.VideoComposition(
      frameDuration: frameDuration, renderSize: [width, height],
      instructions: [
        ProjectDocument.Instruction(start: .zero, duration: duration, layers: [ProjectDocument.Layer(track: 1)])
      ])
    return document
  }
}

extension FilmEdit {
  /// Random pieces of whole output frames, each starting on a frame of its film.
  public static func random(
    _ count: Int, of frames: Int, from films: [IndexedFilm], frameDuration: Fraction, seed: UInt64
  ) -> FilmEdit {
    var generator = SeededGenerator(seed: seed)
    let duration = Fraction(frames) * frameDuration
    let cuts = (0..<count).map { number in
      let film = films[number % films.count]
      let last = film.timing.frame(at: film.duration - duration)
      let start = film.timing.start(of: Int.random(in: 0...last, using: &generator))
      return Cut(film: film, start: start, duration: duration)
    }
    return FilmEdit(frameDuration: frameDuration, cuts: cuts)
  }

  /// Random pieces that start and end anywhere: in milliseconds, so that neither grid is met but by chance.
  public static func unaligned(
    _ count: Int, from films: [IndexedFilm], frameDuration: Fraction, seed: UInt64
  ) -> FilmEdit {
    var generator = SeededGenerator(seed: seed)
    let cuts = (0..<count).map { number in
      let film = films[number % films.count]
      let duration = Int.random(in: 150...700, using: &generator)
      let room = ((film.duration * Fraction(1000)).floor - duration)
      let start = Int.random(in: 0...room, using: &generator)
      return Cut(film: film, start: Fraction(start, 1000), duration: Fraction(duration, 1000))
    }
    return FilmEdit(frameDuration: frameDuration, cuts: cuts)
  }
}
