/// The reason for which a picture is not read.
public struct PictureError: Error, Hashable, Sendable {
  /// The kinds of reason.
  public enum Reason: Hashable, Sendable {
    /// The file is damaged, cut short, or no such file.
    case unreadable
    /// The file is whole, but nothing here reads what is in it, or all of it would not fit in memory.
    case unsupported
  }

  /// The kind of reason.
  public var reason: Reason
  /// A sentence that says what was found.
  public var message: String
  /// A sentence that says what can be done.
  public var remedy: String

  init(_ reason: Reason, _ message: String, remedy: String = "Copy or download it again, or check that it opens.") {
    self.reason = reason
    self.message = message
    self.remedy = remedy
  }
}

/// Limits of pictures' sizes: a file of a few bytes can declare a picture that fills the memory.
enum PictureLimits {
  /// Pixels across or down.
  static let edge = 32_768
  /// Pixels of a still.
  static let still = 1 << 28
  /// Pixels of a picture of an animation, several of which are held in four bytes and more each: those of 8K.
  static let animated = 1 << 25
  /// Bytes of an animation's file, which is held as it is.
  static let fileSize = 1 << 30

  /// Checks the size of a picture of at most `limit` pixels.
  static func check(width: Int, height: Int, limit: Int) throws(PictureError) {
    let edges = 1...edge
    guard edges.contains(width), edges.contains(height), width * height <= limit else {
      throw PictureError(
        .unsupported, "A picture of \(width)×\(height) pixels is not read.",
        remedy: "Make it smaller: at most \(edge) pixels each way, and \(limit / 1_000_000) million in all.")
    }
  }
}
