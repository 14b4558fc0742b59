import ModelValues

/// The access to a property of a layer as a value.
struct LayerProperty: Sendable {
  /// A path that closures on any thread may hold.
  typealias Path<Owner, Part> = any WritableKeyPath<Owner, Part> & Sendable

  /// The kind of value.
  let kind: LayerValue.Kind
  /// The value; nil where the layer does not have the property.
  let get: @Sendable (Layer) -> LayerValue?
  /// Sets the property, where the layer has it and the value is of the kind.
  let set: @Sendable (inout Layer, LayerValue) -> Void

  /// A property that is at `path`, as `wrap` makes a value of it and `unwrap` makes it of a value.
  init<Part>(
    _ kind: LayerValue.Kind, _ path: Path<Layer, Part>,
    _ wrap: @escaping @Sendable (Part) -> LayerValue?,
    _ unwrap: @escaping @Sendable (LayerValue, Part) -> Part?
  ) {
    self.kind = kind
    get = { wrap($0[keyPath: path]) }
    set = { layer, value in
      if let part = unwrap(value, layer[keyPath: path]) { layer[keyPath: path] = part }
    }
  }

  static func number(_ path: Path<Layer, Double>) -> LayerProperty {
    LayerProperty(.number, path, LayerValue.number) { value, _ in value.number }
  }

  static func flag(_ path: Path<Layer, Bool>) -> LayerProperty {
    LayerProperty(.flag, path, LayerValue.flag) { value, _ in if case .flag(let flag) = value { flag } else { nil } }
  }

  static func point(_ path: Path<Layer, Point>) -> LayerProperty {
    LayerProperty(.point, path, LayerValue.point) { value, _ in value.point }
  }

  static func size(_ path: Path<Layer, Size>) -> LayerProperty {
    LayerProperty(.size, path, LayerValue.size) { value, _ in value.size }
  }

  static func rectangle(_ path: Path<Layer, Rectangle>) -> LayerProperty {
    LayerProperty(.rectangle, path, LayerValue.rectangle) { value, _ in
      if case .rectangle(let rectangle) = value { rectangle } else { nil }
    }
  }

  static func origin(of path: Path<Layer, Rectangle>) -> LayerProperty {
    LayerProperty(
      .point, path, { .point(Point(x: $0.x, y: $0.y)) },
      { value, rectangle in
        value.point.map { Rectangle(x: $0.x, y: $0.y, width: rectangle.width, height: rectangle.height) }
      })
  }

  static func size(of path: Path<Layer, Rectangle>) -> LayerProperty {
    LayerProperty(
      .size, path, { .size(Size(width: $0.width, height: $0.height)) },
      { value, rectangle in
        value.size.map { Rectangle(x: rectangle.x, y: rectangle.y, width: $0.width, height: $0.height) }
      })
  }

  static func color(_ path: Path<Layer, Color>) -> LayerProperty {
    LayerProperty(.color, path, LayerValue.color) { value, _ in value.color }
  }

  /// A color that may be none, which is clear black as a value.
  static func color(_ path: Path<Layer, Color?>) -> LayerProperty {
    LayerProperty(
      .color, path, { .color($0 ?? .clear) },
      { value, _ in
        value.color.map { $0 == .clear ? nil : $0 }
      })
  }

  /// A path that may be none, which is an empty one as a value.
  static func path(_ path: Path<Layer, BezierPath?>) -> LayerProperty {
    LayerProperty(
      .path, path, { .path($0 ?? BezierPath()) },
      { value, _ in
        value.path.map { $0.isEmpty ? nil : $0 }
      })
  }

  static var contents: LayerProperty {
    LayerProperty(.contents, \.contents, LayerValue.contents) { value, _ in
      if case .contents(let contents) = value { .some(contents) } else { nil }
    }
  }

  static func transform(_ path: Path<Layer, Transform3D>) -> LayerProperty {
    LayerProperty(.transform, path, LayerValue.transform) { value, _ in value.transform }
  }

  // MARK: Parts of a transform

  /// The turn about the axis `index`, in radians.
  static func angle(_ index: Int, of path: Path<Layer, Transform3D>) -> LayerProperty {
    part(\.angles, index, of: path)
  }

  /// A number of a transform's parts. A transform that has no parts stays as it is.
  static func part(
    _ part: Path<TransformParts, [Double]>, _ index: Int,
    of path: Path<Layer, Transform3D>
  ) -> LayerProperty {
    LayerProperty(
      .number, path, { .number(TransformParts($0)?[keyPath: part][index] ?? 0) },
      { value, transform in
        changed(transform) { parts in value.number.map { parts[keyPath: part][index] = $0 } }
      })
  }

  /// The factor of all three directions; read, their mean.
  static func evenScale(of path: Path<Layer, Transform3D>) -> LayerProperty {
    LayerProperty(
      .number, path, { .number((TransformParts($0)?.scale.reduce(0, +) ?? 3) / 3) },
      { value, transform in
        changed(transform) { parts in value.number.map { parts.scale = [$0, $0, $0] } }
      })
  }

  /// The move in the plane.
  static func translation(of path: Path<Layer, Transform3D>) -> LayerProperty {
    LayerProperty(
      .size, path, { .size(Size(width: $0[3, 0], height: $0[3, 1])) },
      { value, transform in
        changed(transform) { parts in
          value.size.map {
            parts.translation[0] = $0.width
            parts.translation[1] = $0.height
          }
        }
      })
  }

  private static func changed(_ transform: Transform3D, _ change: (inout TransformParts) -> Void?) -> Transform3D? {
    guard var parts = TransformParts(transform), change(&parts) != nil else { return nil }
    return parts.transform
  }
}
