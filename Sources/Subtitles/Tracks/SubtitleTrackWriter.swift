public import MediaTime

/// Makes packets of cues, for the text tracks of films.
public struct SubtitleTrackWriter: Sendable {
  /// The coding of the track's text.
  public enum Kind: Hashable, Sendable {
    /// Timed text of MP4 and QuickTime.
    case movieText
    /// Text with the tags of SubRip, in Matroska.
    case plainText
    /// WebVTT in WebM.
    case webMText

    /// The films' name of its format.
    public var codecType: String {
      switch self {
      case .movieText: "tx3g"
      case .plainText: "S_TEXT/UTF8"
      case .webMText: "D_WEBVTT/SUBTITLES"
      }
    }
  }

  private let kind: Kind
  private let document: SubtitleDocument
  private let width: Int
  private let height: Int

  /// A writer of `document` as `kind`, for a picture of `width` by `height` pixels.
  public init(_ document: SubtitleDocument, as kind: Kind, width: Int, height: Int) {
    self.document = document
    self.kind = kind
    self.width = width
    self.height = height
  }

  /// The header of the track: of timed text what its description has behind what all have; else nothing.
  public var header: [UInt8] {
    switch kind {
    case .movieText: MovieText.description(width: width, height: height)
    case .plainText: []
    case .webMText: []
    }
  }

  /// The packets, in the order of their starts.
  ///
  /// Timed text has one packet at any time: where several cues are seen, they are lines of one.
  public var packets: [SubtitlePacket] {
    switch kind {
    case .movieText:
      document.stretches.map { stretch in
        var text = SubtitleText([])
        for cue in stretch.cues {
          if !text.runs.isEmpty { text.append("\n", like: SubtitleText.Run("")) }
          for run in cue.text.runs { text.append(run.text, like: run) }
        }
        return SubtitlePacket(MovieText.packet(text, height: height), from: stretch.start, to: stretch.end)
      }
    case .plainText:
      document.cues.map { SubtitlePacket(Array(SubRipWriter.markup(of: $0).utf8), from: $0.start, to: $0.end) }
    case .webMText:
      document.cues.map { cue in
        let name = cue.identifier.replacing("\n", with: " ")
        let text = "\(name)\n\(WebVTTWriter.settings(of: cue.placement))\n\(WebVTTWriter.markup(of: cue))"
        return SubtitlePacket(Array(text.utf8), from: cue.start, to: cue.end)
      }
    }
  }
}

extension SubtitleDocument {
  /// A time over which the same cues are seen.
  struct Stretch {
    var start: Rational
    var end: Rational
    var cues: [SubtitleCue]
  }

  /// The times over which some cue is seen, parted where one begins or ends.
  var stretches: [Stretch] {
    let borders = Set(cues.flatMap { [$0.start, $0.end] }).sorted()
    var found: [Stretch] = []
    var open: [SubtitleCue] = []
    var next = cues[...]
    for (from, to) in zip(borders, borders.dropFirst()) {
      open.removeAll { $0.end <= from }
      while let cue = next.first, cue.start <= from { open.append(next.removeFirst()) }
      // More cues at a time than can be read: the latest are kept.
      if open.count > SubtitleLimits.together { open.removeFirst(open.count - SubtitleLimits.together) }
      if !open.isEmpty { found.append(Stretch(start: from, end: to, cues: open)) }
    }
    return found
  }

  /// The cues as they are seen where the film shows the stretches of `mappings`: cut where a stretch begins or ends, and as
  /// fast as it is played.
  ///
  /// - Parameter mappings: Of stretches of the cues' own time to stretches of the film's.
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits.
  public func mapped(
    through mappings: [(source: RationalRange, target: RationalRange)]
  ) throws(RationalError) -> SubtitleDocument {
    var result = self
    result.cues = []
    result.script = try script?.mapped(through: mappings)
    for (source, target) in mappings where source.duration > .zero && target.duration > .zero {
      let rate = try target.duration / source.duration
      func there(_ time: Rational) throws(RationalError) -> Rational { try (time - source.start) * rate + target.start }
      // Cues that end where the stretch begins, by their words.
      var ended: [[String]: Int] = [:]
      for (index, cue) in result.cues.enumerated() where cue.end == target.start {
        ended[[cue.text.inline, cue.identifier]] = index
      }
      for cue in cues where cue.start < source.end && cue.end > source.start {
        var placed = cue
        placed.start = try there(max(cue.start, source.start))
        placed.end = try there(min(cue.end, source.end))
        for index in placed.text.runs.indices {
          if let time = placed.text.runs[index].time { placed.text.runs[index].time = try there(time) }
        }
        // A cue that goes on in the next stretch, as behind a cut that leaves nothing out, is one.
        if cue.start < source.start, let last = ended.removeValue(forKey: [placed.text.inline, placed.identifier]) {
          result.cues[last].end = placed.end
        } else {
          result.cues.append(placed)
        }
      }
    }
    result.sort()
    return result
  }

  /// The cues, `offset` seconds later; what lies before 0 is left out.
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits.
  public func shifted(by offset: Rational) throws(RationalError) -> SubtitleDocument {
    guard offset != .zero else { return self }
    var result = self
    result.cues = []
    result.script = try script?.shifted(by: offset)
    for cue in cues {
      var moved = cue
      moved.start = max(.zero, try cue.start + offset)
      moved.end = try cue.end + offset
      for index in moved.text.runs.indices {
        if let time = moved.text.runs[index].time { moved.text.runs[index].time = try time + offset }
      }
      if moved.end > moved.start { result.cues.append(moved) }
    }
    return result
  }
}
