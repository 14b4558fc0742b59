import AVFoundation
import TestSupport
import Testing

@Suite("Particles over films")
struct EmitterTests {
  /// A cell of white squares, 20 a second for a second.
  private func confetti(_ change: (CAEmitterCell) -> Void = { _ in }) throws -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = try whitePicture(6)
    (cell.name, cell.birthRate, cell.lifetime) = ("confetti", 20, 5)
    change(cell)
    return cell
  }

  /// An emitter of `cells` that begins with the film.
  private func emitter(_ cells: [CAEmitterCell], _ change: (CAEmitterLayer) -> Void = { _ in }) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    (emitter.beginTime, emitter.emitterCells) = (AVCoreAnimationBeginTimeAtZero, cells)
    emitter.emitterPosition = CGPoint(x: 160, y: 90)
    change(emitter)
    return emitter
  }

  @Test func `confetti falls from a line above the film`() async throws {
    // As films' overlays have it: a line a little above the top, and cells without a direction of their own.
    let emitter = emitter([try confetti { $0.velocity = 150 }]) {
      $0.emitterPosition = CGPoint(x: 160, y: 185)
      $0.emitterShape = .line
      $0.emitterSize = CGSize(width: 300, height: 2)
    }
    let early = try await LayerFilm.frame([emitter], at: 5)
    let late = try await LayerFilm.frame([emitter], at: 27)
    // The first has fallen for 5/30 and 27/30 of a second.
    #expect(early.brightRows.allSatisfy { $0 <= 24 } && !early.brightRows.isEmpty)
    let lowest = try #require(late.brightRows.last)
    #expect((126...136).contains(lowest))
    // They begin all over the line.
    #expect(late.brightColumns.contains { $0 < 110 } && late.brightColumns.contains { $0 > 210 })
    #expect(try await LayerFilm.frame([], at: 27).brightRows.isEmpty)
  }

  @Test func `a cell turned round emits upward from a line`() async throws {
    let emitter = emitter([
      try confetti { ($0.velocity, $0.emissionLongitude) = (100, .pi) }
    ]) { $0.emitterShape = .line }
    let rows = try await LayerFilm.frame([emitter], at: 27).brightRows
    #expect(rows.allSatisfy { $0 < 95 } && rows.contains { $0 < 10 })
  }

  @Test func `particles leave a circle's outline away from its middle`() async throws {
    let emitter = emitter([try confetti { ($0.birthRate, $0.velocity) = (60, 40) }]) {
      ($0.emitterShape, $0.emitterMode) = (.circle, .outline)
      $0.emitterSize = CGSize(width: 40, height: 0)
    }
    let picture = try await LayerFilm.frame([emitter], at: 27)
    var distances: [Double] = []
    for row in 0..<180 {
      for column in 0..<320 where picture[column, row].isBright {
        distances.append(hypot(Double(column) - 159.5, Double(row) - 89.5))
      }
    }
    // Squares reach 4.3 from their middles, which are 40 to 76 from the emitter's.
    #expect(distances.count > 500 && distances.allSatisfy { $0 > 34 && $0 < 82 } && distances.contains { $0 > 70 })
  }

  @Test func `a particle's picture is upright, colored, and as large as its scale`() async throws {
    let upright = try confetti { ($0.birthRate, $0.contents, $0.scale) = (1, try? greenOverRed(10), 4) }
    let picture = try await LayerFilm.frame([emitter([upright])], at: 6)
    #expect(picture[160, 75].isNear(0, 255, 0, 40) && picture[160, 105].isNear(255, 0, 0, 40))
    #expect(!picture[160, 66].isBright && !picture[160, 113].isBright && !picture[136, 90].isBright)
    let tinted = try confetti {
      ($0.birthRate, $0.contents, $0.contentsScale) = (1, try? whitePicture(40), 2)
      $0.color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    }
    let small = try await LayerFilm.frame([emitter([tinted])], at: 6)
    #expect(small[160, 90].isNear(255, 0, 0, 40) && small[152, 82].isNear(255, 0, 0, 40))
    #expect(!small[146, 90].isBright && !small[160, 103].isBright)
  }

  @Test func `an emitter begins with its layer, and a cell within it`() async throws {
    let late = emitter([try confetti()]) { $0.beginTime = 0.5 }
    #expect(try await LayerFilm.frame([late], at: 12).brightRows.isEmpty)
    #expect(try await !LayerFilm.frame([late], at: 18).brightRows.isEmpty)
    let short = emitter([try confetti { ($0.beginTime, $0.duration, $0.lifetime) = (0.2, 0.2, 0.1) }])
    #expect(try await LayerFilm.frame([short], at: 3).brightRows.isEmpty)
    #expect(try await !LayerFilm.frame([short], at: 9).brightRows.isEmpty)
    #expect(try await LayerFilm.frame([short], at: 21).brightRows.isEmpty)
  }

  @Test func `a cell is set by its name`() async throws {
    let emitter = emitter([try confetti()])
    #expect(emitter.value(forKeyPath: "emitterCells.confetti.birthRate") as? Float == 20)
    #expect(try await !LayerFilm.frame([emitter], at: 9).brightRows.isEmpty)
    emitter.setValue(0, forKeyPath: "emitterCells.confetti.birthRate")
    emitter.setValue(7, forKeyPath: "emitterCells.nobody.birthRate")
    #expect(emitter.emitterCells?.first?.birthRate == 0)
    #expect(try await LayerFilm.frame([emitter], at: 9).brightRows.isEmpty)
    emitter.setValue(20, forKeyPath: "emitterCells.confetti.birthRate")
    emitter.setValue(false, forKeyPath: "emitterCells.confetti.enabled")
    #expect(try await LayerFilm.frame([emitter], at: 9).brightRows.isEmpty)
  }

  @Test func `a cell's property is animated by its name`() async throws {
    let emitter = emitter([try confetti { $0.velocity = 150 }]) { $0.emitterPosition = CGPoint(x: 0, y: 90) }
    let pause = CABasicAnimation(keyPath: "emitterCells.confetti.birthRate")
    (pause.fromValue, pause.toValue) = (0, 0)
    (pause.beginTime, pause.duration) = (AVCoreAnimationBeginTimeAtZero, 0.5)
    emitter.add(pause, forKey: nil)
    #expect(try await LayerFilm.frame([emitter], at: 13).brightRows.isEmpty)
    let columns = try await LayerFilm.frame([emitter], at: 27).brightColumns
    // The first was born half a second after the film began.
    #expect(columns.contains { $0 > 40 } && columns.allSatisfy { $0 < 66 })
  }

  @Test func `particles emit particles where they are`() async throws {
    let spark = try confetti { ($0.name, $0.lifetime) = ("spark", 0.2) }
    let rocket = try confetti {
      ($0.contents, $0.birthRate, $0.velocity, $0.name) = (nil, 1, 200, "rocket")
      $0.emitterCells = [spark]
    }
    let emitter = emitter([rocket]) { $0.emitterPosition = CGPoint(x: 20, y: 90) }
    let columns = try await LayerFilm.frame([emitter], at: 24).brightColumns
    #expect(columns.allSatisfy { $0 > 130 && $0 < 190 } && !columns.isEmpty)
    emitter.setValue(0, forKeyPath: "emitterCells.rocket.emitterCells.spark.birthRate")
    #expect(try await LayerFilm.frame([emitter], at: 24).brightColumns.isEmpty)
  }

  @Test func `colors add up where they are to`() async throws {
    func middle(_ mode: CAEmitterLayerRenderMode) async throws -> Pixels.Pixel {
      let cell = try confetti { ($0.birthRate, $0.scale) = (30, 8) }
      cell.color = CGColor(gray: 0.3, alpha: 1)
      return try await LayerFilm.frame([emitter([cell]) { $0.renderMode = mode }], at: 20)[160, 90]
    }
    #expect(try await middle(.additive).isNear(255, 255, 255))
    #expect(try await middle(.unordered).isNear(77, 77, 77))
  }

  @Test func `what is not drawn of particles is refused, with a sentence`() async throws {
    let fast = emitter([try confetti { $0.speed = 2 }])
    #expect(try await LayerFilm.refusal([fast])?.contains("“confetti” has a speed") == true)
    let deep = emitter([try confetti { $0.zAcceleration = 5 }]) { $0.preservesDepth = true }
    #expect(try await LayerFilm.refusal([deep])?.contains("preservesDepth") == true)
    let strange = emitter([try confetti { $0.contents = "a string" }])
    #expect(try await LayerFilm.refusal([strange])?.contains("contents are a String") == true)
  }
}
