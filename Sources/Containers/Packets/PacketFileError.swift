import CAVFormat

// SAFETY: libavutil writes a zero-terminated text into a buffer whose size it gets; other texts are copied.

/// A failure of reading or writing packets.
public struct PacketFileError: Error, Hashable, Sendable {
  /// The kind of error.
  public var kind: Kind
  /// The error, as a sentence.
  public var message: String
  /// The library's own words.
  public var underlying: String?

  /// The kinds of failure.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The file does not take what it is given.
    case unsupported
    /// The disk is full.
    case diskFull
    /// The file cannot be written.
    case unwritable
    /// The process has as many files open as it may.
    case outOfDescriptors
  }

  /// An error of `kind`.
  public init(_ kind: Kind, _ message: String, underlying: String? = nil) {
    self.kind = kind
    self.message = message
    self.underlying = underlying
  }

  /// An error of `kind`, or of the disk or of open files where `code`, an error of libav's, is one.
  init(_ kind: Kind, _ message: String, code: Int32) {
    var words = [CChar](repeating: 0, count: 128)
    unsafe gste_describe(code, &words, words.count)
    let actual: Kind =
      if gste_is_disk_full(code) != 0 {
        .diskFull
      } else if gste_is_out_of_descriptors(code) != 0 {
        .outOfDescriptors
      } else {
        gste_is_disk_error(code) != 0 && kind != .unreadable ? .unwritable : kind
      }
    self.init(
      actual, message,
      underlying: String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

extension String {
  /// The text of libav's at `words`; empty where there is none.
  init(libav words: UnsafePointer<CChar>?) {
    self = unsafe words.map { unsafe String(cString: $0) } ?? ""
  }
}
