import Foundation
import MediaTime
import TestSupport

/// The film that most tests edit: three segments of two index-coded films, and the noise of the first below them.
///
/// ```
/// frame    0        48        96     120
/// picture  | 1:0…47 | 2:24…71 | 1:72…95 |
/// sound    | one, from its beginning    |
/// ```
enum Film {
  /// Frames a second.
  static let rate = 24
  /// How many frames it has.
  static let frameCount = 120
  /// How many samples it has.
  static let sampleCount = 5 * 48_000

  /// The project's text, with its author's spacing.
  static let text = """
    {
      "gstedit": 1,
      "assets": { "one": { "uri": "media/one.mov" },   "two": { "uri": "media/two.mov" } },
      "composition": { "tracks": [
        { "id": 1, "kind": "video", "segments": [
          { "asset": "one", "in": 0, "duration": 2 },
          { "asset": "two", "in": 1, "duration": 2 },
          { "asset": "one", "in": 3, "duration": 1 } ] },
        { "id": 2,   "kind": "audio", "segments": [ { "asset": "one", "in": 0, "duration": 5 } ] }
      ] }
    }

    """

  private static func film(_ number: UInt8) -> IndexedFilm {
    IndexedFilm(film: number) {
      $0.frameCount = frameCount
      $0.timing = .constant(FrameRate(rate))
      $0.container = "mov"
      $0.sound = SoundFile(.noise(seed: UInt64(number))) { $0.count = sampleCount }
    }
  }

  /// Its media, by the names that the text has for them.
  static func media() async throws -> [String: URL] {
    ["media/one.mov": try await film(1).url(), "media/two.mov": try await film(2).url()]
  }

  /// A studio of it.
  static func stage() async throws -> StudioStage { try await StudioStage(text, media: media()) }

  /// What frame `number` shows.
  static func frame(_ number: Int) -> FrameReading {
    switch number {
    case ..<48: .frame(FrameCode(film: 1, index: number))
    case ..<96: .frame(FrameCode(film: 2, index: number - 24))
    default: .frame(FrameCode(film: 1, index: number - 24))
    }
  }

  /// What pictures show, which are JPEG files one after the other.
  static func readings(of pictures: [[UInt8]], in scratch: ScratchFolder) async throws -> [FrameReading] {
    let file = scratch.url("\(UUID().uuidString).mjpeg")
    try Data(pictures.joined()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await FilmReader.frames(file)
  }

  /// The text with as much between the braces of an edit's JSON as `members` say.
  static func segment(_ number: Int) -> String { "/composition/tracks/0/segments/\(number)" }
}

extension Film {
  /// A folder with its project and its media.
  static func folder() async throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(at: scratch.url("media"), withIntermediateDirectories: true)
    for (name, file) in try await media() { try FileManager.default.copyItem(at: file, to: scratch.url(name)) }
    try scratch.write(text, to: "project.json")
    return scratch
  }
}
