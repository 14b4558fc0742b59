public import MediaTime

/// The packets of a track as its file lists them: when each is decoded and presented, and where its bytes are (ISO/IEC
/// 14496-12 §8.6, 8.7; RFC 9559 §5.1.3). It contains no media.
///
/// Times are whole ticks, which ``time(_:)`` turns into the asset's.
public struct SampleTable: Hashable, Sendable {
  /// The packets, in the order in which they are decoded.
  public var entries: [Entry]
  /// Ticks a second.
  public var timescale: Int64
  /// The tick at the asset's zero.
  public var origin: Rational

  /// One packet; of sound that is not compressed, the samples of one chunk.
  public struct Entry: Hashable, Sendable {
    /// Its presentation time, in ticks.
    public var presentation: Int64
    /// Its decode time, in ticks; nil where the file does not state it.
    public var decoding: Int64?
    /// The duration of its presentation, in ticks; nil where the file does not state it.
    public var duration: Int64?
    /// The offset of its first byte in the file.
    public var offset: UInt64
    /// The number of its bytes.
    public var byteCount: Int
    /// The number of its chunk, from 0: packets that lie behind one another in the file; in Matroska a cluster.
    public var chunk: Int
    /// Whether decoding can start here.
    public var isSync: Bool
    /// Whether it takes others to decode it; nil where the file does not say.
    public var dependsOnOthers: Bool?
    /// Whether others need it to be decoded; nil where the file does not say.
    public var isDependedOnByOthers: Bool?

    /// A packet of `byteCount` bytes at `offset`, in chunk number `chunk`.
    public init(
      presentation: Int64, decoding: Int64? = nil, duration: Int64? = nil, offset: UInt64, byteCount: Int,
      chunk: Int, isSync: Bool
    ) {
      self.presentation = presentation
      self.decoding = decoding
      self.duration = duration
      self.offset = offset
      self.byteCount = byteCount
      self.chunk = chunk
      self.isSync = isSync
    }
  }

  /// The packets `entries`, in ticks of `timescale` a second; the asset's time zero is at `origin`.
  public init(_ entries: [Entry], timescale: Int64, origin: Rational = .zero) {
    self.entries = entries
    self.timescale = timescale
    self.origin = origin
  }

  /// `ticks` in the asset's time.
  ///
  /// - Throws: `RationalError.overflow` where it does not fit in 64 bits.
  public func time(_ ticks: Int64) throws(RationalError) -> Rational {
    try (Rational(ticks) - origin) / Rational(timescale)
  }
}
