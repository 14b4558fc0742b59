// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

import Foundation

// SAFETY: blocks come from `malloc` or from the allocator's own functions, and are freed once by the same; until then
// callers own them, as in Core Foundation.

/// A source of memory (`CFAllocator`): the C library's, where nothing else is said. Functions that make objects take one for source
/// compatibility, as objects are Swift's; blocks that are asked for by ``CFAllocatorAllocate(_:_:_:)`` come from it.
///
/// Threads: any.
@safe public final class CFAllocator: Sendable {
  /// The source of a block; nil where there is none.
  private let source: @Sendable (_ byteCount: Int) -> UnsafeMutableRawPointer?
  /// The function that takes it back.
  private let sink: @Sendable (UnsafeMutableRawPointer) -> Void

  /// An allocator whose blocks `source` gives, and which go back to `sink`.
  package init(
    from source: @escaping @Sendable (_ byteCount: Int) -> UnsafeMutableRawPointer?,
    to sink: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe (self.source, self.sink) = (source, sink)
  }

  fileprivate func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? { unsafe source(byteCount) }
  fileprivate func deallocate(_ block: UnsafeMutableRawPointer) { unsafe sink(block) }

  /// The C library's.
  fileprivate static let system = unsafe CFAllocator(from: { unsafe malloc($0) }, to: { unsafe free($0) })
  /// The allocator of memory that the caller frees.
  fileprivate static let none = unsafe CFAllocator(from: { _ in nil }, to: { _ in })
}

/// The usual allocator (`kCFAllocatorDefault`).
public let kCFAllocatorDefault: CFAllocator! = nil
/// The system's allocator (`kCFAllocatorSystemDefault`).
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator.system
/// The allocator of `malloc` and `free` (`kCFAllocatorMalloc`).
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator.system
/// The allocator of memory which the caller gives back himself: it gives none (`kCFAllocatorNull`).
public let kCFAllocatorNull: CFAllocator! = CFAllocator.none

/// Flags of options.
public typealias CFOptionFlags = UInt

/// A block of `size` bytes of `allocator`; nil for none, and where there is no memory (`CFAllocatorAllocate`).
public func CFAllocatorAllocate(
  _ allocator: CFAllocator!, _ size: CFIndex, _ hint: CFOptionFlags
) -> UnsafeMutableRawPointer! {
  size > 0 ? unsafe (allocator ?? .system).allocate(size) : nil
}

/// Gives the block at `ptr` back to `allocator`, which it came from (`CFAllocatorDeallocate`).
public func CFAllocatorDeallocate(_ allocator: CFAllocator!, _ ptr: UnsafeMutableRawPointer!) {
  if let block = unsafe ptr { unsafe (allocator ?? .system).deallocate(block) }
}
