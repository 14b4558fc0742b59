import MediaTime
import ModelValues
import SeededRandom
import Testing

@testable import Layers

@Suite struct HostileTreeTests {
  static let bad: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e308, -1e308, .leastNonzeroMagnitude]

  @Test func `a good tree has no problems`() {
    var generator = SeededGenerator(seed: 9)
    var plain = Layer(.text("Title"))
    plain.sublayers = [layer(.shape(ShapeLayer()), basic(.strokeEnd, from: 0, to: 1)), Layer(.video(VideoLayer()))]
    #expect(plain.problems() == [])
    for _ in 0..<20 {
      let problems = RandomTree.layer(depth: 2, using: &generator).problems()
      #expect(problems.allSatisfy { $0.code == .withoutEffect }, "\(problems)")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e308])
  func `bad numbers in any property are values, and problems where they are not finite`(
    number: Double
  ) throws {
    for kind in LayerKind.standards {
      for keyPath in LayerKeyPath.all {
        var layer = Layer(kind)
        guard let value = layer.value(for: keyPath), let components = value.components, !components.isEmpty else {
          continue
        }
        let hostile = value.with(components: components.map { _ in number })
        layer.set(hostile, for: keyPath)
        layer.animations = [
          basic(keyPath, from: value, to: hostile), basic(keyPath, by: hostile) { $0.isAdditive = true },
          keyframe(keyPath, [value, hostile, value]) { $0.calculationMode = .cubicPaced },
        ]
        let problems = layer.problems()
        if !number.isFinite { #expect(problems.contains { $0.code == .valueOutOfRange }, "\(keyPath)") }
        _ = try? layer.at(1, 3)
      }
    }
  }

  @Test(arguments: bad) func `bad timing never traps`(number: Double) {
    let paths: [WritableKeyPath<MediaTiming, Double>] = [
      \.beginTime, \.duration, \.speed, \.timeOffset, \.repeatCount, \.repeatDuration,
    ]
    for path in paths {
      for other in paths {
        for fill in MediaTimingFillMode.allCases {
          var timing = timing {
            $0.fillMode = fill
            $0.autoreverses = true
          }
          timing[keyPath: path] = number
          timing[keyPath: other] = number
          for time in Self.bad + [0.5, 2] {
            let local = timing.localTime(at: Moment(seconds: time), lasting: timing.duration)
            if let local { #expect(!local.progress.isNaN && local.progress >= 0 && local.progress <= 1) }
          }
          var layer = Layer(animations: [basic(.opacity, from: 0, to: 1) { $0.property.timing.timing = timing }])
          layer.timing = timing
          _ = try? layer.at(1, 2)
          if number.isNaN { #expect(!layer.problems().isEmpty) }
        }
      }
    }
  }

  @Test func `an animation of nothing, or of everything at once, does no harm`() throws {
    var empty = KeyframeAnimation(keyPath: .position)
    empty.duration = 1
    var pathOnly = empty
    pathOnly.path = BezierPath([.move(Point(x: 1, y: 1)), .close])
    let layer = Layer(animations: [
      .keyframe(empty), .keyframe(pathOnly), .group(AnimationGroup()),
      keyframe(.opacity, [0, 1]) { $0.keyTimes = [.nan, .infinity] },
      keyframe(.opacity, [0, .flag(true), .text("x")]) { $0.calculationMode = .cubicPaced },
      keyframe(.position, [.point(Point(x: 0, y: 0)), .point(Point(x: 0, y: 0))]) { $0.calculationMode = .paced },
      basic(.opacity, from: 0, to: 1, duration: 0) { $0.repeatCount = .infinity },
    ])
    for step in 0...8 { _ = try layer.at(Int64(step), 4) }
    #expect(layer.problems().count >= 4)
  }

  @Test func `too much is an error, and not a hang`() throws {
    var deep = Layer()
    for _ in 0..<150 {
      var outer = Layer()
      outer.sublayers = [deep]
      deep = outer
    }
    #expect(throws: LayerProblem.self) { try deep.at(0) }
    #expect(deep.problems().map(\.code) == [.tooDeep])

    var replicator = ReplicatorLayer()
    replicator.instanceCount = 10_000
    replicator.instanceDelay = 0.001
    var many = Layer()
    for _ in 0..<4 {
      var outer = Layer(.replicator(replicator))
      outer.sublayers = [many]
      many = outer
    }
    #expect(throws: LayerProblem.self) { try many.at(100) }
    many.set(1e12, for: .instanceCount)
    #expect(throws: LayerProblem.self) { try many.at(100) }
    many.set(.number(.nan), for: .instanceCount)
    #expect(try many.at(100)?.instances.isEmpty == true)

    var nested = LayerAnimation.group(AnimationGroup())
    for _ in 0..<40 { nested = .group(AnimationGroup([nested])) }
    #expect(throws: LayerProblem.self) { try Layer(animations: [nested]).at(0) }
    #expect(Layer(animations: [nested]).problems().contains { $0.code == .tooDeep })
  }

  @Test func `a layer that is flattened has no inverse, and is evaluated like any other`() throws {
    var flat = layer(.layer, basic(.transformScale, from: 0, to: 1), basic(.transformRotationY, to: .number(.pi / 2)))
    flat.transform = .scale(x: 0, y: 0, z: 0).concatenating(.perspective(distance: 10))
    for step in 0...4 {
      let present = try flat.at(Int64(step), 4)?.layer
      _ = present?.transformToSuperlayer.projected(Point(x: 3, y: 4))
      _ = present?.transformToSuperlayer.inverted
    }
    #expect(flat.transformToSuperlayer.inverted == nil)
    #expect(flat.problems() == [])
  }

  @Test func `a million letters are a problem`() {
    let layer = Layer(.text(TextLayer(AttributedText(String(repeating: "a", count: 1_000_000)))))
    #expect(layer.problems().map(\.code) == [.tooLarge])
  }

  @Test func `more animations or keys than can be evaluated are problems`() {
    let crowded = Layer(animations: [LayerAnimation](repeating: .transition(Transition()), count: 10_001))
    #expect(throws: LayerProblem.self) { try crowded.at(0) }
    #expect(crowded.problems().map(\.location) == ["animations"])
    let keys = layer(.layer, keyframe(.opacity, [LayerValue](repeating: 1, count: 20_000)))
    #expect(keys.problems().map(\.location) == ["animations[0].values"])
  }

  @Test func `transitions in one another end`() throws {
    var transition = Transition()
    transition.fillMode = .both
    transition.isRemovedOnCompletion = false
    transition.duration = 100
    var tree = Layer(animations: [.transition(transition)])
    for _ in 0..<40 {
      var outer = Layer(animations: [.transition(transition), .transition(transition)])
      outer.sublayers = [tree]
      tree = outer
    }
    _ = try? tree.at(1)
  }

  @Test func `a time that is none is an error`() {
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(throws: LayerProblem.self) { try Layer().presentation(at: time) }
    }
  }

  @Test func `problems say where they are`() {
    var root = Layer()
    root.opacity = 2
    var title = layer(.text("x"), basic(.opacity, from: .number(.nan)))
    title.animations.append(keyframe(.position, [.point(Point(x: 0, y: 0)), 3]))
    var mask = Layer(.shape(ShapeLayer()))
    mask.set(.numbers([1, -1]), for: .lineDashPattern)
    title.mask = mask
    root.sublayers = [Layer(), title]
    #expect(
      root.problems().map { "\($0.location) \($0.code)" } == [
        "opacity valueOutOfRange", "sublayers[1].animations[0].fromValue valueOutOfRange",
        "sublayers[1].animations[1].values[1] wrongKind", "sublayers[1].mask.lineDashPattern valueOutOfRange",
      ])
    #expect(root.problems().first?.description == "opacity: It is 2. Expected 0 to 1.")
  }
}
