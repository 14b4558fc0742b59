import FoundationEssentials
import ModelValues
import Testing

@testable import Layers

/// Animations of the properties of an emitter's cells: a particle is as its cell was at its birth.
@Suite struct EmitterCellAnimationTests {
  private func cell(_ name: String, _ change: (inout EmitterCell) -> Void = { _ in }) -> EmitterCell {
    var cell = EmitterCell()
    cell.name = name
    cell.birthRate = 100
    cell.lifetime = 1
    cell.contents = .image(uri: "spark.png")
    change(&cell)
    return cell
  }

  private func emitter(_ cells: [EmitterCell], _ animations: LayerAnimation...) -> Layer {
    var emitter = EmitterLayer()
    emitter.emitterCells = cells
    var layer = Layer(.emitter(emitter))
    layer.animations = animations
    return layer
  }

  private func path(_ text: String) throws -> LayerKeyPath { try #require(LayerKeyPath(rawValue: text)) }

  @Test func `every property of a cell has its path, and nothing else has one`() throws {
    let layer = emitter([cell("star") { $0.emitterCells = [cell("spark")] }])
    for name in EmitterCell.keyPathNames {
      for cells in ["emitterCells.star.", "emitterCells.star.emitterCells.spark."] {
        let keyPath = try path(cells + name)
        let value = try #require(layer.value(for: keyPath), "\(name)")
        #expect(value.kind == keyPath.kind)
        var changed = layer
        let other: LayerValue =
          switch value {
          case .number: 0.375
          case .flag: .flag(false)
          case .color: .color(Color(red: 0, green: 1, blue: 0))
          default: .rectangle(Rectangle(x: 0, y: 0, width: 0.5, height: 0.5))
          }
        changed.set(other, for: keyPath)
        #expect(changed.value(for: keyPath) == other && changed != layer)
        changed.set(value, for: keyPath)
        #expect(changed == layer)
      }
    }
    for text in [
      "emitterCells", "emitterCells.", "emitterCells.star", "emitterCells.star.", "emitterCells.star.name",
      "star.scale",
      "emitterCells.star.scale.x", "emitterCells.star.emitterCells.spark", "emitterCells..emitterCells.scale", "",
    ] { #expect(LayerKeyPath(rawValue: text) == nil, "\(text)") }
    let unnamed = try path("emitterCells..scale")
    #expect(emitter([cell("")]).value(for: unnamed) == 1)
    #expect(layer.value(for: unnamed) == nil && Layer().value(for: unnamed) == nil)
  }

  @Test func `a particle has the velocity and the color of its birth`() throws {
    let layer = emitter(
      [cell("star"), cell("other") { $0.velocity = 7 }],
      basic(try path("emitterCells.star.velocity"), from: 0, to: 100),
      basic(
        try path("emitterCells.star.color"), from: .color(Color(red: 1, green: 1, blue: 1)),
        to: .color(Color(red: 0, green: 1, blue: 1))))
    for particle in try layer.at(3, 4)?.particles ?? [] {
      let birth = 0.75 - particle.age
      #expect(near(particle.position.x, particle.age * (particle.cell == [0] ? birth * 100 : 7), 1e-6))
      #expect(near(particle.color.red, particle.cell == [0] ? 1 - birth : 1, 1e-6))
    }
  }

  @Test func `a birth rate rises from nothing, in a cell and in what it emits`() throws {
    let star = try path("emitterCells.star.birthRate")
    let rising = emitter([cell("star") { $0.birthRate = 0 }], basic(star, from: 0, to: 400))
    // Half a second of it are 50 births, a whole one 200.
    #expect((35...65).contains(try rising.at(1, 2)?.particles.count ?? 0))
    #expect((170...230).contains(try rising.at(99, 100)?.particles.count ?? 0))
    #expect(try rising.at(0)?.particles.isEmpty == true)

    let rocket = cell("rocket") {
      $0.birthRate = 0.1
      $0.lifetime = 2
      $0.contents = nil
      $0.emitterCells = [cell("spark") { $0.birthRate = 0 }]
    }
    let sparks = emitter(
      [rocket], basic(try path("emitterCells.rocket.emitterCells.spark.birthRate"), from: 0, to: 400))
    #expect((35...65).contains(try sparks.at(1, 2)?.particles.count ?? 0))
  }

  @Test func `a rate that animations add to, add up or throw over its ends loses no birth`() throws {
    let keyPath = try path("emitterCells.star.birthRate")
    let added = emitter([cell("star")], basic(keyPath, from: 100, to: 100) { $0.isAdditive = true })
    #expect((180...200).contains(try added.at(1)?.particles.count ?? 0))
    let cumulative = emitter(
      [cell("star") { $0.birthRate = 0 }],
      basic(keyPath, from: 0, to: 100, duration: 0.5) {
        $0.isCumulative = true
        $0.repeatCount = 4
      })
    // 0 to 400 in two seconds: 300 of the second one.
    #expect((260...340).contains(try cumulative.at(2)?.particles.count ?? 0))
    let spline = emitter(
      [cell("star") { $0.lifetime = 0.02 }],
      keyframe(keyPath, [0, 1000, 1000, 0]) { $0.calculationMode = .cubic })
    // Between two equal keys the spline rises to 1125: 22 or 23 in two hundredths of a second.
    let middle = try (45..<55).map { try spline.at($0, 100)?.particles.count ?? 0 }.reduce(0, +)
    #expect((202...248).contains(middle), "1125, not cut at 1000")
  }

  @Test func `lifetimes grow and cells are turned on`() throws {
    let longer = emitter([cell("star") { $0.lifetime = 0.1 }], basic(try path("emitterCells.star.lifetime"), to: 3))
    #expect(try longer.at(3)?.particles.contains { $0.age > 1.9 } == true)
    let off = cell("star") { $0.isEnabled = false }
    let enabled = emitter(
      [off],
      keyframe(try path("emitterCells.star.enabled"), [.flag(false), .flag(true)]) {
        $0.calculationMode = .discrete
      })
    #expect(try enabled.at(1, 4)?.particles.isEmpty == true)
    #expect(try enabled.at(1)?.particles.allSatisfy { $0.age <= 0.501 } == true)
    #expect((45...52).contains(try enabled.at(1)?.particles.count ?? 0))
  }

  @Test func `a picture at a time is the same whatever was asked before, and a constant animation changes nothing`()
    throws
  {
    let keyPath = try path("emitterCells.star.scale")
    let still = emitter([cell("star") { $0.scaleRange = 1 }])
    let animated = emitter([cell("star") { $0.scaleRange = 1 }], basic(keyPath, from: 1, to: 1))
    let times = [5, 0, 17, 3, 100, 17].map(Int64.init)
    for time in times { #expect(try animated.at(time, 10) == animated.at(time, 10)) }
    for time in times {
      #expect(try animated.at(time, 10)?.particles == still.at(time, 10)?.particles)
    }
  }

  @Test func `a tree in JSON names a cell's property, and a wrong name gets the nearest`() throws {
    func decoded(_ keyPath: String) throws -> Layer {
      let json = """
        {"type": "emitter", "emitterCells": [{"name": "star"}],
         "animations": [{"type": "basic", "keyPath": "\(keyPath)", "toValue": 3}]}
        """
      return try JSONDecoder().decode(Layer.self, from: Data(json.utf8))
    }
    let layer = try decoded("emitterCells.star.velocity")
    #expect(layer.animations.first?.property?.keyPath.rawValue == "emitterCells.star.velocity")
    #expect(try JSONDecoder().decode(Layer.self, from: JSONEncoder().encode(layer)) == layer)
    #expect(layer.problems().isEmpty)
    #expect(try decoded("emitterCells.moon.velocity").problems().map(\.code) == [.withoutEffect])
    #expect(try decoded("emitterCells.star.birthRate").problems().isEmpty)
    do {
      _ = try decoded("emitterCells.star.velocty")
      Issue.record("It was read.")
    } catch DecodingError.dataCorrupted(let context) {
      let name = try #require(context.underlyingError as? UnknownName)
      #expect(name.name == "emitterCells.star.velocty" && name.known.contains("emitterCells.star.velocity"))
    }
  }

  @Test func `numbers that no particle can have are no crash`() throws {
    for number: Double in [.nan, .infinity, -.infinity, -5, 1e308] {
      for name in EmitterCell.numbers.map(\.name) {
        let layer = emitter([cell("star")], basic(try path("emitterCells.star.\(name)"), from: 1, to: .number(number)))
        for time in [0, 1, 3] { _ = try? layer.at(Int64(time), 2) }
        if !number.isFinite { #expect(!layer.problems().isEmpty) }
      }
    }
  }
}
