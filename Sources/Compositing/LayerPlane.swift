/// One plane of a layer, ready to be sampled.
protocol LayerPlane {
  /// The samples that may be shown.
  var area: PlaneArea { get }

  /// What the plane adds at one of its samples.
  func contribution(at index: Int) -> PremultipliedSample

  /// What the plane adds between its samples.
  func contribution(at taps: BilinearTaps) -> PremultipliedSample
}
