extension MediaScan {
  /// One packet. There are millions of them in ten hours, so what is unknown takes no memory of its own.
  struct Packet: Sendable {
    private var knownTime: Int64
    private let knownDuration: Int64
    private let knownOffset: UInt64
    /// Bytes.
    let byteCount: Int
    /// Whether decoding can start here.
    let isKey: Bool

    /// Nanoseconds of stream time; nil if unknown.
    var time: Int64? {
      get { knownTime == .min ? nil : knownTime }
      set { knownTime = newValue ?? .min }
    }
    /// Nanoseconds; nil if unknown.
    var duration: Int64? { knownDuration == .min ? nil : knownDuration }
    /// Where it begins, in bytes of what its parser reads; nil where the parser does not say.
    var offset: UInt64? { knownOffset == .max ? nil : knownOffset }

    init(time: Int64?, duration: Int64?, byteCount: Int, isKey: Bool, offset: UInt64? = nil) {
      (knownTime, knownDuration, knownOffset) = (time ?? .min, duration ?? .min, offset ?? .max)
      (self.byteCount, self.isKey) = (byteCount, isKey)
    }
  }
}
