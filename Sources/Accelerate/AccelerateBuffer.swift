// SAFETY: addresses are those of vectors while they are read and written, and do not leave the closures.

/// Elements that lie side by side in memory (`AccelerateBuffer`).
public protocol AccelerateBuffer<Element> {
  /// The type of its elements.
  associatedtype Element
  /// How many elements it holds.
  var count: Int { get }
  /// Calls `body` with the elements, which are there until it returns.
  func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result
}

extension Array: AccelerateBuffer {}
extension ArraySlice: AccelerateBuffer {}
extension ContiguousArray: AccelerateBuffer {}
extension UnsafeBufferPointer: @unsafe AccelerateBuffer {
  /// Calls `body` with itself.
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result { unsafe try body(self) }
}
extension UnsafeMutableBufferPointer: @unsafe AccelerateBuffer {
  /// Calls `body` with its elements.
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result { unsafe try body(UnsafeBufferPointer(self)) }
}

/// vDSP's functions over whole vectors, whose results are arrays. Of two vectors, both must be of one length.
public enum vDSP {
  /// Calls `body` with the elements of `vector`.
  static func read<Element: Numeric, Result>(
    _ vector: some AccelerateBuffer<Element>, _ body: (UnsafePointer<Element>, vDSP_Length) -> Result
  ) -> Result {
    unsafe vector.withUnsafeBufferPointer { elements in
      if let start = elements.baseAddress { return unsafe body(start, vDSP_Length(elements.count)) }
      return unsafe withUnsafePointer(to: Element.zero) { unsafe body($0, 0) }
    }
  }

  /// `count` elements that `body` writes.
  static func made<Element: Numeric>(
    _ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void
  ) -> [Element] {
    var made = [Element](repeating: .zero, count: count)
    unsafe made.withUnsafeMutableBufferPointer { elements in
      if let start = elements.baseAddress { unsafe body(start) }
    }
    return made
  }

  /// As many elements as `vector` has, which `body` writes from those.
  static func made<Element: Numeric, Made: Numeric>(
    from vector: some AccelerateBuffer<Element>,
    _ body: (UnsafePointer<Element>, UnsafeMutablePointer<Made>, vDSP_Length) -> Void
  ) -> [Made] {
    unsafe read(vector) { elements, count in
      unsafe made(Int(count)) { unsafe body(elements, $0, count) }
    }
  }

  /// The same from two vectors.
  static func made<Element: Numeric>(
    from vector: some AccelerateBuffer<Element>, _ other: some AccelerateBuffer<Element>,
    _ body: (UnsafePointer<Element>, UnsafePointer<Element>, UnsafeMutablePointer<Element>, vDSP_Length) -> Void
  ) -> [Element] {
    precondition(vector.count == other.count, "The vectors have \(vector.count) and \(other.count) elements.")
    return unsafe read(vector) { elements, count in
      unsafe read(other) { others, _ in
        unsafe made(Int(count)) { unsafe body(elements, others, $0, count) }
      }
    }
  }
}
