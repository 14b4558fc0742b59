public import Foundation

/// Runs `body`. Objects are released here when nobody holds them any more; the function is what code for Apple's systems calls.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

extension NSObject {
  /// Nothing: properties are not observed by their names here.
  public func willChangeValue(forKey key: String) {}
  /// Nothing: properties are not observed by their names here.
  public func didChangeValue(forKey key: String) {}
}
