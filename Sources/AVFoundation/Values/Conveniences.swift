public import Foundation

/// Runs `body`. Objects are released here when the last reference to them goes; the function is what code for Apple's systems calls.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// Foundation's operations have these methods themselves and depend on them.
extension NSObject {
  /// Nothing: properties are not observed by their names here.
  @_disfavoredOverload public func willChangeValue(forKey key: String) {}
  /// Nothing: properties are not observed by their names here.
  @_disfavoredOverload public func didChangeValue(forKey key: String) {}
}
