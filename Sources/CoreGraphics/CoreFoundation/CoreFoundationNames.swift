// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

@_exported public import Foundation

// Core Foundation's strings, dictionaries and arrays are Swift's, so that `as String` and `as CFDictionary` change nothing.

/// A string, as Core Foundation's functions take it.
public typealias CFString = String
/// A dictionary, as Core Foundation's functions take it.
public typealias CFDictionary = [String: Any]
/// An array, as Core Foundation's functions take it.
public typealias CFArray = [Any]
/// Bytes, as Core Foundation's functions take them: an object, so that ``CFDataGetBytePtr(_:)`` has something to point into.
public typealias CFData = NSData
/// Bytes that can be changed, as Core Foundation's functions take them.
public typealias CFMutableData = NSMutableData
/// A URL, as Core Foundation's functions take it: what `as CFURL` makes of one of Swift's.
public typealias CFURL = NSURL
/// True or false, as an object.
public typealias CFBoolean = NSNumber
/// A number, as an object.
public typealias CFNumber = NSNumber
/// Anything of Core Foundation's: an object, or a value, as its strings, arrays and dictionaries are values here.
public typealias CFTypeRef = Any
/// A number of seconds.
public typealias CFTimeInterval = Double
/// A count or an index.
public typealias CFIndex = Int

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// True (`kCFBooleanTrue`).
public let kCFBooleanTrue: CFBoolean! = true
/// False (`kCFBooleanFalse`).
public let kCFBooleanFalse: CFBoolean! = false
/// Nothing, where an object is asked for (`kCFNull`).
public let kCFNull: NSNull! = NSNull()
/// Whether `boolean` is true (`CFBooleanGetValue`).
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool { boolean?.boolValue ?? false }
/// The number of elements (`CFArrayGetCount`).
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

// SAFETY: NSData keeps its bytes in place as long as it lives, which is the caller's to see to, as on Apple's systems.
/// The bytes of `theData`, which stay where they are as long as it lives (`CFDataGetBytePtr`).
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  guard let data = theData, data.length > 0 else { return nil }
  return unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
}

extension NSData {
  /// The bytes as a value: copied at once, where Foundation's cast copies one after the other.
  package var content: Data { unsafe Data(bytes: bytes, count: length) }
}

/// Bytes to be written, none at first; `capacity` is no limit here (`CFDataCreateMutable`).
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

/// The number of bytes (`CFDataGetLength`).
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// Seconds from the first moment of 1970 to that of 2001.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = Date.timeIntervalBetween1970AndReferenceDate

/// The wall clock's time (`CFAbsoluteTimeGetCurrent`).
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

// Numbers of either order of bytes.

/// `arg`, of the higher byte first, as the machine has it; or the other way round.
public func CFSwapInt16BigToHost(_ arg: UInt16) -> UInt16 { UInt16(bigEndian: arg) }
/// `arg`, of the higher byte first, as the machine has it; or the other way round.
public func CFSwapInt32BigToHost(_ arg: UInt32) -> UInt32 { UInt32(bigEndian: arg) }
/// `arg`, of the higher byte first, as the machine has it; or the other way round.
public func CFSwapInt64BigToHost(_ arg: UInt64) -> UInt64 { UInt64(bigEndian: arg) }
/// `arg`, as the machine has it, with the higher byte first.
public func CFSwapInt16HostToBig(_ arg: UInt16) -> UInt16 { arg.bigEndian }
/// `arg`, as the machine has it, with the higher byte first.
public func CFSwapInt32HostToBig(_ arg: UInt32) -> UInt32 { arg.bigEndian }
/// `arg`, as the machine has it, with the higher byte first.
public func CFSwapInt64HostToBig(_ arg: UInt64) -> UInt64 { arg.bigEndian }

// The keys of a bundle's information dictionary.

/// The name of a bundle, of some fifteen characters.
public let kCFBundleNameKey: CFString! = "CFBundleName"
/// The identifier of a bundle, in reverse notation of a domain.
public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
/// The version of a bundle's build.
public let kCFBundleVersionKey: CFString! = "CFBundleVersion"
/// The name of a bundle's executable file.
public let kCFBundleExecutableKey: CFString! = "CFBundleExecutable"
/// The version of the information dictionary itself.
public let kCFBundleInfoDictionaryVersionKey: CFString! = "CFBundleInfoDictionaryVersion"
/// The region that a bundle is developed in.
public let kCFBundleDevelopmentRegionKey: CFString! = "CFBundleDevelopmentRegion"
/// The languages that a bundle is translated into.
public let kCFBundleLocalizationsKey: CFString! = "CFBundleLocalizations"
