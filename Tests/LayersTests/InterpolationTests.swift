import ModelValues
import Testing

@testable import Layers

@Suite struct InterpolationTests {
  /// Two values of each kind, and what is between them at a quarter.
  static let quarters: [(from: LayerValue, to: LayerValue, expected: LayerValue)] = [
    (.number(2), .number(10), .number(4)),
    (.point(Point(x: 0, y: 8)), .point(Point(x: 4, y: 0)), .point(Point(x: 1, y: 6))),
    (.size(.zero), .size(Size(width: 4, height: 8)), .size(Size(width: 1, height: 2))),
    (
      .rectangle(Rectangle(x: 0, y: 0, width: 8, height: 8)), .rectangle(Rectangle(x: 4, y: 8, width: 0, height: 16)),
      .rectangle(Rectangle(x: 1, y: 2, width: 6, height: 10))
    ),
    (
      .color(Color(red: 1, green: 0, blue: 0)), .color(Color(red: 0, green: 0, blue: 1)),
      .color(Color(red: 0.75, green: 0, blue: 0.25))
    ),
    // Premultiplied: a color that comes out of nothing is never gray.
    (
      .color(Color(red: 0, green: 0, blue: 0, alpha: 0)), .color(Color(red: 1, green: 0.5, blue: 0)),
      .color(Color(red: 1, green: 0.5, blue: 0, alpha: 0.25))
    ),
    (
      .transform(.translation(x: 0, y: 0)), .transform(.translation(x: 4, y: 8, z: -4)),
      .transform(.translation(x: 1, y: 2, z: -1))
    ),
    (.transform(.scale(x: 0, y: 0, z: 0)), .transform(.identity), .transform(.scale(x: 0.25, y: 0.25, z: 0.25))),
    (
      .transform(.identity), .transform(.rotation(2, x: 0, y: 0, z: 1)),
      .transform(.rotation(0.5, x: 0, y: 0, z: 1))
    ),
    (
      .transform(.identity), .transform(.rotation(3, x: 1, y: 2, z: -1)),
      .transform(.rotation(0.75, x: 1, y: 2, z: -1))
    ),
    (
      .transform(.identity), .transform(.scale(x: -1, y: 1)), .transform(.scale(x: 0.5, y: 1))
    ),
    (.numbers([0, 1]), .numbers([1, 1]), .numbers([0.25, 1])),
    (
      .colors([.black, .black]), .colors([Color(red: 1, green: 1, blue: 1), .black]),
      .colors([Color(red: 0.25, green: 0.25, blue: 0.25), .black])
    ),
    (
      .path(.rectangle(Rectangle(x: 0, y: 0, width: 4, height: 4))),
      .path(.rectangle(Rectangle(x: 4, y: 0, width: 8, height: 4))),
      .path(.rectangle(Rectangle(x: 1, y: 0, width: 5, height: 4)))
    ),
  ]

  @Test(arguments: quarters.indices) func `values go over`(index: Int) {
    let (from, to, expected) = Self.quarters[index]
    #expect(near(from.interpolated(to: to, at: 0.25), expected), "\(from.interpolated(to: to, at: 0.25))")
    #expect(from.interpolated(to: to, at: 0) == from)
    #expect(from.interpolated(to: to, at: 1) == to)
  }

  @Test func `what does not go over changes halfway`() {
    let pairs: [(LayerValue, LayerValue)] = [
      (.flag(false), .flag(true)), (.text("a"), .text("b")), (.numbers([1]), .numbers([1, 2])),
      (.path(.rectangle(Rectangle(.zero))), .path(.ellipse(in: Rectangle(.zero)))), (.number(1), .flag(true)),
    ]
    for (from, to) in pairs {
      #expect(from.interpolated(to: to, at: 0.499) == from)
      #expect(from.interpolated(to: to, at: 0.5) == to)
    }
  }

  @Test func `pictures dissolve`() throws {
    let (first, second) = (LayerContents.image(uri: "a.png"), LayerContents.image(uri: "b.png"))
    let layer = layer(.layer, basic(.contents, from: .contents(first), to: .contents(second)))
    #expect(try layer.at(0)?.layer.contents == first)
    #expect(try layer.at(1, 4)?.layer.contents == .dissolve(from: first, to: second, fraction: 0.25))
    #expect(try layer.at(1)?.layer.contents == second)
  }

  @Test func `a transform is put together again from its parts`() throws {
    var matrices = [
      Transform3D.rotation(1, x: 1, y: 1, z: 0).concatenating(.translation(x: 5, y: 6, z: 7)),
      Transform3D.scale(x: 2, y: -3, z: 4).concatenating(.rotation(2.5, x: 0, y: 1, z: 3)),
      Transform3D(Transform(a: 1, b: 0.5, c: -2, d: 3, tx: 10, ty: -4)),
      Transform3D.rotation(0.7, x: 0, y: 1, z: 0).concatenating(.perspective(distance: 500))
        .concatenating(.translation(x: 100, y: 50)),
      Transform3D.scale(x: 0, y: 2, z: 1).concatenating(.rotation(.pi / 3, x: 0, y: 0, z: 1)),
      Transform3D.rotation(.pi, x: 1, y: -1, z: 0),
    ]
    matrices.append(matrices[1].concatenating(matrices[3]))
    for matrix in matrices {
      let parts = try #require(TransformParts(matrix))
      #expect(near(.transform(parts.transform), .transform(matrix), 1e-9))
      var turned = parts
      turned.angles = parts.angles
      #expect(near(.transform(turned.transform), .transform(matrix), 1e-9))
    }
  }

  @Test func `an inverse undoes a transform, and a flat one has none`() throws {
    let matrix = Transform3D.rotation(1, x: 1, y: 2, z: 3).concatenating(.perspective(distance: 300))
      .concatenating(.translation(x: 3, y: 4, z: 5))
    let inverse = try #require(matrix.inverted)
    #expect(near(.transform(matrix.concatenating(inverse)), .transform(.identity)))
    #expect(Transform3D.scale(x: 1, y: 0).inverted == nil)
    #expect(Transform3D.scale(x: .nan, y: 1).inverted == nil)
    #expect(Transform3D.perspective(distance: 100).projected(Point(x: 5, y: 6)) == Point(x: 5, y: 6))
  }

  @Test func `parts of a transform are set by their paths`() throws {
    var layer = Layer()
    layer.transform = .translation(x: 10, y: 20)
    layer.set(.number(.pi / 2), for: .transformRotationZ)
    layer.set(2, for: .transformScale)
    #expect(
      near(
        .transform(layer.transform),
        .transform(
          Transform3D.scale(x: 2, y: 2, z: 2).concatenating(.rotation(.pi / 2, x: 0, y: 0, z: 1))
            .concatenating(.translation(x: 10, y: 20)))))
    #expect(near(layer.value(for: .transformRotation), .number(.pi / 2)))
    #expect(near(layer.value(for: .transformScaleY), 2))
    #expect(layer.value(for: .transformTranslation) == .size(Size(width: 10, height: 20)))
    // Turns beyond half a round go all the way.
    let spin = self.spin(to: 6 * .pi)
    #expect(near(try spin.value(.transform, at: 1, 8), .transform(.rotation(0.75 * .pi, x: 0, y: 0, z: 1))))
  }

  private func spin(to angle: Double) -> Layer {
    layer(.layer, basic(.transformRotationZ, from: 0, to: .number(angle)))
  }

  @Test func `every path reads what it has set, in a layer of its kind`() {
    for keyPath in LayerKeyPath.all {
      let owners = LayerKind.standards.map { Layer($0) }.filter { $0.value(for: keyPath) != nil }
      #expect(owners.count == LayerKind.standards.count || owners.count == 1, "\(keyPath)")
      for owner in owners {
        var changed = owner
        guard let value = changed.value(for: keyPath) else { continue }
        #expect(value.kind == keyPath.kind)
        let other: LayerValue =
          switch value {
          case .flag(let flag): .flag(!flag)
          case .contents: .contents(.image(uri: "x"))
          case .text: .text("x")
          case .path: .path(.rectangle(Rectangle(x: 0, y: 0, width: 1, height: 1)))
          case .colors: .colors([.black])
          case .numbers: .numbers([1])
          case .transform: .transform(.translation(x: 1, y: 2))
          default: value.with(components: value.components?.map { $0 + 0.25 } ?? [])
          }
        changed.set(other, for: keyPath)
        #expect(changed.value(for: keyPath).map { $0 == other || near($0, other) } == true, "\(keyPath)")
        changed.set(keyPath.kind == .flag ? 1 : .flag(true), for: keyPath)
        #expect(changed.value(for: keyPath).map { $0 == other || near($0, other) } == true, "\(keyPath)")
      }
    }
  }
}
