// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The order of two objects (`CFComparisonResult`).
public enum CFComparisonResult: Int, Sendable {
  /// The first comes before the second.
  case compareLessThan = -1
  /// Neither comes before the other.
  case compareEqualTo = 0
  /// The second comes before the first.
  case compareGreaterThan = 1
}

/// A number that objects of one class, and values of one type, have, and others have not; another one in each process (`CFTypeID`).
public typealias CFTypeID = UInt

/// The number of the class of `cf`, or of its type where it is a value; 0 of nothing (`CFGetTypeID`).
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID {
  cf.map { CFTypeID(of: type(of: $0)) } ?? 0
}

extension CFTypeID {
  /// The number of the class or type `type`.
  package init(of type: Any.Type) { self = UInt(bitPattern: ObjectIdentifier(type)) }
}

/// Seconds since the beginning of 2001 (`CFAbsoluteTime`).
public typealias CFAbsoluteTime = CFTimeInterval

/// Some of the elements of something, from a place on (`CFRange`).
public struct CFRange: Hashable, Sendable {
  /// The first.
  public var location: CFIndex
  /// The number of elements.
  public var length: CFIndex

  /// None.
  public init() { self.init(location: 0, length: 0) }
  /// `length` elements from `location` on.
  public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// `len` elements from `loc` on (`CFRangeMake`).
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

extension Range<Int> {
  /// The elements of `range`; nil where it begins below zero, has fewer than none, or ends nowhere.
  package init?(_ range: CFRange) {
    let (end, isBeyond) = range.location.addingReportingOverflow(range.length)
    guard range.location >= 0, range.length >= 0, !isBeyond else { return nil }
    self = range.location..<end
  }
}
