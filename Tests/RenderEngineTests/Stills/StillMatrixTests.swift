import Compositing
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

/// Stills of every format, sampling, range, depth, alpha and orientation, beside what other programs decode.
@Suite("Every kind of still")
struct StillMatrixTests {
  @Test(arguments: ProofScope.isFull ? StillRecipe.all : StillRecipe.short)
  func `a still is what another program decodes, as an image and in a film`(recipe: StillRecipe) async throws {
    let folder = try ScratchFolder()
    let file = try await recipe.file(in: folder)
    let expected = try await recipe.reference(file, in: folder)
    let picture = try await StillPixels.image(of: file, in: .rgba)
    let found = try picture.planeBytes()[0]
    let isTurned = (recipe.orientation ?? 1) >= 5
    let (width, height) = isTurned ? (StillRecipe.size.height, StillRecipe.size.width) : StillRecipe.size
    #expect((picture.width, picture.height) == (width, height))
    // Other programs' matrices, and ways to halve chroma and bring it back, round otherwise.
    let seen = zip(found, expected).enumerated().map { index, pair in
      // What is clear has no color.
      index % 4 < 3 && expected[index | 3] == 0 ? 0 : abs(Int(pair.0) - Int(pair.1))
    }
    #expect(found.count == expected.count && seen.max() ?? 255 <= recipe.tolerance, "\(seen.max() ?? -1)")
    let facts = try await WildFile.facts(of: file).videoTracks[0]
    #expect(facts.hasAlpha == recipe.hasAlpha)
    guard !recipe.isDithered else { return }
    // A film of it lies over black.
    let film = try await StillPixels.film(of: file)
    var worst = 0
    for y in 0..<height {
      for x in 0..<width {
        let place = (y * width + x) * 4
        let alpha = Int(expected[place + 3])
        for part in 0..<3 {
          let wanted = Int(expected[place + part]) * alpha / 255
          let shown = Int(film.pixels[(y * film.width + x) * 3 + part])
          worst = max(worst, abs(shown - wanted))
        }
      }
    }
    // Its sides are even: it is stretched by a pixel, one of ninety-seven or sixty-one levels.
    #expect(worst <= 15, "in a film: \(worst)")
  }
}
