import ModelValues
import Testing

@testable import Layers

/// `CAKeyframeAnimation`, after its reference; splines after Kochanek and Bartels, "Interpolating Splines with Local Tension,
/// Continuity, and Bias Control" (1984).
@Suite struct KeyframeTests {
  private func number(
    _ values: [LayerValue], at numerator: Int64, _ denominator: Int64,
    _ change: (inout KeyframeAnimation) -> Void = { _ in }
  ) throws -> Double? {
    try layer(.layer, keyframe(.zPosition, values, change)).number(.zPosition, at: numerator, denominator)
  }

  @Test func `without times keys are at even distances`() throws {
    #expect(try number([0, 10, 30], at: 1, 4) == 5)
    #expect(try number([0, 10, 30], at: 3, 4) == 20)
    #expect(try number([0, 10, 30], at: 1, 1) == 30)
    #expect(try number([7], at: 1, 2) == 7)
  }

  @Test func `times say when keys are, and each part has its pace`() throws {
    #expect(try number([0, 10, 30], at: 3, 8) { $0.keyTimes = [0, 0.25, 1] }.map { near($0, 10 + 20.0 / 6) } == true)
    #expect(
      try number([0, 10, 30], at: 1, 4) { $0.timingFunctions = [.easeIn, .linear] }
        .map { near($0, 10 * MediaTimingFunction.easeIn.progress(at: 0.5)) } == true)
    // Two keys at one time are a step.
    #expect(try number([0, 1, 5, 6], at: 1, 2) { $0.keyTimes = [0, 0.5, 0.5, 1] } == 5)
  }

  @Test(arguments: [[], [0, 1], [0, 0.8, 0.4], [0.1, 0.5, 1], [0, .nan, 1], [0, 0.5, 2]])
  func `times that are not usable are not used, as Apple has it, and are problems`(_ times: [Double]) throws {
    #expect(try number([0, 10, 30], at: 1, 4) { $0.keyTimes = times } == 5)
    let layer = layer(.layer, keyframe(.zPosition, [0, 10, 30]) { $0.keyTimes = times })
    #expect(layer.problems().map(\.code) == (times.isEmpty ? [] : [.invalidKeyTimes]))
  }

  @Test func `a discrete animation has one more time than values`() throws {
    let discrete: (inout KeyframeAnimation) -> Void = {
      $0.calculationMode = .discrete
      $0.keyTimes = [0, 0.5, 1]
    }
    #expect(try number([1, 2], at: 49, 100, discrete) == 1)
    #expect(try number([1, 2], at: 1, 2, discrete) == 2)
    #expect(try number([1, 2], at: 1, 1, discrete) == 2)
    #expect(try number([1, 2, 3, 4], at: 1, 2) { $0.calculationMode = .discrete } == 3)
  }

  @Test func `a paced animation goes at one speed`() throws {
    let values: [LayerValue] = [0, 10, 40]
    #expect(try number(values, at: 1, 8) { $0.calculationMode = .paced } == 5)
    #expect(
      try number(values, at: 1, 2) {
        $0.calculationMode = .paced
        $0.keyTimes = [0, 0.9, 1]
      } == 20)
    let points: [LayerValue] = [(0, 0), (3, 4), (3, 24)].map { .point(Point(x: $0.0, y: $0.1)) }
    let layer = layer(.layer, keyframe(.position, points) { $0.calculationMode = .paced })
    #expect(try layer.at(2, 5)?.layer.position == Point(x: 3, y: 9))
  }

  @Test func `a cubic animation is Catmull and Rom's spline`() throws {
    // Apple's example: 310, 60, 120, 60, 310. Between the second and third keys p = ½(2b + (c−a)t + …) at a half is
    // (−a + 9b + 9c − d) / 16.
    let values: [LayerValue] = [310, 60, 120, 60, 310]
    let expected: Double = (-310 + 9 * 60 + 9 * 120 - 60) / 16
    let middle = try number(values, at: 3, 8) { $0.calculationMode = .cubic }
    #expect(middle == expected)
    for (index, value) in values.enumerated() {
      #expect(try number(values, at: Int64(index), 4) { $0.calculationMode = .cubic } == value.number)
    }
  }

  @Test func `tension, continuity and bias change the tangents`() throws {
    // Between b and c of a, b, c, d the tangent leaving b is (1−t)(1+c)(1+b)/2·(b−a) + (1−t)(1−c)(1−b)/2·(c−b), the one that
    // arrives at c (1−t)(1−c)(1+b)/2·(c−b) + (1−t)(1+c)(1−b)/2·(d−c).
    let values: [LayerValue] = [0, 10, 30, 20]
    func expected(_ tension: Double, _ continuity: Double, _ bias: Double, _ u: Double) -> Double {
      let loose = (1 - tension) / 2
      let (sharp, smooth) = (1 + continuity, 1 - continuity)
      let (after, before) = (1 + bias, 1 - bias)
      let leaving: Double = loose * (sharp * after * 10 + smooth * before * 20)
      let arriving: Double = loose * (smooth * after * 20 - sharp * before * 10)
      let (s, c) = (u * u, u * u * u)
      let places: Double = (2 * c - 3 * s + 1) * 10 + (3 * s - 2 * c) * 30
      let tangents: Double = (c - 2 * s + u) * leaving + (c - s) * arriving
      return places + tangents
    }
    for (tension, continuity, bias) in [
      (0.0, 0.0, 0.0), (1, 0, 0), (-0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.7), (0.3, -0.4, 0.2),
    ] {
      let found = try number(values, at: 5, 12) {
        $0.calculationMode = .cubic
        $0.tensionValues = [Double](repeating: tension, count: 4)
        $0.continuityValues = [Double](repeating: continuity, count: 4)
        $0.biasValues = [Double](repeating: bias, count: 4)
      }
      #expect(near(found, expected(tension, continuity, bias, 0.25)), "\(tension) \(continuity) \(bias)")
    }
  }

  @Test func `a cubic paced animation goes at one speed along its spline`() throws {
    let points: [LayerValue] = [(0, 0), (10, 40), (100, 0), (120, 5)].map { .point(Point(x: $0.0, y: $0.1)) }
    let layer = layer(.layer, keyframe(.position, points) { $0.calculationMode = .cubicPaced })
    let places = try (0...100).compactMap { try layer.at(Int64($0), 100)?.layer.position }
    let steps = zip(places, places.dropFirst()).map {
      (($1.x - $0.x) * ($1.x - $0.x) + ($1.y - $0.y) * ($1.y - $0.y)).squareRoot()
    }
    let mean = steps.reduce(0, +) / 100
    #expect(steps.allSatisfy { abs($0 - mean) < mean * 0.03 })
    #expect(places.last.map { near(.point($0), points[3]) } == true)
  }

  @Test func `a path takes even times for its parts, or one speed, and turns the layer`() throws {
    let path = try BezierPath(svg: "M 0 0 L 30 0 L 30 10")
    func along(_ mode: AnimationCalculationMode, _ rotation: AnimationRotationMode? = nil) -> Layer {
      layer(
        .layer,
        keyframe(.position, []) {
          $0.path = path
          $0.calculationMode = mode
          $0.rotationMode = rotation
        })
    }
    #expect(try along(.linear).at(1, 4).map { near(.point($0.layer.position), .point(Point(x: 15, y: 0))) } == true)
    #expect(try along(.linear).at(3, 4).map { near(.point($0.layer.position), .point(Point(x: 30, y: 5))) } == true)
    #expect(try along(.paced).at(1, 2).map { near(.point($0.layer.position), .point(Point(x: 20, y: 0))) } == true)
    #expect(try along(.discrete).at(1, 2)?.layer.position == Point(x: 30, y: 0))
    #expect(
      near(
        try along(.linear, .auto).value(.transform, at: 3, 4), .transform(.rotation(.pi / 2, x: 0, y: 0, z: 1))))
    #expect(
      near(
        try along(.linear, .autoReverse).value(.transform, at: 1, 4), .transform(.rotation(.pi, x: 0, y: 0, z: 1))))
  }

  @Test func `one speed around a circle is one angle`() throws {
    let circle = BezierPath.ellipse(in: Rectangle(x: -100, y: -100, width: 200, height: 200))
    let layer = layer(
      .layer,
      keyframe(.position, []) {
        $0.path = circle
        $0.calculationMode = .paced
      })
    let eighth = try layer.at(1, 8)?.layer.position
    #expect(near(eighth.map { LayerValue.point($0) }, .point(Point(x: 70.7107, y: 70.7107)), 0.05))
    let length = circle.segments.map { $0.length() }.reduce(0, +)
    #expect(near(length, 2 * .pi * 100, 0.2))
  }
}
