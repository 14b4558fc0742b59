// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// SAFETY: addresses are those of vectors while they are read and written, and do not leave the closures.

extension vDSP {
  /// The absolute value of each element.
  public static func absolute(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    unsafe made(from: vector) { unsafe vDSP_vabs($0, 1, $1, 1, $2) }
  }

  /// The square of each element.
  public static func square(_ vector: some AccelerateBuffer<Float>) -> [Float] {
    unsafe made(from: vector) { unsafe vDSP_vsq($0, 1, $1, 1, $2) }
  }

  /// Each element, brought into `bounds`.
  public static func clip(_ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>) -> [Float] {
    var (low, high) = (bounds.lowerBound, bounds.upperBound)
    return unsafe made(from: vector) { unsafe vDSP_vclip($0, 1, &low, &high, $1, 1, $2) }
  }

  /// Amplitudes in decibels against `zeroReference`; silence is −∞.
  public static func amplitudeToDecibels(
    _ amplitude: some AccelerateBuffer<Float>, zeroReference: Float
  ) -> [Float] {
    var zero = zeroReference
    return unsafe made(from: amplitude) { unsafe vDSP_vdbcon($0, 1, &zero, $1, 1, $2, 1) }
  }

  /// Powers in decibels against `zeroReference`; silence is −∞.
  public static func powerToDecibels(_ power: some AccelerateBuffer<Float>, zeroReference: Float) -> [Float] {
    var zero = zeroReference
    return unsafe made(from: power) { unsafe vDSP_vdbcon($0, 1, &zero, $1, 1, $2, 0) }
  }

  /// Every `decimationFactor`-th sum of products with `filter`, as many as there are elements for.
  public static func downsample(
    _ vector: some AccelerateBuffer<Float>, decimationFactor: Int, filter: some AccelerateBuffer<Float>
  ) -> [Float] {
    precondition(decimationFactor > 0 && filter.count > 0, "A factor of 1 or more and a filter are needed.")
    let count = vector.count < filter.count ? 0 : (vector.count - filter.count) / decimationFactor + 1
    return unsafe read(vector) { elements, _ in
      unsafe read(filter) { taps, length in
        unsafe made(count) {
          unsafe vDSP_desamp(elements, decimationFactor, taps, $0, vDSP_Length(count), length)
        }
      }
    }
  }

  /// The absolute value of each element.
  public static func absolute(_ vector: some AccelerateBuffer<Double>) -> [Double] {
    unsafe made(from: vector) { unsafe vDSP_vabsD($0, 1, $1, 1, $2) }
  }

  /// The square of each element.
  public static func square(_ vector: some AccelerateBuffer<Double>) -> [Double] {
    unsafe made(from: vector) { unsafe vDSP_vsqD($0, 1, $1, 1, $2) }
  }

  /// Each element, brought into `bounds`.
  public static func clip(_ vector: some AccelerateBuffer<Double>, to bounds: ClosedRange<Double>) -> [Double] {
    var (low, high) = (bounds.lowerBound, bounds.upperBound)
    return unsafe made(from: vector) { unsafe vDSP_vclipD($0, 1, &low, &high, $1, 1, $2) }
  }

  /// Amplitudes in decibels against `zeroReference`; silence is −∞.
  public static func amplitudeToDecibels(
    _ amplitude: some AccelerateBuffer<Double>, zeroReference: Double
  ) -> [Double] {
    var zero = zeroReference
    return unsafe made(from: amplitude) { unsafe vDSP_vdbconD($0, 1, &zero, $1, 1, $2, 1) }
  }

  /// Powers in decibels against `zeroReference`; silence is −∞.
  public static func powerToDecibels(_ power: some AccelerateBuffer<Double>, zeroReference: Double) -> [Double] {
    var zero = zeroReference
    return unsafe made(from: power) { unsafe vDSP_vdbconD($0, 1, &zero, $1, 1, $2, 0) }
  }

  /// Every `decimationFactor`-th sum of products with `filter`, as many as there are elements for.
  public static func downsample(
    _ vector: some AccelerateBuffer<Double>, decimationFactor: Int, filter: some AccelerateBuffer<Double>
  ) -> [Double] {
    precondition(decimationFactor > 0 && filter.count > 0, "A factor of 1 or more and a filter are needed.")
    let count = vector.count < filter.count ? 0 : (vector.count - filter.count) / decimationFactor + 1
    return unsafe read(vector) { elements, _ in
      unsafe read(filter) { taps, length in
        unsafe made(count) {
          unsafe vDSP_desampD(elements, decimationFactor, taps, $0, vDSP_Length(count), length)
        }
      }
    }
  }
}
