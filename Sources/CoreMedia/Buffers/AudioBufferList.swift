// SAFETY: a list has room for as many buffers as it was allocated with, and callers set its count when they fill it, as
// in Core Audio; entries beyond the count are not accessed.

/// Samples of one channel, or of several by turns (`AudioBuffer`).
@unsafe public struct AudioBuffer {
  /// The number of interleaved channels.
  public var mNumberChannels: UInt32
  /// The number of bytes at ``mData``.
  public var mDataByteSize: UInt32
  /// The samples.
  public var mData: UnsafeMutableRawPointer?

  /// No samples.
  public init() { unsafe self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }
  /// The samples at `mData`, whose memory stays the caller's.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    unsafe (self.mNumberChannels, self.mDataByteSize, self.mData) = (mNumberChannels, mDataByteSize, mData)
  }
}

/// Several buffers of samples (`AudioBufferList`): the first, and behind it in memory the others.
@unsafe public struct AudioBufferList {
  /// The number of buffers.
  public var mNumberBuffers: UInt32
  /// The first buffer.
  public var mBuffers: AudioBuffer

  /// No buffers.
  public init() { unsafe self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }
  /// A list of `mNumberBuffers` buffers with the first one `mBuffers`; the others follow it in memory.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    unsafe (self.mNumberBuffers, self.mBuffers) = (mNumberBuffers, mBuffers)
  }

  /// Bytes of a list with room for `maximumBuffers`, at least one.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    unsafe MemoryLayout<AudioBufferList>.size + (max(1, maximumBuffers) - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// A list with room for `maximumBuffers`, at least one, and that many empty ones in it; its caller frees `unsafeMutablePointer`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let count = max(1, maximumBuffers)
    // Memory of the usual alignment comes from `malloc`, so that `free` takes it, as Core Audio has it.
    let size = unsafe sizeInBytes(maximumBuffers: count)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Int>.alignment)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let list = unsafe UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: count)
    return unsafe list
  }
}

/// The buffers of a list, as a collection (`UnsafeMutableAudioBufferListPointer`).
@unsafe public struct UnsafeMutableAudioBufferListPointer: @unsafe MutableCollection, @unsafe RandomAccessCollection {
  /// The list.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// The buffers of the list at `pointer`.
  public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) { unsafe unsafeMutablePointer = pointer }
  /// The buffers of the list at `pointer`; nil of nil.
  public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.init(pointer)
  }

  /// The list, to be read.
  public var unsafePointer: UnsafePointer<AudioBufferList> { unsafe UnsafePointer(unsafeMutablePointer) }

  /// The number of buffers.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
  }
  /// The place of the first.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { unsafe count }

  /// Buffer number `index`.
  public subscript(index: Int) -> AudioBuffer {
    get { unsafe first[index] }
    nonmutating set { unsafe first[index] = newValue }
  }

  /// The place of the buffers.
  private var first: UnsafeMutablePointer<AudioBuffer> {
    let offset = unsafe MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
    return unsafe (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
  }
}
