import CAVFormat

// SAFETY: the state belongs to this object from `init` to `deinit`; bytes are read within the call, and a sum has 16.

/// The sum of bytes that come one after another (MD5, RFC 1321). C: libavutil.
///
/// Threads: one at a time.
@safe public final class MessageDigest {
  private let state: OpaquePointer

  /// - Throws: `PacketFileError` where there is no memory.
  public init() throws(PacketFileError) {
    guard let state = unsafe av_md5_alloc() else {
      throw PacketFileError(.unsupported, "There is no memory for a sum of samples.")
    }
    unsafe self.state = state
    unsafe av_md5_init(state)
  }

  deinit { unsafe av_free(UnsafeMutableRawPointer(state)) }

  /// Adds `bytes`.
  public func add(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe av_md5_update(state, $0.baseAddress, $0.count) }
  }

  /// The sum, of 16 bytes. Nothing is added then.
  public func finish() -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: 16)
    unsafe av_md5_final(state, &sum)
    return sum
  }
}
