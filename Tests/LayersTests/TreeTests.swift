import Foundation
import MediaTime
import ModelValues
import SeededRandom
import Testing

@testable import Layers

@Suite struct TreeTests {
  @Test func `a layer's plane stands in its superlayer's by its anchor point`() throws {
    var layer = Layer()
    layer.bounds = Rectangle(x: 10, y: 20, width: 100, height: 50)
    layer.position = Point(x: 300, y: 200)
    let corner = try #require(layer.transformToSuperlayer.affine).apply(to: Point(x: 10, y: 20))
    #expect(corner == Point(x: 250, y: 175))
    layer.transform = .rotation(.pi / 2, x: 0, y: 0, z: 1)
    let turned = try #require(layer.transformToSuperlayer.projected(Point(x: 10, y: 20)))
    #expect(near(.point(turned), .point(Point(x: 325, y: 150))))
    layer.isGeometryFlipped = true
    #expect(layer.transformOfSublayers.affine?.apply(to: Point(x: 0, y: 20)) == Point(x: 0, y: 70))
  }

  @Test func `a perspective of the superlayer is about its anchor point`() throws {
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 200, height: 100)
    layer.sublayerTransform = .perspective(distance: 100)
    var inner = Layer()
    inner.zPosition = 50
    inner.position = Point(x: 150, y: 50)
    let whole = inner.transformToSuperlayer.concatenating(layer.transformOfSublayers)
    // Half way to the viewer what is 50 beside the middle is seen 100 beside it.
    #expect(whole.projected(Point(x: 0, y: 0)).map { near(.point($0), .point(Point(x: 200, y: 50))) } == true)
  }

  @Test func `what is nearer is drawn later, and what is as near as it stands`() throws {
    var root = Layer()
    root.sublayers = [("a", 5.0), ("b", -1), ("c", 5), ("d", 0)].map { name, z in
      var layer = Layer()
      layer.name = name
      layer.zPosition = z
      return layer
    }
    #expect(try root.at(0)?.sublayersInDrawingOrder.map(\.layer.name) == ["b", "d", "a", "c"])
  }

  @Test func `a mask has its own animations, and one that is not there masks all`() throws {
    var root = Layer()
    var mask = layer(.layer, basic(.opacity, from: 0, to: 1))
    mask.timing.duration = 2
    root.mask = mask
    #expect(try root.at(1, 2)?.mask?.layer.opacity == 0.5)
    #expect(try root.at(1, 2)?.isMaskedOut == false)
    #expect(try root.at(3)?.mask == nil)
    #expect(try root.at(3)?.isMaskedOut == true)
  }

  @Test func `a replicator shows its sublayers later, turned and colored`() throws {
    var replicator = ReplicatorLayer()
    replicator.instanceCount = 3
    replicator.instanceDelay = 0.25
    replicator.instanceTransform = .translation(x: 20, y: 0)
    replicator.instanceRedOffset = -0.4
    var root = Layer(.replicator(replicator))
    root.bounds = Rectangle(x: 0, y: 0, width: 100, height: 100)
    root.sublayers = [layer(.layer, basic(.opacity, from: 0, to: 1))]
    let present = try #require(try root.at(1, 2))
    #expect(present.sublayers.isEmpty)
    #expect(present.instances.map { $0.sublayers.first?.layer.opacity } == [0.5, 0.25, 0])
    #expect(present.instances.map(\.transform.affine?.tx) == [0, 20, 40])
    #expect(present.instances.map(\.color.red).elementsEqual([1, 0.6, 0.2]) { near($0, $1) })
    root.set(.transform(.rotation(.pi, x: 0, y: 0, z: 1)), for: .instanceTransform)
    // Turns are about the middle.
    let turned = try root.at(1, 2)?.instances[1].transform.projected(Point(x: 0, y: 0))
    #expect(near(turned.map { LayerValue.point($0) }, .point(Point(x: 100, y: 100))))
  }

  @Test func `a transition goes from what was just before to what is`() throws {
    var push = Transition(.push)
    push.subtype = .fromRight
    push.beginTime = 2
    push.duration = 1
    var layer = layer(
      .layer,
      keyframe(.contents, [.contents(.image(uri: "a")), .contents(.image(uri: "b"))]) {
        $0.calculationMode = .discrete
        $0.duration = 4
      })
    layer.animations.append(.transition(push))
    #expect(try layer.at(1)?.transition == nil)
    let half = try #require(try layer.at(5, 2))
    #expect(half.layer.contents == .image(uri: "b"))
    #expect(half.transition?.type == .push && half.transition?.subtype == .fromRight)
    #expect(half.transition?.progress == 0.5)
    #expect(half.transition?.from?.layer.contents == .image(uri: "a"))
    #expect(try layer.at(3)?.transition == nil)
  }

  @Test func `trees come back from JSON as they were`() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<25 {
      let tree = RandomTree.layer(depth: 3, using: &generator)
      let data = try JSONEncoder().encode(tree)
      #expect(try JSONDecoder().decode(Layer.self, from: data) == tree)
    }
  }

  @Test func `JSON has the names of Core Animation, and only what is not the default`() throws {
    let text = """
      {"type": "shape", "path": "M0 0 L10 0", "strokeColor": null, "fillColor": null, "lineCap": "round", "beginTime": 2,
       "animations": [
         {"type": "basic", "keyPath": "strokeEnd", "fromValue": 0, "toValue": 1, "duration": 2, "timingFunction": "easeIn",
          "repeatCount": "infinity"},
         {"type": "keyframe", "keyPath": "position", "values": [[0, 0], [5, 1]], "keyTimes": [0, 1],
          "timingFunctions": [[0.1, 0.2, 0.3, 0.4]]},
         {"type": "group", "animations": [{"type": "spring", "keyPath": "transform.rotation.z", "byValue": 3}]}]}
      """
    let layer = try JSONDecoder().decode(Layer.self, from: Data(text.utf8))
    #expect(layer.kind.shape?.fillColor == nil && layer.kind.shape?.lineCap == .round)
    #expect(layer.timing.beginTime == 2 && layer.timing.duration == .infinity)
    #expect(layer.animations.first?.timing.repeatCount == .infinity)
    #expect(layer.problems() == [])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(Layer()), as: UTF8.self) == "{}")
    #expect(
      String(decoding: try encoder.encode(Layer(.text("Hi"))), as: UTF8.self) == #"{"string":"Hi","type":"text"}"#)
  }

  @Test(arguments: [
    #"{"opactiy": 1}"#, #"{"type": "cube"}"#, #"{"strokeEnd": 1}"#, #"{"animations": [{"type": "basic"}]}"#,
    #"{"animations": [{"keyPath": "opacity"}]}"#, #"{"animations": [{"type": "basic", "keyPath": "frame"}]}"#,
    #"{"animations": [{"type": "basic", "keyPath": "opacity", "fromValue": {"x": 1}}]}"#, #"{"opacity": "half"}"#,
    #"{"type": "shape", "path": "L1"}"#, #"{"transform": [1, 2]}"#, #"{"fillMode": "forever"}"#,
    #"{"duration": "long"}"#,
    #"{"animations": [{"type": "basic", "keyPath": "opacity", "timingFunction": [1]}]}"#, "[]", #"{"position": null}"#,
  ]) func `JSON that is no layer is refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Layer.self, from: Data(text.utf8)) }
  }

  @Test func `any order of times gives the same pictures`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<12 {
      let tree = RandomTree.layer(depth: 3, using: &generator)
      let times = try (0..<8).map { _ in try Rational(.random(in: 0...300, using: &generator), 60) }
      let straight = try times.map { try tree.presentation(at: $0) }
      for index in times.indices.shuffled(using: &generator) {
        #expect(try tree.presentation(at: times[index]) == straight[index])
      }
    }
  }
}

/// Trees by chance, of everything that a tree can have.
enum RandomTree {
  static func layer(depth: Int, using generator: inout SeededGenerator) -> Layer {
    func number(_ range: ClosedRange<Double> = 0...10) -> Double { .random(in: range, using: &generator) }
    var kind = LayerKind.standards.randomElement(using: &generator) ?? .layer
    kind.replicator?.instanceCount = 3
    kind.replicator?.instanceDelay = 0.1
    kind.text?.string = AttributedText([.init("سلام"), .init("👩‍🚀")])
    kind.shape?.path = .ellipse(in: Rectangle(x: 0, y: 0, width: number(), height: number()))
    if var emitter = kind.emitter {
      var cell = EmitterCell()
      (cell.birthRate, cell.lifetime, cell.velocity, cell.velocityRange, cell.emissionRange) = (20, 1, 30, 10, 6)
      cell.contents = .image(uri: "spark.png")
      emitter.emitterCells = [cell]
      emitter.seed = .random(in: 0...99, using: &generator)
      kind = .emitter(emitter)
    }
    var layer = Layer(kind)
    layer.position = Point(x: number(), y: number())
    layer.transform = .rotation(number(), x: number(), y: 0, z: 1)
    layer.timing.beginTime = number(0...1)
    layer.timing.speed = number(0.5...2)
    if Bool.random(using: &generator) { layer.backgroundColor = .black }
    for _ in 0..<3 { layer.animations.append(animation(of: layer, depth: 2, using: &generator)) }
    if depth > 0 {
      for _ in 0..<2 { layer.sublayers.append(self.layer(depth: depth - 1, using: &generator)) }
      if Bool.random(using: &generator) { layer.mask = self.layer(depth: 0, using: &generator) }
    }
    return layer
  }

  static func animation(of layer: Layer, depth: Int, using generator: inout SeededGenerator) -> LayerAnimation {
    let keyPaths = LayerKeyPath.all.filter { layer.value(for: $0)?.components != nil && $0 != .instanceCount }
    let keyPath = keyPaths.randomElement(using: &generator) ?? .opacity
    let value = layer.value(for: keyPath) ?? 0
    func other() -> LayerValue {
      value.with(components: (value.components ?? []).map { _ in .random(in: 0...1, using: &generator) })
    }
    var timing = AnimationTiming()
    timing.beginTime = .random(in: 0...2, using: &generator)
    timing.duration = .random(in: 0...3, using: &generator)
    timing.fillMode = MediaTimingFillMode.allCases.randomElement(using: &generator) ?? .both
    timing.autoreverses = .random(using: &generator)
    timing.repeatCount = .random(in: 0...3, using: &generator)
    timing.isRemovedOnCompletion = .random(using: &generator)
    timing.timingFunction = Bool.random(using: &generator) ? .easeInEaseOut : nil
    var property = PropertyAnimation(keyPath: keyPath)
    property.timing = timing
    property.isAdditive = .random(using: &generator)
    property.isCumulative = .random(using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      var animation = KeyframeAnimation(keyPath: keyPath)
      animation.property = property
      animation.values = [value, other(), other()]
      animation.calculationMode = AnimationCalculationMode.allCases.randomElement(using: &generator) ?? .linear
      return .keyframe(animation)
    case 1:
      var animation = SpringAnimation(keyPath: keyPath)
      animation.basic.property = property
      animation.toValue = other()
      return .spring(animation)
    case 2 where depth > 0:
      var group = AnimationGroup()
      group.timing = timing
      group.animations = (0..<2).map { _ in self.animation(of: layer, depth: depth - 1, using: &generator) }
      return .group(group)
    case 3 where depth > 1:
      var transition = Transition(.moveIn)
      transition.timing = timing
      return .transition(transition)
    default:
      var animation = BasicAnimation(keyPath: keyPath)
      animation.property = property
      animation.fromValue = Bool.random(using: &generator) ? other() : nil
      animation.byValue = other()
      return .basic(animation)
    }
  }
}
