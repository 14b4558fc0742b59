// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo
import Synchronization

// SAFETY: a block is the caller's from when it is handed out until he gives it back; the pool keeps its size before its first byte, at a
// place that the caller does not see.

/// The seconds for which a block is kept that is not asked for again, by its key: a number.
public let kCMMemoryPoolOption_AgeOutPeriod: CFString = "AgeOutPeriod"

/// Large blocks of memory that are used again soon (`CMMemoryPool`): freed blocks of its allocator are kept for a
/// while, and reused for requests of the same size.
///
/// Threads: any.
@safe public final class CMMemoryPool: Sendable {
  /// The source of its blocks, to which they go back.
  fileprivate let allocator: CFAllocator
  private let blocks: Blocks

  /// A pool's free blocks. Its allocator holds them, too, since blocks may be freed after the pool is gone.
  @safe private final class Blocks: Sendable {
    private struct Block {
      let address: UInt
      let byteCount: Int
      let since: Duration
    }

    private struct State {
      var idle: [Block] = []
      var isValid = true
    }

    private let state = Mutex(State())
    private let age: Duration
    private static let clock = ContinuousClock()
    private static let start = clock.now
    /// Bytes before each block's first, which hold its size.
    private static let header = 16

    init(age: Duration) { self.age = age }

    deinit { letGo(of: state.withLock(\.idle)) }

    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      ageOut()
      let found = state.withLock { state -> Block? in
        guard state.isValid else { return nil }
        return state.idle.lastIndex { $0.byteCount == byteCount }.map { state.idle.remove(at: $0) }
      }
      if let found { return unsafe UnsafeMutableRawPointer(bitPattern: found.address) }
      guard state.withLock(\.isValid), byteCount < Int.max - Self.header,
        let memory = unsafe malloc(byteCount + Self.header)
      else { return nil }
      unsafe memory.storeBytes(of: byteCount, as: Int.self)
      return unsafe memory + Self.header
    }

    func deallocate(_ address: UnsafeMutableRawPointer) {
      let byteCount = unsafe (address - Self.header).load(as: Int.self)
      let now = Self.start.duration(to: Self.clock.now)
      let block = Block(address: UInt(bitPattern: address), byteCount: byteCount, since: now)
      let isKept = state.withLock { state in
        if state.isValid { state.idle.append(block) }
        return state.isValid
      }
      if !isKept { letGo(of: [block]) }
      ageOut()
    }

    /// Frees blocks that were unused for longer than the pool's age.
    private func ageOut() {
      let now = Self.start.duration(to: Self.clock.now)
      letGo(of: take { now - $0.since > age })
    }

    func flush() { letGo(of: take { _ in true }) }

    func invalidate() {
      state.withLock { $0.isValid = false }
      flush()
    }

    private func take(_ isWanted: (Block) -> Bool) -> [Block] {
      state.withLock { state in
        let wanted = state.idle.filter(isWanted)
        if !wanted.isEmpty { state.idle.removeAll(where: isWanted) }
        return wanted
      }
    }

    private func letGo(of blocks: [Block]) {
      for block in blocks {
        if let address = unsafe UnsafeMutableRawPointer(bitPattern: block.address) {
          unsafe free(address - Self.header)
        }
      }
    }
  }

  /// A pool that keeps blocks for the time in `options`: half a second by default.
  fileprivate init(_ options: CFDictionary) {
    let seconds = number(options[kCMMemoryPoolOption_AgeOutPeriod]) ?? 0.5
    let blocks = Blocks(age: .milliseconds(seconds.isFinite ? Int(max(0, min(seconds, 1e6)) * 1_000) : 500))
    self.blocks = blocks
    allocator = unsafe CFAllocator(from: { unsafe blocks.allocate($0) }, to: { unsafe blocks.deallocate($0) })
  }

  fileprivate func flush() { blocks.flush() }
  fileprivate func invalidate() { blocks.invalidate() }
}

/// Makes a pool; of `options` how long blocks are kept counts (`CMMemoryPoolCreate`).
public func CMMemoryPoolCreate(options: CFDictionary?) -> CMMemoryPool { CMMemoryPool(options ?? [:]) }
/// The allocator of the blocks of `pool`, which takes them back.
public func CMMemoryPoolGetAllocator(_ pool: CMMemoryPool) -> CFAllocator { pool.allocator }
/// Frees the unused blocks.
public func CMMemoryPoolFlush(_ pool: CMMemoryPool) { pool.flush() }
/// Has `pool` give no more blocks, and keep none.
public func CMMemoryPoolInvalidate(_ pool: CMMemoryPool) { pool.invalidate() }
/// The number of the class of pools.
public func CMMemoryPoolGetTypeID() -> CFTypeID { CFTypeID(of: CMMemoryPool.self) }

extension CMMemoryPool: Hashable {
  /// A pool equals itself alone (`CFEqual`).
  public static func == (left: CMMemoryPool, right: CMMemoryPool) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
