public import EditingModel

/// The plan of a sound in a smartly rendered film: unchanged packets of its media, or encoded samples.
///
/// Packets are copied where the sound is one unchanged stretch of one media track. Joints between two stretches of
/// packets are not exact to the sample: a sound of several stretches is encoded.
public struct SmartSound: Hashable, Sendable, Codable {
  /// The packets that it is made of; nil where it is encoded.
  public var copied: CopiedSound?
  /// Reasons for which it is encoded, a sentence each; empty where it is copied.
  public var reasons: [String]

  /// A sound of packets that are copied.
  public init(_ copied: CopiedSound) { (self.copied, reasons) = (copied, []) }

  /// A sound that is encoded, for what the sentences `reasons` say.
  public init(encodedBecause reasons: [String]) { (copied, self.reasons) = (nil, reasons) }

  /// Its text in a plan, where it is sound number `number`: a line for each reason.
  ///
  /// ```
  ///  sound 0: copied: "a.mp4", samples 480000..<960000, packets 466..<938
  ///  sound 0: encoded: The volume is changed.
  /// ```
  public func text(of number: Int) -> String {
    let copy =
      copied.map { ["copied: \"\($0.source.asset.name)\", samples \($0.samples), packets \($0.packets)"] } ?? []
    return (copy + reasons.map { "encoded: \($0)" }).map { "sound \(number): \($0)\n" }.joined()
  }
}

/// Packets of a media track that are a sound of a film as they are.
///
/// ```
///  packets     │  3  │  4  │  5  │  6  │  7  │      3 and 4: what a decoder needs for 5 to be right
///  samples              ├───────────────┤           presented, from `start` of the film on
///              ├ hidden ┤               ├hid┤
/// ```
public struct CopiedSound: Hashable, Sendable, Codable {
  /// A media track.
  public typealias Source = CompositionTrackSegment.Source

  /// The media track.
  public var source: Source
  /// Its packets, by their numbers in the track.
  public var packets: Range<Int>
  /// The samples that each of them decodes to.
  public var packetLength: Int64
  /// The first sample of the first of the packets, on the asset's count.
  public var firstSample: Int64
  /// The samples that are presented, on the asset's count.
  public var samples: Range<Int64>
  /// The beginning of the first of them in the film, in samples from its beginning; nothing sounds before.
  public var start: Int64

  /// `packets` of `source`, each of `packetLength` samples from `firstSample` on; `samples` of them are heard from
  /// `start` of the film on.
  public init(
    _ source: Source, packets: Range<Int>, packetLength: Int64, firstSample: Int64, samples: Range<Int64>, start: Int64
  ) {
    (self.source, self.packets, self.packetLength) = (source, packets, packetLength)
    (self.firstSample, self.samples, self.start) = (firstSample, samples, start)
  }

  /// The samples that a decoder gives before the presented ones.
  public var hiddenAtStart: Int64 { samples.lowerBound - firstSample }

  /// The samples that a decoder gives behind the presented ones.
  public var hiddenAtEnd: Int64 { firstSample + Int64(packets.count) * packetLength - samples.upperBound }

  /// The end of the last sample, in samples of the film.
  public var end: Int64 { start + Int64(samples.count) }
}
