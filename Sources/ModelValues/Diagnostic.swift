/// The content of every error of this library, whatever its type: what was found, what would have been right, what to do, and
/// the words of the framework below.
///
/// ```swift
/// do { try composition.removeTimeRange(range) } catch {
///   print(error.message)              // "The time is -1 s."
///   print(error.expected ?? "")       // "a finite time of 0 or later"
/// }
/// ```
public struct Diagnostic: Hashable, Sendable, Codable {
  /// The fault, as a sentence.
  public var message: String
  /// The allowed value, as a noun phrase; nil where the message says it.
  public var expected: String?
  /// The remedy, as a sentence; nil where nothing can be advised.
  public var remedy: String?
  /// The framework's own message, where it has one.
  public var underlying: String?

  /// A diagnostic that says `message`.
  public init(_ message: String, expected: String? = nil, remedy: String? = nil, underlying: String? = nil) {
    self.message = message.withSingleFullStop
    self.expected = expected
    self.remedy = remedy?.withSingleFullStop
    self.underlying = underlying
  }
}

extension String {
  /// The sentence, with one full stop where the words of another error, with a full stop of their own, came before it.
  fileprivate var withSingleFullStop: String {
    hasSuffix("..") && !hasSuffix("...") ? String(dropLast()) : self
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The sentences that people read: what was found, what is allowed, and what to do.
  public var description: String {
    [message, expected.map { "Expected \($0)." }, remedy].compactMap(\.self).joined(separator: " ")
  }
}

/// An error, or a problem in a report, with a diagnostic: its type adds which kind it is, and where.
public protocol Diagnosed {
  /// Its contents.
  var diagnostic: Diagnostic { get set }
}

extension Diagnosed {
  /// The fault, as a sentence.
  public var message: String {
    get { diagnostic.message }
    set { diagnostic.message = newValue }
  }

  /// The allowed value, as a noun phrase; nil where the message says it.
  public var expected: String? {
    get { diagnostic.expected }
    set { diagnostic.expected = newValue }
  }

  /// The remedy, as a sentence; nil where nothing can be advised.
  public var remedy: String? {
    get { diagnostic.remedy }
    set { diagnostic.remedy = newValue }
  }

  /// The framework's own message, where it has one.
  public var underlying: String? {
    get { diagnostic.underlying }
    set { diagnostic.underlying = newValue }
  }
}
