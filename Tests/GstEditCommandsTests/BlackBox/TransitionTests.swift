import Foundation
import TestSupport
import Testing

/// The transitions' plug-in, loaded by the program.
@Suite("Transitions as a plug-in")
struct TransitionTests {
  private let frameCount = 20

  /// A wipe to the right from a dark film, track 1, to a bright one.
  private func document() async throws -> ProjectDocument {
    let rate = FrameRate(30)
    let duration = Fraction(frameCount) * rate.frameDuration
    var document = ProjectDocument(
      assets: ["dark": try await FlatFilm(luma: 50).url(), "bright": try await FlatFilm(luma: 200).url()],
      tracks: [
        .video(1, [.init(asset: "dark", in: .zero, duration: duration)]),
        .video(2, [.init(asset: "bright", in: .zero, duration: duration)]),
      ], export: .lossless)
    document.videoComposition = .init(
      frameDuration: rate.frameDuration, renderSize: [320, 180],
      instructions: [.init(start: .zero, duration: duration, layers: [.init(track: 2), .init(track: 1)])])
    document.videoComposition?.customCompositor = .init(name: "wipe")
    return document
  }

  /// Checks that the border of a film of `width` × `height` comes in from the left and goes out at the right, and that
  /// all rows are alike.
  private func check(_ planes: [UInt8], width: Int, height: Int) throws {
    try #require(planes.count == frameCount * width * height)
    for frame in 0..<frameCount {
      let picture = planes[frame * width * height..<(frame + 1) * width * height]
      let row = Array(picture.prefix(width))
      #expect(
        stride(from: picture.startIndex, to: picture.endIndex, by: width).allSatisfy { start in
          picture[start..<start + width].elementsEqual(row)
        })
      // The border is a fiftieth of the width.
      let front = Double(frame) / Double(frameCount) * 1.02
      for (column, luma) in row.enumerated() {
        let arrival = (Double(column) + 0.5) / Double(width)
        let share = min(max((front - arrival) / 0.02, 0), 1)
        #expect(abs(Double(luma) - (50 + 150 * share)) <= 2, "frame \(frame), column \(column)")
      }
    }
  }

  @Test func `a wipe's border travels over the frame, and nothing else changes`() async throws {
    let film = try await Exported(
      document(), as: "out.mkv", ["--plugin", ProgramLocation.plugin("Transitions").path])
    try check(try await FilmReader.planes("y", of: film.url, width: 320, height: 180), width: 320, height: 180)
  }

  @Test func `in a smaller film the pictures are made smaller`() async throws {
    var document = try await document()
    document.videoComposition?.renderSize = [160, 90]
    let film = try await Exported(document, as: "out.mkv", ["--plugin", ProgramLocation.plugin("Transitions").path])
    try check(try await FilmReader.planes("y", of: film.url, width: 160, height: 90), width: 160, height: 90)
  }
}
