import AVFoundation
import TestSupport

/// The clips of these tests: two seconds each, frames that carry their number, and sound.
enum Clips {
  static func cat() async throws -> URL { try await clip(53) }
  static func beach() async throws -> URL { try await clip(79) }

  private static func clip(_ number: UInt8) async throws -> URL {
    try await IndexedFilm(film: number) {
      ($0.frameCount, $0.timing) = (60, .constant(FrameRate(30)))
      $0.sound = SoundFile(.tone(hertz: 440)) { ($0.codec, $0.count) = (.aac, 96_000) }
    }.url()
  }

  /// What frames of a clip read as.
  static func frames(_ film: UInt8, _ numbers: some Sequence<Int>) -> [FrameReading] {
    numbers.map { .frame(FrameCode(film: film, index: $0)) }
  }
}
