import Foundation
import TestSupport

/// The media of these tests, whose frames carry their numbers, and a project of them.
enum Films {
  /// Film `number`: ten seconds, 30 frames a second, with a tone of its own.
  static func film(_ number: UInt8, seconds: Int = 10) async throws -> URL {
    try await IndexedFilm(film: number) { film in
      film.timing = .constant(FrameRate(30))
      film.frameCount = 30 * seconds
      film.options = ["-g", "15"]
      film.sound = SoundFile(.tone(hertz: 220 * Int(number))) { sound in
        sound.count = 48_000 * seconds
        sound.codec = .aac
      }
    }.url()
  }

  /// Three seconds of sound alone.
  static func voice() async throws -> URL {
    try await SoundFile(.tone(hertz: 660)) { $0.count = 144_000 }.url()
  }

  /// The media of the project.
  static func media() async throws -> [String: URL] {
    ["media/one.mp4": try await film(1), "media/two.mp4": try await film(2), "media/voice.wav": try await voice()]
  }

  /// Three clips on one of two video tracks, the sound of one of them, a voice, and a title: with gaps, to try out everything in.
  ///
  /// ```
  ///  video 1   | one 2–5 | two 1–4 |    | one 6–8 |
  ///            0         3         6    7         9
  ///  video 2                                       | two 0–1 |
  ///  audio 3     | one 2–4.5 |                     9.5       10.5
  ///  audio 4                    | voice 0–2 |
  /// ```
  static let text = """
    {
      "gstedit": 1,
      "assets":   { "one": { "uri": "media/one.mp4" },  "two": { "uri": "media/two.mp4" },
                    "voice": { "uri": "media/voice.wav" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
            { "asset": "one", "in": 2, "duration": 3 },
            { "asset": "two", "in": 1, "duration": 3 },
            { "asset": "one", "in": 6, "duration": 2, "at": 7 } ] },
        { "id": 2, "kind": "video", "segments": [ { "asset": "two", "in": 0, "duration": 1, "at": 9.5 } ] },
        { "id": 3, "kind": "audio", "segments": [ { "asset": "one",   "in": 2, "duration": 2.5, "at": 0.5 } ] },
        { "id": 4, "kind": "audio", "segments": [ { "asset": "voice", "in": 0, "duration": 2,   "at": 4 } ] } ] },
      "titles":   [ { "text": "Hello",  "style": "title", "start": 1, "duration": 2 } ]
    }

    """

  /// The same without the title, so that every picture can be read.
  static let plain = text.replacing(#/,\n +"titles": .*\]/#, with: "")
}
