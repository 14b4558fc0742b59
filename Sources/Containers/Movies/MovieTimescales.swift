package import MediaTime
package import Rendering

/// Ticks a second of movies and of their tracks of pictures, in which all times are whole.
package enum MovieTimescales {
  /// Ticks a second in which every frame begins on a whole tick: 24,000 for 24 frames a second, 30,000 for 29.97.
  package static func track(_ frameDuration: Rational) -> Int64 {
    var timescale = frameDuration.denominator
    while timescale < 10_000 { timescale *= 10 }
    return timescale
  }

  /// Ticks a second of the movie's header: such that both the picture's and the sound's length are whole, if the
  /// lengths then fit into the header's 32 bits; else such that the sound's is.
  package static func movie(_ settings: WriterSettings) -> Int64 {
    let picture = settings.pictures.map { $0.timescale ?? track($0.frameDuration) } ?? 1
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
