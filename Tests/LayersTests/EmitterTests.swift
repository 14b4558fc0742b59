import ModelValues
import Testing

@testable import Layers

@Suite struct EmitterTests {
  private func cell(_ change: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
    var cell = EmitterCell()
    cell.birthRate = 10
    cell.lifetime = 1
    cell.contents = .image(uri: "spark.png")
    change(&cell)
    return cell
  }

  private func emitter(_ cells: [EmitterCell], _ change: (inout EmitterLayer) -> Void = { _ in }) -> Layer {
    var emitter = EmitterLayer()
    emitter.emitterCells = cells
    change(&emitter)
    return Layer(.emitter(emitter))
  }

  @Test func `particles are born evenly and live as long as they do`() throws {
    let layer = emitter([cell()])
    #expect(try layer.at(0)?.particles.map(\.age) == [0])
    let later = try #require(try layer.at(1, 4)?.particles)
    #expect(later.map(\.age).elementsEqual([0.25, 0.15, 0.05]) { near($0, $1) })
    // From one lifetime on there are as many at any time.
    #expect(try layer.at(1001, 200)?.particles.count == 10)
    #expect(try layer.at(2_000_001, 200)?.particles.count == 10)
  }

  @Test func `a particle moves by its velocity and acceleration, turns, grows and fades`() throws {
    let layer = emitter([
      cell {
        $0.birthRate = 0.1
        $0.lifetime = 5
        $0.velocity = 10
        $0.emissionLongitude = .pi / 2
        $0.yAcceleration = 4
        $0.xAcceleration = -2
        $0.spin = 3
        $0.scale = 0.5
        $0.scaleSpeed = 0.25
        $0.alphaSpeed = -0.25
      }
    ]) { $0.emitterPosition = Point(x: 100, y: 50) }
    let particle = try #require(try layer.at(2)?.particles.first)
    #expect(near(.point(particle.position), .point(Point(x: 100 - 4, y: 50 + 20 + 8))))
    #expect(particle.rotation == 6 && particle.scale == 1 && particle.color.alpha == 0.5 && particle.age == 2)
  }

  @Test func `a seed is a whole picture, at each visit`() throws {
    let cells = [
      cell {
        $0.birthRate = 200
        $0.velocityRange = 50
        $0.emissionRange = 2 * .pi
        $0.lifetimeRange = 1
        $0.redRange = 1
        $0.scaleRange = 1
      }
    ]
    func picture(_ seed: UInt32, at time: Int64) throws -> [Particle] {
      try emitter(cells) {
        $0.seed = seed
        $0.emitterShape = .sphere
        $0.emitterSize = Size(width: 100, height: 100)
      }.at(time)?.particles ?? []
    }
    let first = try picture(7, at: 30)
    _ = try picture(7, at: 3)
    #expect(try picture(7, at: 30) == first)
    #expect(try picture(8, at: 30) != first)
    #expect((150...250).contains(first.count))
    // A particle keeps its chances as it ages.
    let one = try emitter(cells) { $0.seed = 7 }.at(299, 10)?.particles ?? []
    let other = try emitter(cells) { $0.seed = 7 }.at(300, 10)?.particles ?? []
    #expect(
      one.contains { particle in
        other.contains { near($0.lifetime, particle.lifetime, 0) && $0.color == particle.color }
      })
  }

  @Test(arguments: EmitterShape.allCases) func `shapes hold their particles`(shape: EmitterShape) throws {
    for mode in EmitterMode.allCases {
      let layer = emitter([cell { $0.birthRate = 500 }]) {
        $0.emitterShape = shape
        $0.emitterMode = mode
        $0.emitterSize = Size(width: 200, height: 80)
        $0.emitterDepth = 60
      }
      let particles = try layer.at(3)?.particles ?? []
      #expect(particles.count >= 499)
      for particle in particles {
        let (x, y, z) = (particle.position.x, particle.position.y, particle.zPosition)
        let radius = (x * x + y * y + z * z).squareRoot()
        switch shape {
        case .point: #expect(radius == 0)
        case .line: #expect(abs(x) <= 100 && y == 0 && z == 0)
        case .rectangle:
          #expect(abs(x) <= 100 && abs(y) <= 40 && z == 0)
          if mode == .outline { #expect(near(abs(x), 100) || near(abs(y), 40)) }
          if mode == .points { #expect(near(abs(x), 100) && near(abs(y), 40)) }
        case .cuboid:
          #expect(abs(x) <= 100 && abs(y) <= 40 && abs(z) <= 30)
          if mode == .surface { #expect(near(abs(x), 100) || near(abs(y), 40) || near(abs(z), 30)) }
        case .circle:
          #expect(radius <= 200.000_001 && z == 0)
          if mode == .outline { #expect(near(radius, 200, 1e-6)) }
        case .sphere:
          #expect(radius <= 200.000_001)
          if mode == .surface { #expect(near(radius, 200, 1e-6)) }
        }
      }
      if shape != .point, mode == .volume {
        let mean = particles.reduce(0) { $0 + $1.position.x } / Double(particles.count)
        #expect(abs(mean) < 24, "spread about the middle")
      }
    }
  }

  @Test(arguments: [(EmitterShape.circle, EmitterMode.outline), (.sphere, .outline), (.sphere, .surface)])
  func `particles leave a round outline away from its middle`(shape: EmitterShape, mode: EmitterMode) throws {
    func distances(_ velocity: Double) throws -> [Double] {
      let layer = emitter([cell { ($0.birthRate, $0.velocity) = (50, velocity) }]) {
        ($0.emitterShape, $0.emitterMode) = (shape, mode)
        $0.emitterSize = Size(width: 100, height: 0)
      }
      return try (layer.at(3)?.particles ?? []).map { particle in
        let (x, y, z) = (particle.position.x, particle.position.y, particle.zPosition)
        return (x * x + y * y + z * z).squareRoot() - particle.age * velocity
      }
    }
    #expect(try distances(30).count >= 49 && distances(30).allSatisfy { near($0, 100, 1e-6) })
    #expect(try distances(-30).allSatisfy { near($0, 100, 1e-6) })
  }

  @Test func `particles leave a line toward lesser y, and the other way where their cell turns them`() throws {
    func particles(_ longitude: Double) throws -> [Particle] {
      try emitter([cell { ($0.velocity, $0.emissionLongitude) = (40, longitude) }]) {
        $0.emitterShape = .line
        $0.emitterSize = Size(width: 60, height: 0)
      }.at(2)?.particles ?? []
    }
    let (up, down) = (try particles(0), try particles(.pi))
    #expect(up.count >= 9 && up.allSatisfy { near($0.position.y, -40 * $0.age, 1e-6) && abs($0.position.x) <= 30 })
    #expect(down.count >= 9 && down.allSatisfy { near($0.position.y, 40 * $0.age, 1e-6) })
  }

  @Test func `a picture of more pixels a unit is a smaller particle`() throws {
    let particle = try #require(
      try emitter([cell { ($0.scale, $0.scaleSpeed, $0.contentsScale) = (1, 1, 4) }]).at(1, 2)?.particles.first)
    #expect(near(particle.scale, (1 + particle.age) / 4))
  }

  @Test func `a cell that emits leaves others where it was`() throws {
    let rocket = cell {
      $0.birthRate = 0.1
      $0.lifetime = 1
      $0.velocity = 100
      $0.contents = nil
      $0.emitterCells = [self.cell { $0.lifetime = 0.5 }]
    }
    let sparks = try emitter([rocket]).at(1, 2)?.particles ?? []
    #expect(sparks.map(\.cell) == [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
    #expect(sparks.map(\.position.x).elementsEqual([10, 20, 30, 40, 50]) { near($0, $1, 1e-6) })
    // After the rocket is gone, its last sparks are there.
    #expect(try emitter([rocket]).at(13, 10)?.particles.isEmpty == false)
    #expect(try emitter([rocket]).at(8)?.particles.isEmpty == true)
  }

  @Test func `emission begins and ends with its cell, and follows the emitter's animations`() throws {
    let timed = emitter([
      cell {
        $0.beginTime = 1
        $0.duration = 0.5
      }
    ])
    #expect(try timed.at(99, 100)?.particles.isEmpty == true)
    #expect(try timed.at(2)?.particles.map(\.age).max().map { near($0, 0.9) } == true)
    #expect(try timed.at(26, 10)?.particles.isEmpty == true)
    var moving = emitter([cell { $0.birthRate = 100 }])
    moving.animations = [basic(.emitterPositionX, from: 0, to: 100), basic(.birthRate, from: 1, to: 0)]
    let trail = try moving.at(1, 2)?.particles ?? []
    #expect(trail.allSatisfy { near($0.position.x, (0.5 - $0.age) * 100, 1e-6) })
    #expect((28...47).contains(trail.count), "three quarters of 50")
    #expect(try moving.at(5)?.particles.isEmpty == true)
  }

  @Test func `more particles than can be drawn are an error`() throws {
    #expect(throws: LayerProblem.self) { try emitter([cell { $0.birthRate = 1e6 }]).at(5) }
    #expect(throws: LayerProblem.self) {
      try emitter([
        cell {
          $0.birthRate = 1e300
          $0.lifetime = 1e300
        }
      ]).at(5)
    }
    var nested = cell()
    for _ in 0..<20 { nested = cell { $0.emitterCells = [nested] } }
    #expect(throws: LayerProblem.self) { try emitter([nested]).at(5) }
    #expect(emitter([nested]).problems().contains { $0.code == .tooDeep })
  }
}
