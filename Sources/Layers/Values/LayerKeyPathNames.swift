import ModelValues

/// The key paths of every layer.
extension LayerKeyPath {
  /// The opacity of the layer, 0…1.
  public static let opacity = LayerKeyPath("opacity", .number(\.opacity))
  /// Whether it is not seen.
  public static let hidden = LayerKeyPath("hidden", .flag(\.isHidden))
  /// Whether what lies outside of its bounds is cut off.
  public static let masksToBounds = LayerKeyPath("masksToBounds", .flag(\.masksToBounds))
  /// The place of its anchor point in the superlayer, in pixels.
  public static let position = LayerKeyPath("position", .point(\.position))
  /// The x of ``position``.
  public static let positionX = LayerKeyPath("position.x", .number(\.position.x))
  /// The y of ``position``.
  public static let positionY = LayerKeyPath("position.y", .number(\.position.y))
  /// The point of its bounds that is at its position, in parts of them.
  public static let anchorPoint = LayerKeyPath("anchorPoint", .point(\.anchorPoint))
  /// The x of ``anchorPoint``.
  public static let anchorPointX = LayerKeyPath("anchorPoint.x", .number(\.anchorPoint.x))
  /// The y of ``anchorPoint``.
  public static let anchorPointY = LayerKeyPath("anchorPoint.y", .number(\.anchorPoint.y))
  /// Its distance toward the viewer, in pixels.
  public static let zPosition = LayerKeyPath("zPosition", .number(\.zPosition))
  /// Its anchor point's distance toward the viewer, in pixels.
  public static let anchorPointZ = LayerKeyPath("anchorPointZ", .number(\.anchorPointZ))
  /// Its rectangle in its own plane, in pixels.
  public static let bounds = LayerKeyPath("bounds", .rectangle(\.bounds))
  /// The top left corner of ``bounds``.
  public static let boundsOrigin = LayerKeyPath("bounds.origin", .origin(of: \.bounds))
  /// The left edge of ``bounds``.
  public static let boundsOriginX = LayerKeyPath("bounds.origin.x", .number(\.bounds.x))
  /// The top edge of ``bounds``.
  public static let boundsOriginY = LayerKeyPath("bounds.origin.y", .number(\.bounds.y))
  /// The size of ``bounds``.
  public static let boundsSize = LayerKeyPath("bounds.size", .size(of: \.bounds))
  /// The width of ``bounds``.
  public static let boundsSizeWidth = LayerKeyPath("bounds.size.width", .number(\.bounds.width))
  /// The height of ``bounds``.
  public static let boundsSizeHeight = LayerKeyPath("bounds.size.height", .number(\.bounds.height))
  /// The part of its picture that is shown, in parts of it.
  public static let contentsRect = LayerKeyPath("contentsRect", .rectangle(\.contentsRect))
  /// The top left corner of ``contentsRect``.
  public static let contentsRectOrigin = LayerKeyPath("contentsRect.origin", .origin(of: \.contentsRect))
  /// The left edge of ``contentsRect``.
  public static let contentsRectOriginX = LayerKeyPath("contentsRect.origin.x", .number(\.contentsRect.x))
  /// The top edge of ``contentsRect``.
  public static let contentsRectOriginY = LayerKeyPath("contentsRect.origin.y", .number(\.contentsRect.y))
  /// The size of ``contentsRect``.
  public static let contentsRectSize = LayerKeyPath("contentsRect.size", .size(of: \.contentsRect))
  /// The width of ``contentsRect``.
  public static let contentsRectSizeWidth = LayerKeyPath("contentsRect.size.width", .number(\.contentsRect.width))
  /// The height of ``contentsRect``.
  public static let contentsRectSizeHeight = LayerKeyPath("contentsRect.size.height", .number(\.contentsRect.height))
  /// The part of its picture that is stretched, in parts of it.
  public static let contentsCenter = LayerKeyPath("contentsCenter", .rectangle(\.contentsCenter))
  /// The top left corner of ``contentsCenter``.
  public static let contentsCenterOrigin = LayerKeyPath("contentsCenter.origin", .origin(of: \.contentsCenter))
  /// The left edge of ``contentsCenter``.
  public static let contentsCenterOriginX = LayerKeyPath("contentsCenter.origin.x", .number(\.contentsCenter.x))
  /// The top edge of ``contentsCenter``.
  public static let contentsCenterOriginY = LayerKeyPath("contentsCenter.origin.y", .number(\.contentsCenter.y))
  /// The size of ``contentsCenter``.
  public static let contentsCenterSize = LayerKeyPath("contentsCenter.size", .size(of: \.contentsCenter))
  /// The width of ``contentsCenter``.
  public static let contentsCenterSizeWidth = LayerKeyPath("contentsCenter.size.width", .number(\.contentsCenter.width))
  /// The height of ``contentsCenter``.
  public static let contentsCenterSizeHeight = LayerKeyPath(
    "contentsCenter.size.height", .number(\.contentsCenter.height))
  /// Its map of space.
  public static let transform = LayerKeyPath("transform", .transform(\.transform))
  /// The turn of its map about z, in radians.
  public static let transformRotation = LayerKeyPath("transform.rotation", .angle(2, of: \.transform))
  /// The turn of its map about x, in radians.
  public static let transformRotationX = LayerKeyPath("transform.rotation.x", .angle(0, of: \.transform))
  /// The turn of its map about y, in radians.
  public static let transformRotationY = LayerKeyPath("transform.rotation.y", .angle(1, of: \.transform))
  /// The turn of its map about z, in radians.
  public static let transformRotationZ = LayerKeyPath("transform.rotation.z", .angle(2, of: \.transform))
  /// The scale of its map in all directions.
  public static let transformScale = LayerKeyPath("transform.scale", .evenScale(of: \.transform))
  /// The scale of its map along x.
  public static let transformScaleX = LayerKeyPath("transform.scale.x", .part(\.scale, 0, of: \.transform))
  /// The scale of its map along y.
  public static let transformScaleY = LayerKeyPath("transform.scale.y", .part(\.scale, 1, of: \.transform))
  /// The scale of its map along z.
  public static let transformScaleZ = LayerKeyPath("transform.scale.z", .part(\.scale, 2, of: \.transform))
  /// The translation of its map in the plane, in pixels.
  public static let transformTranslation = LayerKeyPath("transform.translation", .translation(of: \.transform))
  /// The translation of its map along x, in pixels.
  public static let transformTranslationX = LayerKeyPath(
    "transform.translation.x", .part(\.translation, 0, of: \.transform))
  /// The translation of its map along y, in pixels.
  public static let transformTranslationY = LayerKeyPath(
    "transform.translation.y", .part(\.translation, 1, of: \.transform))
  /// The translation of its map along z, in pixels.
  public static let transformTranslationZ = LayerKeyPath(
    "transform.translation.z", .part(\.translation, 2, of: \.transform))
  /// The transform of its sublayers' plane.
  public static let sublayerTransform = LayerKeyPath("sublayerTransform", .transform(\.sublayerTransform))
  /// The turn of the sublayers' map about z, in radians.
  public static let sublayerTransformRotation = LayerKeyPath(
    "sublayerTransform.rotation", .angle(2, of: \.sublayerTransform))
  /// The turn of the sublayers' map about x, in radians.
  public static let sublayerTransformRotationX = LayerKeyPath(
    "sublayerTransform.rotation.x", .angle(0, of: \.sublayerTransform))
  /// The turn of the sublayers' map about y, in radians.
  public static let sublayerTransformRotationY = LayerKeyPath(
    "sublayerTransform.rotation.y", .angle(1, of: \.sublayerTransform))
  /// The turn of the sublayers' map about z, in radians.
  public static let sublayerTransformRotationZ = LayerKeyPath(
    "sublayerTransform.rotation.z", .angle(2, of: \.sublayerTransform))
  /// The scale of the sublayers' map in all directions.
  public static let sublayerTransformScale = LayerKeyPath(
    "sublayerTransform.scale", .evenScale(of: \.sublayerTransform))
  /// The scale of the sublayers' map along x.
  public static let sublayerTransformScaleX = LayerKeyPath(
    "sublayerTransform.scale.x", .part(\.scale, 0, of: \.sublayerTransform))
  /// The scale of the sublayers' map along y.
  public static let sublayerTransformScaleY = LayerKeyPath(
    "sublayerTransform.scale.y", .part(\.scale, 1, of: \.sublayerTransform))
  /// The scale of the sublayers' map along z.
  public static let sublayerTransformScaleZ = LayerKeyPath(
    "sublayerTransform.scale.z", .part(\.scale, 2, of: \.sublayerTransform))
  /// The translation of the sublayers' map in the plane, in pixels.
  public static let sublayerTransformTranslation = LayerKeyPath(
    "sublayerTransform.translation", .translation(of: \.sublayerTransform))
  /// The translation of the sublayers' map along x, in pixels.
  public static let sublayerTransformTranslationX = LayerKeyPath(
    "sublayerTransform.translation.x", .part(\.translation, 0, of: \.sublayerTransform))
  /// The translation of the sublayers' map along y, in pixels.
  public static let sublayerTransformTranslationY = LayerKeyPath(
    "sublayerTransform.translation.y", .part(\.translation, 1, of: \.sublayerTransform))
  /// The translation of the sublayers' map along z, in pixels.
  public static let sublayerTransformTranslationZ = LayerKeyPath(
    "sublayerTransform.translation.z", .part(\.translation, 2, of: \.sublayerTransform))
  /// The color behind everything in it.
  public static let backgroundColor = LayerKeyPath("backgroundColor", .color(\.backgroundColor))
  /// The radius of its corners, in pixels.
  public static let cornerRadius = LayerKeyPath("cornerRadius", .number(\.cornerRadius))
  /// The width of its border, in pixels.
  public static let borderWidth = LayerKeyPath("borderWidth", .number(\.borderWidth))
  /// The border's color.
  public static let borderColor = LayerKeyPath("borderColor", .color(\.borderColor))
  /// The shadow's color.
  public static let shadowColor = LayerKeyPath("shadowColor", .color(\.shadowColor))
  /// The opacity of the shadow, 0…1.
  public static let shadowOpacity = LayerKeyPath("shadowOpacity", .number(\.shadowOpacity))
  /// The shadow's offset from the layer, in pixels.
  public static let shadowOffset = LayerKeyPath("shadowOffset", .size(\.shadowOffset))
  /// The width of ``shadowOffset``.
  public static let shadowOffsetWidth = LayerKeyPath("shadowOffset.width", .number(\.shadowOffset.width))
  /// The height of ``shadowOffset``.
  public static let shadowOffsetHeight = LayerKeyPath("shadowOffset.height", .number(\.shadowOffset.height))
  /// The deviation of the shadow's blur, in pixels.
  public static let shadowRadius = LayerKeyPath("shadowRadius", .number(\.shadowRadius))
  /// The shape that throws the shadow instead of the layer.
  public static let shadowPath = LayerKeyPath("shadowPath", .path(\.shadowPath))
  /// Its picture.
  public static let contents = LayerKeyPath("contents", .contents)
  /// The picture's pixels for one of the layer's.
  public static let contentsScale = LayerKeyPath("contentsScale", .number(\.contentsScale))

  static let ofEveryLayer: [LayerKeyPath] = [
    opacity, hidden, masksToBounds, position, positionX, positionY, anchorPoint, anchorPointX, anchorPointY,
    zPosition, anchorPointZ, bounds, boundsOrigin, boundsOriginX, boundsOriginY, boundsSize, boundsSizeWidth,
    boundsSizeHeight, contentsRect, contentsRectOrigin, contentsRectOriginX, contentsRectOriginY, contentsRectSize,
    contentsRectSizeWidth, contentsRectSizeHeight, contentsCenter, contentsCenterOrigin, contentsCenterOriginX,
    contentsCenterOriginY, contentsCenterSize, contentsCenterSizeWidth, contentsCenterSizeHeight, transform,
    transformRotation, transformRotationX, transformRotationY, transformRotationZ, transformScale, transformScaleX,
    transformScaleY, transformScaleZ, transformTranslation, transformTranslationX, transformTranslationY,
    transformTranslationZ, sublayerTransform, sublayerTransformRotation, sublayerTransformRotationX,
    sublayerTransformRotationY, sublayerTransformRotationZ, sublayerTransformScale, sublayerTransformScaleX,
    sublayerTransformScaleY, sublayerTransformScaleZ, sublayerTransformTranslation, sublayerTransformTranslationX,
    sublayerTransformTranslationY, sublayerTransformTranslationZ, backgroundColor, cornerRadius, borderWidth,
    borderColor, shadowColor, shadowOpacity, shadowOffset, shadowOffsetWidth, shadowOffsetHeight, shadowRadius,
    shadowPath, contents, contentsScale,
  ]
}
