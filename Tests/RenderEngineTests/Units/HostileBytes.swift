import Rendering
import Testing

/// Bytes of files, made by hand, and what may become of them.
enum HostileBytes {
  static func box(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
    number(body.count + 8, 4) + Array(type.utf8) + body
  }

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  /// The error of `body` must be of this project; it may have none.
  static func expectNoTrap(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      #expect(error is RenderError, "\(error)")
    }
  }
}
