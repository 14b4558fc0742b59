import Foundation
import SeededRandom
import TestSupport

/// A film with pictures at uneven times, derived from a number: rates from 5 to 120, times that jitter by up to 20 ms,
/// gaps and bursts, in five containers, half of them with sound.
struct VariableRateFilm {
  let film: IndexedFilm
  /// Ticks a second.
  let timescale: Int
  /// How long each picture is shown, in ticks.
  let durations: [Int]

  /// Samples a second of the sound, where there is some.
  static let sampleRate = 48_000

  /// The film of `seed`, of `count` pictures.
  init(seed: UInt64, count: Int = 48) {
    var random = SeededGenerator(seed: seed)
    let (container, codec) = [
      ("mp4", FilmCodec.h264), ("mov", .h264), ("mkv", .h264), ("webm", .vp8), ("ts", .h264),
    ][Int.random(in: 0..<5, using: &random)]
    let timescale = container == "mkv" || container == "webm" ? 1_000 : 90_000
    let rate = Double.random(in: 5...120, using: &random)
    let jitters = [0.000_01, 0.001, 0.006, 0.02]
    let jitter = jitters[Int.random(in: 0..<4, using: &random)]
    // Two milliseconds lie between pictures at least: Matroska counts in them.
    let shortest = timescale / 500
    var times: [Int] = [0]
    var place = 0.0
    for _ in 1..<count {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: place += Double(Int.random(in: 2...9, using: &random)) / rate
      case 1: place += 0.003
      default: place += 1 / rate
      }
      let time = Int(((place + Double.random(in: 0...jitter, using: &random)) * Double(timescale)).rounded())
      times.append(max(time, times[times.count - 1] + shortest))
    }
    var durations = zip(times.dropFirst(), times).map { $0 - $1 }
    durations.append(max(shortest, Int(Double(timescale) / rate)))
    let hasSound = Bool.random(using: &random)
    let film = IndexedFilm(film: UInt8(seed % 5)) { film in
      (film.frameCount, film.width, film.height) = (count, 128, 72)
      (film.codec, film.container) = (codec, container)
      film.timing = .cycle(durations: durations, timescale: timescale)
      guard hasSound, container == "mov" || container == "mkv" else { return }
      film.sound = SoundFile(.noise(seed: seed)) { sound in
        sound.count = times[times.count - 1] * Self.sampleRate / timescale
        sound.codec = container == "mov" ? .pcm : .flac
      }
    }
    (self.film, self.timescale, self.durations) = (film, timescale, durations)
  }

  /// When picture `index` begins; when the last ends, for the number of them.
  func time(_ index: Int) -> Fraction { Fraction(durations[..<index].reduce(0, +), timescale) }

  /// The pictures that are shown between `start` and `end`, and when each begins, counted from `start`.
  func pictures(from start: Fraction, to end: Fraction) -> [(index: Int, time: Fraction)] {
    let times = durations.indices.map(time)
    return times.indices.compactMap { index in
      let next = index + 1 < times.count ? times[index + 1] : time(times.count)
      guard next > start, times[index] < end else { return nil }
      return (index, max(.init(0), times[index] - start))
    }
  }
}
