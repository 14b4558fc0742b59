import ModelValues

/// Properties that layers of one kind have.
extension LayerProperty {
  static func number<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Double>
  ) -> LayerProperty {
    within(.number, part, path, LayerValue.number) { $0.number }
  }

  static func numbers<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, [Double]>
  ) -> LayerProperty {
    within(.numbers, part, path, LayerValue.numbers) { if case .numbers(let numbers) = $0 { numbers } else { nil } }
  }

  static func point<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Point>
  ) -> LayerProperty {
    within(.point, part, path, LayerValue.point) { $0.point }
  }

  static func size<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Size>
  ) -> LayerProperty {
    within(.size, part, path, LayerValue.size) { $0.size }
  }

  static func color<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Color>
  ) -> LayerProperty {
    within(.color, part, path, LayerValue.color) { $0.color }
  }

  /// A color that may be none, which is clear black as a value.
  static func color<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Color?>
  ) -> LayerProperty {
    within(.color, part, path, { .color($0 ?? .clear) }, { $0.color.map { $0 == .clear ? nil : $0 } })
  }

  static func colors<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, [Color]>
  ) -> LayerProperty {
    within(.colors, part, path, LayerValue.colors) { if case .colors(let colors) = $0 { colors } else { nil } }
  }

  static func path<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, BezierPath>
  ) -> LayerProperty {
    within(.path, part, path, LayerValue.path) { $0.path }
  }

  static func text<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, AttributedText>
  ) -> LayerProperty {
    within(.text, part, path, LayerValue.text) { if case .text(let text) = $0 { text } else { nil } }
  }

  static func transform<Part>(
    in part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Transform3D>
  ) -> LayerProperty {
    within(.transform, part, path, LayerValue.transform) { $0.transform }
  }

  private static func within<Part, Value>(
    _ kind: LayerValue.Kind, _ part: WritableKeyPath<LayerKind, Part?>, _ path: WritableKeyPath<Part, Value>,
    _ wrap: @escaping (Value) -> LayerValue, _ unwrap: @escaping (LayerValue) -> Value?
  ) -> LayerProperty {
    let layerKind: WritableKeyPath<Layer, LayerKind> = \.kind
    return LayerProperty(
      kind, layerKind.appending(path: part), { $0.map { wrap($0[keyPath: path]) } },
      { value, current in
        guard var changed = current, let new = unwrap(value) else { return nil }
        changed[keyPath: path] = new
        return .some(changed)
      })
  }
}

/// The value as what a property of its kind holds; nil for another kind.
extension LayerValue {
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var point: Point? { if case .point(let point) = self { point } else { nil } }
  var size: Size? { if case .size(let size) = self { size } else { nil } }
  var color: Color? { if case .color(let color) = self { color } else { nil } }
  var path: BezierPath? { if case .path(let path) = self { path } else { nil } }
  var transform: Transform3D? { if case .transform(let transform) = self { transform } else { nil } }
}
