import MediaFormats
package import MediaTime
import Rendering

/// The presentation of a film that is written, track by track.
package struct FinishedFilm {
  /// The end of the presentation, whatever lies behind; nil for the end of the written media.
  package var end: Rational?
  /// The duration; nil where packets were copied, whose total the muxer counts.
  package var duration: Rational?
  /// The presented parts of the pictures and of each sound that were encoded.
  package var pictures: MovieHeader.Edit?
  package var sounds: [MovieHeader.Edit] = []
  /// The presented part of each track of packets.
  package var packets: [MovieHeader.Edit] = []

  /// The presented part of `track`; nil where nothing is known of it.
  func edit(of track: WriterTrack?) -> MovieHeader.Edit? {
    switch track {
    case .pictures: pictures
    case .sound(let number): sounds.indices.contains(number) ? sounds[number] : nil
    case .packets(let number): packets.indices.contains(number) ? packets[number] : nil
    case nil: nil
    }
  }
}

extension FinishedFilm {
  /// The presentation of a film of `settings` whose end is still to come.
  init(unfinished settings: WriterSettings) {
    pictures = MovieHeader.Edit(duration: .zero)
    sounds = settings.sounds.map { $0.edit(until: .zero) }
    packets = settings.packets.map { _ in MovieHeader.Edit(duration: .zero) }
  }
}

extension WriterSettings.Sound {
  /// The presented part of it, until `end`: of packets that are copied, what has times from its beginning on.
  func edit(until end: Rational) -> MovieHeader.Edit {
    guard let copied else { return MovieHeader.Edit(start: encoding.codec.priming, duration: end) }
    let begin = (try? Rational(copied.start, Int64(samples.sampleRate))) ?? .zero
    return MovieHeader.Edit(duration: end, begin: begin)
  }
}
