// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Dispatch

// The machine's counter by Mach's names, which programs take the times of pictures and samples from. It counts nanoseconds here.

// SAFETY: an out parameter is written once.

/// The result of a function of Mach's: ``KERN_SUCCESS``, or why not.
public typealias kern_return_t = Int32
/// It is done.
public let KERN_SUCCESS: kern_return_t = 0
/// An argument is not valid.
public let KERN_INVALID_ARGUMENT: kern_return_t = 4
/// It is not, for a reason of its own.
public let KERN_FAILURE: kern_return_t = 5

/// The nanoseconds of a unit of the machine's counter, as a fraction (`mach_timebase_info_data_t`).
public struct mach_timebase_info_data_t: Hashable, Sendable {
  /// Over the line.
  public var numer: UInt32
  /// Under it.
  public var denom: UInt32

  /// Zero over zero.
  public init() { (numer, denom) = (0, 0) }
  /// `numer` over `denom`.
  public init(numer: UInt32, denom: UInt32) { (self.numer, self.denom) = (numer, denom) }
}

/// The machine's counter, which stands still while the machine sleeps: nanoseconds, as `CVGetCurrentHostTime()` and `CMClock`'s host time
/// clock have them. Never 0.
public func mach_absolute_time() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Writes the nanoseconds of a unit of ``mach_absolute_time()`` to `info`: one.
///
/// - Returns: ``KERN_SUCCESS``, always.
@discardableResult
public func mach_timebase_info(_ info: UnsafeMutablePointer<mach_timebase_info_data_t>) -> kern_return_t {
  unsafe info.pointee = mach_timebase_info_data_t(numer: 1, denom: 1)
  return KERN_SUCCESS
}

/// A fraction to be written to, by the structure's other name.
public func mach_timebase_info() -> mach_timebase_info_data_t { mach_timebase_info_data_t() }

/// The fraction of `numer` and `denom`, by the structure's other name.
public func mach_timebase_info(numer: UInt32, denom: UInt32) -> mach_timebase_info_data_t {
  mach_timebase_info_data_t(numer: numer, denom: denom)
}
