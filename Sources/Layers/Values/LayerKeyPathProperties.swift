import ModelValues

extension LayerKeyPath {
  /// How the property is read and set.
  var property: LayerProperty {
    switch self {
    case .opacity: .number(\.opacity)
    case .hidden: .flag(\.isHidden)
    case .masksToBounds: .flag(\.masksToBounds)
    case .position: .point(\.position)
    case .positionX: .number(\.position.x)
    case .positionY: .number(\.position.y)
    case .anchorPoint: .point(\.anchorPoint)
    case .anchorPointX: .number(\.anchorPoint.x)
    case .anchorPointY: .number(\.anchorPoint.y)
    case .zPosition: .number(\.zPosition)
    case .anchorPointZ: .number(\.anchorPointZ)
    case .bounds: .rectangle(\.bounds)
    case .boundsOrigin: .origin(of: \.bounds)
    case .boundsOriginX: .number(\.bounds.x)
    case .boundsOriginY: .number(\.bounds.y)
    case .boundsSize: .size(of: \.bounds)
    case .boundsSizeWidth: .number(\.bounds.width)
    case .boundsSizeHeight: .number(\.bounds.height)
    case .contentsRect: .rectangle(\.contentsRect)
    case .contentsRectOrigin: .origin(of: \.contentsRect)
    case .contentsRectOriginX: .number(\.contentsRect.x)
    case .contentsRectOriginY: .number(\.contentsRect.y)
    case .contentsRectSize: .size(of: \.contentsRect)
    case .contentsRectSizeWidth: .number(\.contentsRect.width)
    case .contentsRectSizeHeight: .number(\.contentsRect.height)
    case .contentsCenter: .rectangle(\.contentsCenter)
    case .contentsCenterOrigin: .origin(of: \.contentsCenter)
    case .contentsCenterOriginX: .number(\.contentsCenter.x)
    case .contentsCenterOriginY: .number(\.contentsCenter.y)
    case .contentsCenterSize: .size(of: \.contentsCenter)
    case .contentsCenterSizeWidth: .number(\.contentsCenter.width)
    case .contentsCenterSizeHeight: .number(\.contentsCenter.height)
    case .transform: .transform(\.transform)
    case .transformRotation: .angle(2, of: \.transform)
    case .transformRotationX: .angle(0, of: \.transform)
    case .transformRotationY: .angle(1, of: \.transform)
    case .transformRotationZ: .angle(2, of: \.transform)
    case .transformScale: .evenScale(of: \.transform)
    case .transformScaleX: .part(\.scale, 0, of: \.transform)
    case .transformScaleY: .part(\.scale, 1, of: \.transform)
    case .transformScaleZ: .part(\.scale, 2, of: \.transform)
    case .transformTranslation: .translation(of: \.transform)
    case .transformTranslationX: .part(\.translation, 0, of: \.transform)
    case .transformTranslationY: .part(\.translation, 1, of: \.transform)
    case .transformTranslationZ: .part(\.translation, 2, of: \.transform)
    case .sublayerTransform: .transform(\.sublayerTransform)
    case .sublayerTransformRotation: .angle(2, of: \.sublayerTransform)
    case .sublayerTransformRotationX: .angle(0, of: \.sublayerTransform)
    case .sublayerTransformRotationY: .angle(1, of: \.sublayerTransform)
    case .sublayerTransformRotationZ: .angle(2, of: \.sublayerTransform)
    case .sublayerTransformScale: .evenScale(of: \.sublayerTransform)
    case .sublayerTransformScaleX: .part(\.scale, 0, of: \.sublayerTransform)
    case .sublayerTransformScaleY: .part(\.scale, 1, of: \.sublayerTransform)
    case .sublayerTransformScaleZ: .part(\.scale, 2, of: \.sublayerTransform)
    case .sublayerTransformTranslation: .translation(of: \.sublayerTransform)
    case .sublayerTransformTranslationX: .part(\.translation, 0, of: \.sublayerTransform)
    case .sublayerTransformTranslationY: .part(\.translation, 1, of: \.sublayerTransform)
    case .sublayerTransformTranslationZ: .part(\.translation, 2, of: \.sublayerTransform)
    case .backgroundColor: .color(\.backgroundColor)
    case .cornerRadius: .number(\.cornerRadius)
    case .borderWidth: .number(\.borderWidth)
    case .borderColor: .color(\.borderColor)
    case .shadowColor: .color(\.shadowColor)
    case .shadowOpacity: .number(\.shadowOpacity)
    case .shadowOffset: .size(\.shadowOffset)
    case .shadowOffsetWidth: .number(\.shadowOffset.width)
    case .shadowOffsetHeight: .number(\.shadowOffset.height)
    case .shadowRadius: .number(\.shadowRadius)
    case .shadowPath: .path(\.shadowPath)
    case .contents: .contents
    case .contentsScale: .number(\.contentsScale)
    case .string: .text(in: \.text, \.string)
    case .fontSize: .number(in: \.text, \.fontSize)
    case .foregroundColor: .color(in: \.text, \.foregroundColor)
    case .path: .path(in: \.shape, \.path)
    case .fillColor: .color(in: \.shape, \.fillColor)
    case .strokeColor: .color(in: \.shape, \.strokeColor)
    case .strokeStart: .number(in: \.shape, \.strokeStart)
    case .strokeEnd: .number(in: \.shape, \.strokeEnd)
    case .lineWidth: .number(in: \.shape, \.lineWidth)
    case .miterLimit: .number(in: \.shape, \.miterLimit)
    case .lineDashPhase: .number(in: \.shape, \.lineDashPhase)
    case .lineDashPattern: .numbers(in: \.shape, \.lineDashPattern)
    case .colors: .colors(in: \.gradient, \.colors)
    case .locations: .numbers(in: \.gradient, \.locations)
    case .startPoint: .point(in: \.gradient, \.startPoint)
    case .startPointX: .number(in: \.gradient, \.startPoint.x)
    case .startPointY: .number(in: \.gradient, \.startPoint.y)
    case .endPoint: .point(in: \.gradient, \.endPoint)
    case .endPointX: .number(in: \.gradient, \.endPoint.x)
    case .endPointY: .number(in: \.gradient, \.endPoint.y)
    case .instanceCount: .number(in: \.replicator, \.instanceCount)
    case .instanceDelay: .number(in: \.replicator, \.instanceDelay)
    case .instanceTransform: .transform(in: \.replicator, \.instanceTransform)
    case .instanceColor: .color(in: \.replicator, \.instanceColor)
    case .instanceRedOffset: .number(in: \.replicator, \.instanceRedOffset)
    case .instanceGreenOffset: .number(in: \.replicator, \.instanceGreenOffset)
    case .instanceBlueOffset: .number(in: \.replicator, \.instanceBlueOffset)
    case .instanceAlphaOffset: .number(in: \.replicator, \.instanceAlphaOffset)
    case .emitterPosition: .point(in: \.emitter, \.emitterPosition)
    case .emitterPositionX: .number(in: \.emitter, \.emitterPosition.x)
    case .emitterPositionY: .number(in: \.emitter, \.emitterPosition.y)
    case .emitterZPosition: .number(in: \.emitter, \.emitterZPosition)
    case .emitterSize: .size(in: \.emitter, \.emitterSize)
    case .emitterDepth: .number(in: \.emitter, \.emitterDepth)
    case .birthRate: .number(in: \.emitter, \.birthRate)
    case .lifetime: .number(in: \.emitter, \.lifetime)
    case .velocity: .number(in: \.emitter, \.velocity)
    case .scale: .number(in: \.emitter, \.scale)
    case .spin: .number(in: \.emitter, \.spin)
    }
  }

  /// The kind of value that the property has.
  public var kind: LayerValue.Kind { property.kind }
}

extension LayerKind {
  /// Whether layers of this kind have a property that plain ones have not.
  func has(_ keyPath: LayerKeyPath) -> Bool {
    Layer(self).value(for: keyPath) != nil && Layer().value(for: keyPath) == nil
  }
}

extension Layer {
  /// The value of a property; nil where a layer of this kind does not have it.
  public func value(for keyPath: LayerKeyPath) -> LayerValue? { keyPath.property.get(self) }

  /// Sets a property, where a layer of this kind has it and the value is of its kind.
  public mutating func set(_ value: LayerValue, for keyPath: LayerKeyPath) { keyPath.property.set(&self, value) }
}
