public import ModelValues

/// The properties of a layer that shows its sublayers many times (`CAReplicatorLayer`).
public struct ReplicatorLayer: Hashable, Sendable {
  /// The number of instances, the first one included.
  public var instanceCount: Double = 1
  /// The delay of each behind the one before, in seconds.
  public var instanceDelay: Double = 0
  /// The transform from each instance to the next, about the middle of the bounds.
  public var instanceTransform = Transform3D.identity
  /// The factor of the first copy's colors.
  public var instanceColor = Color(red: 1, green: 1, blue: 1)
  /// The change of the color's red from one to the next.
  public var instanceRedOffset: Double = 0
  /// The change of the green.
  public var instanceGreenOffset: Double = 0
  /// The change of the blue.
  public var instanceBlueOffset: Double = 0
  /// The change of the opacity.
  public var instanceAlphaOffset: Double = 0

  /// A layer that shows its sublayers once.
  public init() {}

  /// The factor of the colors of the instance `index`.
  func color(of index: Int) -> Color {
    func limited(_ level: Double) -> Double { level > 0 ? min(level, 1) : 0 }
    let count = Double(index)
    return Color(
      red: limited(instanceColor.red + count * instanceRedOffset),
      green: limited(instanceColor.green + count * instanceGreenOffset),
      blue: limited(instanceColor.blue + count * instanceBlueOffset),
      alpha: limited(instanceColor.alpha + count * instanceAlphaOffset))
  }
}

extension ReplicatorLayer: PropertyCoded {
  static var properties: [CodedProperty<ReplicatorLayer>] {
    [
      .value("instanceCount", \.instanceCount), .value("instanceDelay", \.instanceDelay),
      .value("instanceTransform", \.instanceTransform), .value("instanceColor", \.instanceColor),
      .value("instanceRedOffset", \.instanceRedOffset), .value("instanceGreenOffset", \.instanceGreenOffset),
      .value("instanceBlueOffset", \.instanceBlueOffset), .value("instanceAlphaOffset", \.instanceAlphaOffset),
    ]
  }
}

/// The properties of a layer that shows the movie (`AVVideoCompositionCoreAnimationTool`'s video layer, `AVPlayerLayer`): its frame at
/// the movie's time, whatever the layer's own time is.
public struct VideoLayer: Hashable, Sendable {
  /// The placement of the frame in the bounds.
  public var videoGravity: LayerContentsGravity = .resizeAspect

  /// A layer that shows the whole frame.
  public init() {}
}

extension VideoLayer: PropertyCoded {
  static var properties: [CodedProperty<VideoLayer>] { [.value("videoGravity", \.videoGravity)] }
}
