/// One packet of a stream, as an index lists it. There are millions of them in ten hours, so what is unknown takes no memory of its own.
package struct IndexedPacket: Sendable {
  private var knownTime: Int64
  private let knownDuration: Int64
  private let knownOffset: UInt64
  /// Bytes.
  package let byteCount: Int
  /// Whether decoding can start here.
  package let isKey: Bool

  /// Nanoseconds of stream time; nil if unknown.
  package var time: Int64? {
    get { knownTime == .min ? nil : knownTime }
    set { knownTime = newValue ?? .min }
  }
  /// Nanoseconds; nil if unknown.
  package var duration: Int64? { knownDuration == .min ? nil : knownDuration }
  /// Its offset in the bytes that its parser reads; nil where the parser does not state it.
  package var offset: UInt64? { knownOffset == .max ? nil : knownOffset }

  package init(time: Int64?, duration: Int64?, byteCount: Int, isKey: Bool, offset: UInt64? = nil) {
    (knownTime, knownDuration, knownOffset) = (time ?? .min, duration ?? .min, offset ?? .max)
    (self.byteCount, self.isKey) = (byteCount, isKey)
  }
}
