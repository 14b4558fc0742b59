import ModelValues
import Testing

@testable import Layers

/// The table of `CABasicAnimation`'s reference, "Setting Interpolation Values", and what additive and value functions do.
@Suite struct PropertyAnimationTests {
  /// A quarter of an animation of `zPosition`, which is 8.
  private func quarter(from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil) throws -> Double? {
    var layer = layer(.layer, basic(.zPosition, from: from, to: to, by: by))
    layer.zPosition = 8
    return try layer.number(.zPosition, at: 1, 4)
  }

  @Test func `what an animation goes between follows from its values`() throws {
    #expect(try quarter(from: 0, to: 4) == 1)
    #expect(try quarter(from: 0, to: 4, by: 100) == 1)
    #expect(try quarter(from: 2, by: 4) == 3)
    #expect(try quarter(to: 10, by: 4) == 7)
    #expect(try quarter(from: 4) == 5)
    #expect(try quarter(to: 12) == 9)
    #expect(try quarter(by: 4) == 9)
    #expect(try quarter() == 8)
  }

  @Test func `a later animation works on what an earlier one gives`() throws {
    let layer = layer(.layer, basic(.zPosition, from: 0, to: 4), basic(.zPosition, to: 10))
    #expect(try layer.number(.zPosition, at: 1, 2) == 6)
  }

  @Test func `an additive animation adds to what is there`() throws {
    var layer = layer(
      .layer, basic(.position, from: .point(Point(x: 0, y: 0)), to: .point(Point(x: 8, y: 0))),
      basic(.positionY, from: 0, to: 4) { $0.isAdditive = true },
      basic(.opacity, by: -0.5) { $0.isAdditive = true })
    layer.position = Point(x: 100, y: 100)
    #expect(try layer.at(1, 2)?.layer.position == Point(x: 4, y: 2))
    #expect(try layer.number(.opacity, at: 1, 2) == 0.75)
  }

  @Test func `additive transforms follow one another, the later one first`() throws {
    var layer = layer(
      .layer,
      basic(.transform, from: 0, to: .number(.pi)) {
        $0.valueFunction = .rotateZ
        $0.isAdditive = true
      })
    layer.transform = .translation(x: 10, y: 0)
    let expected = Transform3D.rotation(.pi / 2, x: 0, y: 0, z: 1).concatenating(.translation(x: 10, y: 0))
    #expect(near(try layer.value(.transform, at: 1, 2), .transform(expected)))
  }

  @Test func `value functions make transforms of numbers`() throws {
    let scale = layer(
      .layer,
      basic(.transform, from: .numbers([0, 0, 0]), to: .numbers([2, 4, 1])) { $0.valueFunction = .scale })
    #expect(try scale.value(.transform, at: 1, 2) == .transform(.scale(x: 1, y: 2, z: 0.5)))
    for function in ValueFunction.allCases {
      #expect(function.transform(of: function.neutral).map { near(.transform($0), .transform(.identity)) } == true)
      #expect(function.transform(of: .flag(true)) == nil)
      #expect(function.transform(of: .numbers([1])) == nil)
    }
    let turn = layer(
      .layer,
      basic(.transform, from: 0, to: .number(4 * .pi)) {
        $0.valueFunction = .rotateZ
        $0.repeatCount = 2
        $0.isCumulative = true
      })
    #expect(near(try turn.value(.transform, at: 9, 8), .transform(.rotation(.pi / 2, x: 0, y: 0, z: 1)), 1e-6))
  }

  @Test func `cumulative and additive are both at once`() throws {
    var layer = layer(
      .layer,
      basic(.zPosition, from: 0, to: 10) {
        $0.isCumulative = true
        $0.isAdditive = true
        $0.repeatCount = 2
      })
    layer.zPosition = 100
    #expect(try layer.number(.zPosition, at: 3, 2) == 115)
  }

  @Test func `a color that is none comes out of nothing`() throws {
    let layer = layer(.layer, basic(.backgroundColor, to: .color(Color(red: 1, green: 0, blue: 0))))
    #expect(try layer.at(0)?.layer.backgroundColor == nil)
    #expect(try layer.at(1, 2)?.layer.backgroundColor == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
  }

  @Test func `an animation of a property that the layer has not does nothing`() throws {
    let plain = layer(
      .layer, basic(.strokeEnd, from: 0, to: 1), basic(.opacity, from: .flag(true), to: .point(Point(x: 0, y: 0))))
    #expect(try plain.at(1, 2)?.layer == Layer())
    #expect(plain.problems().map(\.code) == [.withoutEffect, .wrongKind, .wrongKind])
  }
}
