// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// SAFETY: addresses are those of vectors while they are read and written, and do not leave the closures.

extension vDSP {
  /// The greatest element; −∞ where there is none.
  public static func maximum(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_maxv($0, 1, &value, $1) }
    return value
  }

  /// The greatest element; −∞ where there is none.
  public static func maximum(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_maxvD($0, 1, &value, $1) }
    return value
  }

  /// The least element; +∞ where there is none.
  public static func minimum(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_minv($0, 1, &value, $1) }
    return value
  }

  /// The least element; +∞ where there is none.
  public static func minimum(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_minvD($0, 1, &value, $1) }
    return value
  }

  /// The greatest absolute value; 0 where there is none.
  public static func maximumMagnitude(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_maxmgv($0, 1, &value, $1) }
    return value
  }

  /// The greatest absolute value; 0 where there is none.
  public static func maximumMagnitude(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_maxmgvD($0, 1, &value, $1) }
    return value
  }

  /// The sum.
  public static func sum(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_sve($0, 1, &value, $1) }
    return value
  }

  /// The sum.
  public static func sum(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_sveD($0, 1, &value, $1) }
    return value
  }

  /// The sum of the squares.
  public static func sumOfSquares(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_svesq($0, 1, &value, $1) }
    return value
  }

  /// The sum of the squares.
  public static func sumOfSquares(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_svesqD($0, 1, &value, $1) }
    return value
  }

  /// The sum of the absolute values.
  public static func sumOfMagnitudes(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_svemg($0, 1, &value, $1) }
    return value
  }

  /// The sum of the absolute values.
  public static func sumOfMagnitudes(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_svemgD($0, 1, &value, $1) }
    return value
  }

  /// The mean; not a number where there is nothing.
  public static func mean(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_meanv($0, 1, &value, $1) }
    return value
  }

  /// The mean; not a number where there is nothing.
  public static func mean(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_meanvD($0, 1, &value, $1) }
    return value
  }

  /// The mean of the absolute values; not a number where there is nothing.
  public static func meanMagnitude(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_meamgv($0, 1, &value, $1) }
    return value
  }

  /// The mean of the absolute values; not a number where there is nothing.
  public static func meanMagnitude(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_meamgvD($0, 1, &value, $1) }
    return value
  }

  /// The mean of the squares; not a number where there is nothing.
  public static func meanSquare(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_measqv($0, 1, &value, $1) }
    return value
  }

  /// The mean of the squares; not a number where there is nothing.
  public static func meanSquare(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_measqvD($0, 1, &value, $1) }
    return value
  }

  /// The root of the mean of the squares; not a number where there is nothing.
  public static func rootMeanSquare(_ vector: some AccelerateBuffer<Float>) -> Float {
    var value: Float = 0
    unsafe read(vector) { unsafe vDSP_rmsqv($0, 1, &value, $1) }
    return value
  }

  /// The root of the mean of the squares; not a number where there is nothing.
  public static func rootMeanSquare(_ vector: some AccelerateBuffer<Double>) -> Double {
    var value: Double = 0
    unsafe read(vector) { unsafe vDSP_rmsqvD($0, 1, &value, $1) }
    return value
  }

  /// The place of the greatest element, and it; 0 and −∞ where there is none.
  public static func indexOfMaximum(_ vector: some AccelerateBuffer<Float>) -> (UInt, Float) {
    var (value, place): (Float, vDSP_Length) = (0, 0)
    unsafe read(vector) { unsafe vDSP_maxvi($0, 1, &value, &place, $1) }
    return (place, value)
  }

  /// The sum of the products of two vectors.
  public static func dot(_ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>) -> Float {
    precondition(vector.count == other.count, "The vectors have \(vector.count) and \(other.count) elements.")
    var value: Float = 0
    unsafe read(vector) { elements, count in
      unsafe read(other) { others, _ in unsafe vDSP_dotpr(elements, 1, others, 1, &value, count) }
    }
    return value
  }

  /// The place of the greatest element, and it; 0 and −∞ where there is none.
  public static func indexOfMaximum(_ vector: some AccelerateBuffer<Double>) -> (UInt, Double) {
    var (value, place): (Double, vDSP_Length) = (0, 0)
    unsafe read(vector) { unsafe vDSP_maxviD($0, 1, &value, &place, $1) }
    return (place, value)
  }

  /// The sum of the products of two vectors.
  public static func dot(_ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>) -> Double {
    precondition(vector.count == other.count, "The vectors have \(vector.count) and \(other.count) elements.")
    var value: Double = 0
    unsafe read(vector) { elements, count in
      unsafe read(other) { others, _ in unsafe vDSP_dotprD(elements, 1, others, 1, &value, count) }
    }
    return value
  }
}
