public import MediaTime

/// The script of SubStation Alpha that cues were read from, unchanged: libass draws all of its language.
///
/// The cues have the script's texts, for writing other formats. Where a ``SubtitleDocument`` has a script, the script
/// is drawn.
public struct SubtitleScript: Hashable, Sendable, Codable {
  /// The header before the events: the script's own information, and its styles.
  public let header: String
  /// The fonts that the script brings, as a section of it; empty for none.
  public let fonts: String
  /// The events, in the order of the file.
  public let events: [Event]
  /// The font families that styles and overrides ask for; none where the script brings fonts of its own.
  public let fontFamilies: Set<String>
  /// The places of the script's time in the time that it is shown in, in order.
  public private(set) var placements: [Placement]
  /// The times at which something is seen, and those at which that changes, in the script's own time.
  public let timeline: ScriptTimeline

  /// A piece of text, or a drawing.
  public struct Event: Hashable, Sendable, Codable {
    /// The beginning of its being seen, in milliseconds.
    public var start: Int64
    /// The end of its being seen, in milliseconds.
    public var end: Int64
    /// Its layer, style, name, margins from the left, the right and the edge, effect, and text, parted by commas.
    public var fields: String
    /// The times over which it looks otherwise from one moment to the next, in milliseconds.
    var moving: [ScriptStretch]
    /// Whether other events make room for it.
    var takesRoom: Bool
  }

  /// A stretch of the script's time, and the stretch of another time that shows it.
  public struct Placement: Hashable, Sendable, Codable {
    /// The script's time, in seconds.
    public var sourceStart, sourceEnd: Rational
    /// The other time, in seconds.
    public var targetStart, targetEnd: Rational
  }

  private enum CodingKeys: CodingKey { case header, fonts, events, fontFamilies, placements }

  init(header: String, fonts: String, events: [Event], fontFamilies: Set<String>) {
    self.header = header
    self.fonts = fonts
    self.events = events
    self.fontFamilies = fontFamilies
    timeline = ScriptTimeline(of: events)
    let end = events.reduce(0) { max($0, $1.end) }
    let length = (try? Rational(end, 1_000)) ?? .zero
    placements = [Placement(sourceStart: .zero, sourceEnd: length, targetStart: .zero, targetEnd: length)]
  }

  /// Reads what was coded; the timeline follows from the events.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      header: try container.decode(String.self, forKey: .header),
      fonts: try container.decode(String.self, forKey: .fonts),
      events: try container.decode([Event].self, forKey: .events),
      fontFamilies: try container.decode(Set<String>.self, forKey: .fontFamilies))
    placements = try container.decode([Placement].self, forKey: .placements)
  }

  /// The script's time, in milliseconds, that stands for how it looks at `seconds`: the last before at which it began to look that way;
  /// nil where nothing is seen of it.
  public func moment(at seconds: Double) -> Int64? {
    let time = seconds + Self.tolerance
    let next = placements.partitioningIndex { !($0.targetStart.seconds <= time) }
    guard next > 0, time < placements[next - 1].targetEnd.seconds else { return nil }
    let own = placements[next - 1].sourceSeconds(at: time) * 1_000
    // Of what is begun a millisecond counts when it is over.
    return timeline.moment(at: Int64(max(0, min(1e15, (own + Self.tolerance).rounded(.down)))))
  }

  /// Whether both look the same at the same time of their own.
  package func draws(as other: SubtitleScript) -> Bool {
    header == other.header && fonts == other.fonts && events == other.events
  }

  /// The times at which something is seen, in seconds, in order.
  public var seenTimes: [ClosedRange<Double>] {
    placements.flatMap { placement in
      timeline.seen.compactMap { stretch -> ClosedRange<Double>? in
        let start = max(Double(stretch.start) / 1_000, placement.sourceStart.seconds)
        let end = min(Double(stretch.end) / 1_000, placement.sourceEnd.seconds)
        return start < end ? placement.targetSeconds(at: start)...placement.targetSeconds(at: end) : nil
      }
    }
  }

  /// Tolerance of equal times, in seconds: those of frames are computed in floating point.
  private static let tolerance = 1e-9
}

extension SubtitleScript {
  /// The script as it is seen where the film shows the stretches of `mappings`: what moves in it is as fast as they are.
  func mapped(
    through mappings: [(source: RationalRange, target: RationalRange)]
  ) throws(RationalError) -> SubtitleScript {
    var found: [Placement] = []
    for (source, target) in mappings where source.duration > .zero && target.duration > .zero {
      let rate = try target.duration / source.duration
      func there(_ time: Rational) throws(RationalError) -> Rational { try (time - source.start) * rate + target.start }
      for placement in placements
      where placement.targetStart < source.end && placement.targetEnd > source.start
        && placement.targetEnd > placement.targetStart
      {
        let speed =
          try (placement.sourceEnd - placement.sourceStart) / (placement.targetEnd - placement.targetStart)
        let (from, to) = (max(placement.targetStart, source.start), min(placement.targetEnd, source.end))
        found.append(
          Placement(
            sourceStart: try placement.sourceStart + (from - placement.targetStart) * speed,
            sourceEnd: try placement.sourceStart + (to - placement.targetStart) * speed,
            targetStart: try there(from), targetEnd: try there(to)))
      }
    }
    var result = self
    result.placements = found.sorted { $0.targetStart < $1.targetStart }
    return result
  }

  /// The script, `offset` seconds later.
  func shifted(by offset: Rational) throws(RationalError) -> SubtitleScript {
    var result = self
    for index in placements.indices {
      result.placements[index].targetStart = try placements[index].targetStart + offset
      result.placements[index].targetEnd = try placements[index].targetEnd + offset
    }
    return result
  }
}

extension SubtitleScript.Placement {
  /// The script's time at `seconds` of the other.
  fileprivate func sourceSeconds(at seconds: Double) -> Double {
    let speed = (sourceEnd.seconds - sourceStart.seconds) / (targetEnd.seconds - targetStart.seconds)
    return sourceStart.seconds + (seconds - targetStart.seconds) * speed
  }

  /// The other time at `seconds` of the script's.
  fileprivate func targetSeconds(at seconds: Double) -> Double {
    let speed = (targetEnd.seconds - targetStart.seconds) / (sourceEnd.seconds - sourceStart.seconds)
    return targetStart.seconds + (seconds - sourceStart.seconds) * speed
  }
}
