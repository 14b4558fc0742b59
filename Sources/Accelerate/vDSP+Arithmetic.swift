// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// SAFETY: addresses are those of vectors while they are read and written, and do not leave the closures.

extension vDSP {
  /// `scalar` added to each element.
  public static func add(_ scalar: Float, _ vector: some AccelerateBuffer<Float>) -> [Float] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsadd(elements, 1, $0, result, 1, count) }
    }
  }

  /// `scalar` added to each element.
  public static func add(_ scalar: Double, _ vector: some AccelerateBuffer<Double>) -> [Double] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsaddD(elements, 1, $0, result, 1, count) }
    }
  }

  /// The sum of two vectors, element by element.
  public static func add(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>
  ) -> [Float] {
    unsafe made(from: vector, other) { unsafe vDSP_vadd($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The sum of two vectors, element by element.
  public static func add(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>
  ) -> [Double] {
    unsafe made(from: vector, other) { unsafe vDSP_vaddD($0, 1, $1, 1, $2, 1, $3) }
  }

  /// `vector` − `other`, element by element.
  public static func subtract(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>
  ) -> [Float] {
    unsafe made(from: vector, other) { unsafe vDSP_vsub($1, 1, $0, 1, $2, 1, $3) }
  }

  /// `vector` − `other`, element by element.
  public static func subtract(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>
  ) -> [Double] {
    unsafe made(from: vector, other) { unsafe vDSP_vsubD($1, 1, $0, 1, $2, 1, $3) }
  }

  /// Each element times `scalar`.
  public static func multiply(_ scalar: Float, _ vector: some AccelerateBuffer<Float>) -> [Float] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsmul(elements, 1, $0, result, 1, count) }
    }
  }

  /// Each element times `scalar`.
  public static func multiply(_ scalar: Double, _ vector: some AccelerateBuffer<Double>) -> [Double] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsmulD(elements, 1, $0, result, 1, count) }
    }
  }

  /// The product of two vectors, element by element.
  public static func multiply(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>
  ) -> [Float] {
    unsafe made(from: vector, other) { unsafe vDSP_vmul($0, 1, $1, 1, $2, 1, $3) }
  }

  /// The product of two vectors, element by element.
  public static func multiply(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>
  ) -> [Double] {
    unsafe made(from: vector, other) { unsafe vDSP_vmulD($0, 1, $1, 1, $2, 1, $3) }
  }

  /// Each element ÷ `scalar`.
  public static func divide(_ vector: some AccelerateBuffer<Float>, _ scalar: Float) -> [Float] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsdiv(elements, 1, $0, result, 1, count) }
    }
  }

  /// Each element ÷ `scalar`.
  public static func divide(_ vector: some AccelerateBuffer<Double>, _ scalar: Double) -> [Double] {
    unsafe made(from: vector) { elements, result, count in
      unsafe withUnsafePointer(to: scalar) { unsafe vDSP_vsdivD(elements, 1, $0, result, 1, count) }
    }
  }

  /// `vector` ÷ `other`, element by element.
  public static func divide(
    _ vector: some AccelerateBuffer<Float>, _ other: some AccelerateBuffer<Float>
  ) -> [Float] {
    unsafe made(from: vector, other) { unsafe vDSP_vdiv($1, 1, $0, 1, $2, 1, $3) }
  }

  /// `vector` ÷ `other`, element by element.
  public static func divide(
    _ vector: some AccelerateBuffer<Double>, _ other: some AccelerateBuffer<Double>
  ) -> [Double] {
    unsafe made(from: vector, other) { unsafe vDSP_vdivD($1, 1, $0, 1, $2, 1, $3) }
  }
}
