// SAFETY: addresses are those of vectors while they are written, and do not leave the closures.

/// Elements that lie side by side in memory and are written there (`AccelerateMutableBuffer`).
///
/// Results of ``vDSP``'s functions go into one that has as many elements as the result: another number ends the process.
public protocol AccelerateMutableBuffer<Element>: AccelerateBuffer {
  /// Calls `body` with the elements, which are there until it returns.
  mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result
}

extension Array: AccelerateMutableBuffer {}
extension ArraySlice: AccelerateMutableBuffer {}
extension ContiguousArray: AccelerateMutableBuffer {}
extension UnsafeMutableBufferPointer: @unsafe AccelerateMutableBuffer {
  /// Calls `body` with itself.
  public mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    var elements = unsafe self
    return unsafe try body(&elements)
  }
}

extension vDSP {
  /// Writes `made` into `result`, which has as many elements.
  static func write<Element>(_ made: [Element], into result: inout some AccelerateMutableBuffer<Element>) {
    precondition(made.count == result.count, "The result has \(result.count) elements, and \(made.count) are needed.")
    unsafe result.withUnsafeMutableBufferPointer { elements in
      for (place, element) in made.enumerated() { unsafe elements[place] = element }
    }
  }
}
