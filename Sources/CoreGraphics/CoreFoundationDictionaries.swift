// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

extension NSDictionary {
  /// The values whose keys are texts: the dictionary as Core Foundation's is here.
  package var attributes: [String: Any] {
    var values: [String: Any] = [:]
    for (key, value) in self { if let key = key as? String { values[key] = value } }
    return values
  }
}

/// A universally unique identifier (`CFUUID`).
public typealias CFUUID = NSUUID

/// Makes an identifier that no other has (`CFUUIDCreate`).
public func CFUUIDCreate(_ alloc: CFAllocator?) -> CFUUID! { NSUUID() }

/// Returns an identifier as text, in capital letters (`CFUUIDCreateString`).
public func CFUUIDCreateString(_ alloc: CFAllocator?, _ uuid: CFUUID!) -> CFString! { uuid?.uuidString }
