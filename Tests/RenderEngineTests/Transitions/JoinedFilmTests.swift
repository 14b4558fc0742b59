import Foundation
import GstEdit
import TestSupport
import Testing

/// Files that are joined by transitions: `gstedit concat --transition`.
@Suite("Files that lead into one another", .timeLimit(.minutes(60)))
struct JoinedFilmTests {
  /// Four seconds at 25 frames a second and a sound of one value, without loss.
  private static func film(_ number: UInt8, level: Int16?) -> IndexedFilm {
    IndexedFilm(film: number) { film in
      (film.frameCount, film.timing, film.codec, film.container) = (100, .constant(FrameRate(25)), .ffv1, "mkv")
      film.sound = level.map { level in
        SoundFile(.constant(level)) { ($0.count, $0.codec, $0.container) = (192_000, .flac, "flac") }
      }
    }
  }

  private static func join(
    _ films: [IndexedFilm], by transition: ClipTransition, to url: URL
  ) async throws -> ExportReport {
    var assets: [AssetReference] = []
    for film in films { assets.append(AssetReference(url: try await film.url())) }
    var conversion = FileConversion(assets, renderer: Engine.renderer())
    conversion.transition = transition
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.ffv1))
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.flac))
    return try await conversion.session(to: url).export()
  }

  @Test func `three films overlap at their joins, and nothing else of them is lost`() async throws {
    let folder = try ScratchFolder()
    let target = folder.url("film.mkv")
    let films = [Self.film(1, level: 16_384), Self.film(2, level: -8_192), Self.film(3, level: nil)]
    let transition = ClipTransition(.push(.left), duration: CMTime(value: 4, timescale: 5))
    let report = try await Self.join(films, by: transition, to: target)
    #expect(report.frameCount == 260)
    let frames = try await FilmReader.frames(target)
    #expect(frames.count == 260)
    var wrong: [Int] = []
    for (frame, found) in frames.enumerated() where !(81..<100).contains(frame) && !(161..<180).contains(frame) {
      let film = frame < 100 ? 0 : frame < 180 ? 1 : 2
      let expected = FrameCode(film: UInt8(film + 1), index: frame - 80 * film)
      // At its very first frame a push still shows the old film.
      let isOld = frame == 160
      if found != .frame(isOld ? FrameCode(film: 2, index: 80) : expected) { wrong.append(frame) }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    let sound = try await SoundReader.firstChannel(target)
    for (time, level) in [
      (1.0, 0.5), (3.6, 0.5 * 0.7071 - 0.25 * 0.7071), (5.0, -0.25), (7.1, -0.25), (8.5, 0),
    ] {
      let found = Double(sound[min(sound.count - 1, Int(time * 48_000))])
      #expect(abs(found - level) < 0.002, "\(time): \(found)")
    }
  }

  @Test func `a file that is too short for its transitions is refused by name`() async throws {
    let folder = try ScratchFolder()
    let films = [Self.film(1, level: nil), Self.film(2, level: nil), Self.film(3, level: nil)]
    let transition = ClipTransition(.crossDissolve, duration: CMTime(value: 5, timescale: 2))
    let error = try await #require(throws: RenderError.self) {
      try await Self.join(films, by: transition, to: folder.url("film.mkv"))
    }
    let short = try await films[1].url()
    #expect(error.code == .invalidModel && error.asset?.url == short)
    #expect(error.remedy?.contains("at most 2 s") == true)
  }
}
