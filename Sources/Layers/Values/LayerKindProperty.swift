import ModelValues

/// Properties that layers of one kind have.
extension LayerProperty {
  static func number<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Double>
  ) -> LayerProperty {
    within(.number, part, path, LayerValue.number) { $0.number }
  }

  static func numbers<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, [Double]>
  ) -> LayerProperty {
    within(.numbers, part, path, LayerValue.numbers) { if case .numbers(let numbers) = $0 { numbers } else { nil } }
  }

  static func point<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Point>
  ) -> LayerProperty {
    within(.point, part, path, LayerValue.point) { $0.point }
  }

  static func size<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Size>
  ) -> LayerProperty {
    within(.size, part, path, LayerValue.size) { $0.size }
  }

  static func color<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Color>
  ) -> LayerProperty {
    within(.color, part, path, LayerValue.color) { $0.color }
  }

  static func flag<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Bool>
  ) -> LayerProperty {
    within(.flag, part, path, LayerValue.flag) { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  static func rectangle<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Rectangle>
  ) -> LayerProperty {
    within(.rectangle, part, path, LayerValue.rectangle) {
      if case .rectangle(let rectangle) = $0 { rectangle } else { nil }
    }
  }

  /// A color that may be none, which is clear black as a value.
  static func color<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Color?>
  ) -> LayerProperty {
    within(.color, part, path, { .color($0 ?? .clear) }, { $0.color.map { $0 == .clear ? nil : $0 } })
  }

  static func colors<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, [Color]>
  ) -> LayerProperty {
    within(.colors, part, path, LayerValue.colors) { if case .colors(let colors) = $0 { colors } else { nil } }
  }

  static func path<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, BezierPath>
  ) -> LayerProperty {
    within(.path, part, path, LayerValue.path) { $0.path }
  }

  static func text<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, AttributedText>
  ) -> LayerProperty {
    within(.text, part, path, LayerValue.text) { if case .text(let text) = $0 { text } else { nil } }
  }

  static func transform<Part>(
    in part: Path<LayerKind, Part?>, _ path: Path<Part, Transform3D>
  ) -> LayerProperty {
    within(.transform, part, path, LayerValue.transform) { $0.transform }
  }

  private static func within<Part, Value>(
    _ kind: LayerValue.Kind, _ part: Path<LayerKind, Part?>,
    _ path: Path<Part, Value>, _ wrap: @escaping @Sendable (Value) -> LayerValue,
    _ unwrap: @escaping @Sendable (LayerValue) -> Value?
  ) -> LayerProperty {
    LayerProperty(
      kind, \.kind, { $0[keyPath: part].map { wrap($0[keyPath: path]) } },
      { value, layerKind in
        guard var changed = layerKind[keyPath: part], let new = unwrap(value) else { return nil }
        changed[keyPath: path] = new
        var layerKind = layerKind
        layerKind[keyPath: part] = changed
        return layerKind
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
