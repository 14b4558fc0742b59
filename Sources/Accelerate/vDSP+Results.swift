// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// The functions whose results are written into memory that there is, which has as many elements: the arrays of the others, copied.

// MARK: Float

extension vDSP {
  /// `scalar` added to each element.
  public static func add(
    _ scalar: Float, _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) { write(add(scalar, vector), into: &result) }

  /// The sum of two vectors, element by element.
  public static func add(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(add(vector, other), into: &result) }

  /// `vector` − `other`, element by element.
  public static func subtract(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(subtract(vector, other), into: &result) }

  /// Each element times `scalar`.
  public static func multiply(
    _ scalar: Float, _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) { write(multiply(scalar, vector), into: &result) }

  /// The product of two vectors, element by element.
  public static func multiply(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(multiply(vector, other), into: &result) }

  /// Each element ÷ `scalar`.
  public static func divide(
    _ vector: some AccelerateBuffer<Float>, _ scalar: Float, result: inout some AccelerateMutableBuffer<Float>
  ) { write(divide(vector, scalar), into: &result) }

  /// `vector` ÷ `other`, element by element.
  public static func divide(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(divide(vector, other), into: &result) }

  /// Each element without its sign.
  public static func absolute(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) { write(absolute(vector), into: &result) }

  /// Each element times itself.
  public static func square(
    _ vector: some AccelerateBuffer<Float>, result: inout some AccelerateMutableBuffer<Float>
  ) { write(square(vector), into: &result) }

  /// Each element, brought into `bounds`.
  public static func clip(
    _ vector: some AccelerateBuffer<Float>, to bounds: ClosedRange<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(clip(vector, to: bounds), into: &result) }

  /// 20 times the decimal logarithm of each element ÷ `zeroReference`.
  public static func convert(
    amplitude: some AccelerateBuffer<Float>, toDecibels decibels: inout some AccelerateMutableBuffer<Float>,
    zeroReference: Float
  ) { write(amplitudeToDecibels(amplitude, zeroReference: zeroReference), into: &decibels) }

  /// 10 times the decimal logarithm of each element ÷ `zeroReference`.
  public static func convert(
    power: some AccelerateBuffer<Float>, toDecibels decibels: inout some AccelerateMutableBuffer<Float>,
    zeroReference: Float
  ) { write(powerToDecibels(power, zeroReference: zeroReference), into: &decibels) }

  /// Integers as floating-point numbers.
  public static func convertElements(
    of source: some AccelerateBuffer<Int16>, to destination: inout some AccelerateMutableBuffer<Float>
  ) { write(integerToFloatingPoint(source, floatingPointType: Float.self), into: &destination) }

  /// Integers as floating-point numbers.
  public static func convertElements(
    of source: some AccelerateBuffer<Int32>, to destination: inout some AccelerateMutableBuffer<Float>
  ) { write(integerToFloatingPoint(source, floatingPointType: Float.self), into: &destination) }

  /// Numbers as integers; what is beyond their range is brought to its end.
  public static func convertElements(
    of source: some AccelerateBuffer<Float>, to destination: inout some AccelerateMutableBuffer<Int16>,
    rounding: RoundingMode
  ) { write(floatingPointToInteger(source, integerType: Int16.self, rounding: rounding), into: &destination) }

  /// Means of the elements, one in `decimationFactor`, weighted by `filter`.
  public static func downsample(
    _ source: some AccelerateBuffer<Float>, decimationFactor: Int, filter: some AccelerateBuffer<Float>,
    result: inout some AccelerateMutableBuffer<Float>
  ) { write(downsample(source, decimationFactor: decimationFactor, filter: filter), into: &result) }

  /// A window as long as `result`; where `isHalfWindow`, its first half and zeros behind that.
  public static func formWindow(
    usingSequence sequence: WindowSequence, result: inout some AccelerateMutableBuffer<Float>, isHalfWindow: Bool
  ) {
    write(
      window(ofType: Float.self, usingSequence: sequence, count: result.count, isHalfWindow: isHalfWindow),
      into: &result)
  }

  /// A line as long as `result` over `range`, both ends of which are in it.
  public static func formRamp(in range: ClosedRange<Float>, result: inout some AccelerateMutableBuffer<Float>) {
    write(ramp(in: range, count: result.count), into: &result)
  }

  /// Makes every element `value`.
  public static func fill(_ vector: inout some AccelerateMutableBuffer<Float>, with value: Float) {
    write([Float](repeating: value, count: vector.count), into: &vector)
  }

  /// Makes every element 0.
  public static func clear(_ vector: inout some AccelerateMutableBuffer<Float>) { fill(&vector, with: 0) }
}

// MARK: Double

extension vDSP {
  /// `scalar` added to each element.
  public static func add(
    _ scalar: Double, _ vector: some AccelerateBuffer<Double>, result: inout some AccelerateMutableBuffer<Double>
  ) { write(add(scalar, vector), into: &result) }

  /// The sum of two vectors, element by element.
  public static func add(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(add(vector, other), into: &result) }

  /// `vector` − `other`, element by element.
  public static func subtract(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(subtract(vector, other), into: &result) }

  /// Each element times `scalar`.
  public static func multiply(
    _ scalar: Double, _ vector: some AccelerateBuffer<Double>, result: inout some AccelerateMutableBuffer<Double>
  ) { write(multiply(scalar, vector), into: &result) }

  /// The product of two vectors, element by element.
  public static func multiply(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(multiply(vector, other), into: &result) }

  /// Each element ÷ `scalar`.
  public static func divide(
    _ vector: some AccelerateBuffer<Double>, _ scalar: Double, result: inout some AccelerateMutableBuffer<Double>
  ) { write(divide(vector, scalar), into: &result) }

  /// `vector` ÷ `other`, element by element.
  public static func divide(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(divide(vector, other), into: &result) }

  /// Each element without its sign.
  public static func absolute(
    _ vector: some AccelerateBuffer<Double>, result: inout some AccelerateMutableBuffer<Double>
  ) { write(absolute(vector), into: &result) }

  /// Each element times itself.
  public static func square(
    _ vector: some AccelerateBuffer<Double>, result: inout some AccelerateMutableBuffer<Double>
  ) { write(square(vector), into: &result) }

  /// Each element, brought into `bounds`.
  public static func clip(
    _ vector: some AccelerateBuffer<Double>, to bounds: ClosedRange<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(clip(vector, to: bounds), into: &result) }

  /// 20 times the decimal logarithm of each element ÷ `zeroReference`.
  public static func convert(
    amplitude: some AccelerateBuffer<Double>, toDecibels decibels: inout some AccelerateMutableBuffer<Double>,
    zeroReference: Double
  ) { write(amplitudeToDecibels(amplitude, zeroReference: zeroReference), into: &decibels) }

  /// 10 times the decimal logarithm of each element ÷ `zeroReference`.
  public static func convert(
    power: some AccelerateBuffer<Double>, toDecibels decibels: inout some AccelerateMutableBuffer<Double>,
    zeroReference: Double
  ) { write(powerToDecibels(power, zeroReference: zeroReference), into: &decibels) }

  /// Integers as floating-point numbers.
  public static func convertElements(
    of source: some AccelerateBuffer<Int16>, to destination: inout some AccelerateMutableBuffer<Double>
  ) { write(integerToFloatingPoint(source, floatingPointType: Double.self), into: &destination) }

  /// Integers as floating-point numbers.
  public static func convertElements(
    of source: some AccelerateBuffer<Int32>, to destination: inout some AccelerateMutableBuffer<Double>
  ) { write(integerToFloatingPoint(source, floatingPointType: Double.self), into: &destination) }

  /// Numbers as integers; what is beyond their range is brought to its end.
  public static func convertElements(
    of source: some AccelerateBuffer<Double>, to destination: inout some AccelerateMutableBuffer<Int16>,
    rounding: RoundingMode
  ) { write(floatingPointToInteger(source, integerType: Int16.self, rounding: rounding), into: &destination) }

  /// Means of the elements, one in `decimationFactor`, weighted by `filter`.
  public static func downsample(
    _ source: some AccelerateBuffer<Double>, decimationFactor: Int, filter: some AccelerateBuffer<Double>,
    result: inout some AccelerateMutableBuffer<Double>
  ) { write(downsample(source, decimationFactor: decimationFactor, filter: filter), into: &result) }

  /// A window as long as `result`; where `isHalfWindow`, its first half and zeros behind that.
  public static func formWindow(
    usingSequence sequence: WindowSequence, result: inout some AccelerateMutableBuffer<Double>, isHalfWindow: Bool
  ) {
    write(
      window(ofType: Double.self, usingSequence: sequence, count: result.count, isHalfWindow: isHalfWindow),
      into: &result)
  }

  /// A line as long as `result` over `range`, both ends of which are in it.
  public static func formRamp(in range: ClosedRange<Double>, result: inout some AccelerateMutableBuffer<Double>) {
    write(ramp(in: range, count: result.count), into: &result)
  }

  /// Makes every element `value`.
  public static func fill(_ vector: inout some AccelerateMutableBuffer<Double>, with value: Double) {
    write([Double](repeating: value, count: vector.count), into: &vector)
  }

  /// Makes every element 0.
  public static func clear(_ vector: inout some AccelerateMutableBuffer<Double>) { fill(&vector, with: 0) }
}
