public import MediaTime

/// The look of one track during an instruction (`AVVideoCompositionLayerInstruction`).
///
/// All times in the ramps are composition times, not relative to the instruction.
public struct LayerInstruction: Hashable, Sendable, Codable {
  /// The number of the video track.
  public var trackID: TrackID
  /// The opacity, 0…1; 1 before the first entry.
  public var opacity: Ramps<Double>
  /// The transform from the source's square pixels, not turned upright, to those of the output; the identity before the
  /// first entry. With ``fit``, from the render rectangle to itself, after the picture has been placed.
  public var transform: Ramps<Transform>
  /// The part of the source that is shown, in source pixels; the whole source before the first entry.
  public var cropRectangle: Ramps<Rectangle>
  /// The placement of each segment's picture, turned upright, in ``frame``, whatever its size; nil for that of the
  /// video composition, and where that has none, for pictures that lie as they are stored, at the origin.
  ///
  /// In this order: the crop chooses a part of the picture, the part is turned upright and placed, what juts out of the
  /// frame is cut off, ``transform`` moves the result, ``clipRectangle`` cuts it, and ``opacity`` makes it translucent.
  public var fit: PictureFit?
  /// The place of pictures in the render rectangle; nil for all of it. A frame without ``fit`` stands for
  /// `.resizeAspect`.
  public var frame: Rectangle?
  /// The part of the render rectangle in which the layer is seen, whatever moves it there; all of it before the first entry, and for
  /// nil. No side is negative; a side of zero shows nothing.
  public var clipRectangle: Ramps<Rectangle>?

  /// Shows track `trackID` by the given ramps, placed by `fit` in `frame`; without them opaque, not transformed and not
  /// cropped.
  public init(
    trackID: TrackID, opacity: Ramps<Double> = Ramps(), transform: Ramps<Transform> = Ramps(),
    cropRectangle: Ramps<Rectangle> = Ramps(), fit: PictureFit? = nil, frame: Rectangle? = nil,
    clipRectangle: Ramps<Rectangle>? = nil
  ) {
    self.trackID = trackID
    self.opacity = opacity
    self.transform = transform
    self.cropRectangle = cropRectangle
    self.fit = fit
    self.frame = frame
    self.clipRectangle = clipRectangle
  }

  /// Shows `assetTrack`, a track of the composition, opaque, not transformed and not cropped (`init(assetTrack:)`).
  public init(assetTrack: CompositionTrack) {
    self.init(trackID: assetTrack.id)
  }
}

/// Setting and looking up values and ramps.
///
/// All times are composition times. The setters throw ``RampError`` and change nothing for a time that is not finite, a
/// range without duration, a value outside its range, and an entry that overlaps another.
extension LayerInstruction {
  /// Sets the opacity from `time` on to `opacity`, 0…1 (`setOpacity(_:at:)`).
  public mutating func setOpacity(_ opacity: Double, at time: CMTime) throws(RampError) {
    try self.opacity.set(opacity, at: time, diagnostic: Diagnostic.opacity)
  }

  /// Ramps the opacity from `startOpacity` to `endOpacity`, both 0…1, over `timeRange`; afterwards it stays
  /// (`setOpacityRamp(fromStartOpacity:toEndOpacity:timeRange:)`).
  public mutating func setOpacityRamp(
    fromStartOpacity startOpacity: Double, toEndOpacity endOpacity: Double, timeRange: CMTimeRange
  ) throws(RampError) {
    try opacity.setRamp(from: startOpacity, to: endOpacity, over: timeRange, diagnostic: Diagnostic.opacity)
  }

  /// The opacity ramp that contains `time`, or else the next one; nil after the last
  /// (`getOpacityRamp(for:startOpacity:endOpacity:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func opacityRamp(for time: CMTime) -> Ramp<Double>? { opacity.ramp(for: time) }

  /// Sets the transform from `time` on (`setTransform(_:at:)`).
  public mutating func setTransform(_ transform: Transform, at time: CMTime) throws(RampError) {
    try self.transform.set(transform, at: time, diagnostic: Diagnostic.init)
  }

  /// Ramps the transform from `startTransform` to `endTransform` over `timeRange`, each of the six numbers linearly;
  /// afterwards it stays (`setTransformRamp(fromStart:toEnd:timeRange:)`).
  public mutating func setTransformRamp(
    fromStart startTransform: Transform, toEnd endTransform: Transform, timeRange: CMTimeRange
  ) throws(RampError) {
    try transform.setRamp(from: startTransform, to: endTransform, over: timeRange, diagnostic: Diagnostic.init)
  }

  /// The transform ramp that contains `time`, or else the next one; nil after the last
  /// (`getTransformRamp(for:start:end:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func transformRamp(for time: CMTime) -> Ramp<Transform>? { transform.ramp(for: time) }

  /// Sets the part of the source that is shown from `time` on, in source pixels (`setCropRectangle(_:at:)`).
  public mutating func setCropRectangle(_ cropRectangle: Rectangle, at time: CMTime) throws(RampError) {
    try self.cropRectangle.set(cropRectangle, at: time, diagnostic: Diagnostic.init(crop:))
  }

  /// Ramps the part that is shown from `startCropRectangle` to `endCropRectangle` over `timeRange`; afterwards it stays
  /// (`setCropRectangleRamp(fromStartCropRectangle:toEndCropRectangle:timeRange:)`).
  public mutating func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: Rectangle, toEndCropRectangle endCropRectangle: Rectangle,
    timeRange: CMTimeRange
  ) throws(RampError) {
    try cropRectangle.setRamp(
      from: startCropRectangle, to: endCropRectangle, over: timeRange, diagnostic: Diagnostic.init(crop:))
  }

  /// The crop ramp that contains `time`, or else the next one; nil after the last
  /// (`getCropRectangleRamp(for:startCropRectangle:endCropRectangle:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func cropRectangleRamp(for time: CMTime) -> Ramp<Rectangle>? { cropRectangle.ramp(for: time) }

  /// The placement of pictures where `videoComposition` holds the layer; nil for pictures that lie as they are stored.
  public func fit(in videoComposition: VideoComposition) -> PictureFit? {
    fit ?? videoComposition.fit ?? (frame == nil ? nil : .resizeAspect)
  }

  /// Whether the opacity, the transform or the crop varies during `timeRange`.
  func changes(during timeRange: CMTimeRange) -> Bool {
    opacity.changes(during: timeRange, initial: 1) || transform.changes(during: timeRange, initial: .identity)
      || cropRectangle.changes(during: timeRange, initial: nil)
      || clipRectangle?.changes(during: timeRange, initial: nil) ?? false
  }
}

extension Ramps {
  /// Whether the value, which is `initial` before the first entry, varies during `range`.
  fileprivate func changes(during range: CMTimeRange, initial: Value?) -> Bool {
    var value = initial
    for entry in entries {
      guard entry.start < range.end else { break }
      switch entry {
      case .setting(let at, let next):
        if at > range.start, next != value { return true }
      case .ramp(let ramp, let from, let to):
        if ramp.end > range.start, from != to { return true }
        if ramp.start > range.start, from != value { return true }
      }
      value = entry.lastValue
    }
    return false
  }
}
