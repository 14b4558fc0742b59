import EditingModel
import MediaFormats
import MediaTime

extension CopyPlan {
  /// The plan as canonical text: the same for the same plan, one fact a line, exact times beside those for people.
  ///
  /// ```
  /// copy into mp4, 1 s to 00:00:01.000, from 1 s of film.mp4, exact
  ///   track 0: pictures h264, 27 packets, ticks of 1/12800 s
  ///     media from 3/25 s for 1 s
  ///   track 1: sound aac, 50 packets, ticks of 1/48000 s, 2240 samples hidden at the start, 448 at the end
  ///     media from 7/150 s for 1 s
  ///   part 0 at 00:00:00.000: film.mp4 from 1 s to 2 s, its zero at 0 s, moved by -1 s
  ///     track 0 of stream 0: packets 24…50, decoded from 23/25 s, presented from 24/25 s to 51/25 s
  ///     track 1 of stream 1: packets 44…93, decoded from 357/375 s, presented from 357/375 s to 757/375 s
  ///   note: The chapters of other.mp4 are left behind: they are its own alone.
  /// ```
  ///
  /// Times of parts and packets are their files' own, those of edit lists count from the track's first packet, as the
  /// container has them. Packets are numbered from 0 among those of their stream; `a…b` contains both.
  public var text: String {
    var lines: [String] = []
    func add(_ line: String, depth: Int = 0) { lines.append(String(repeating: "  ", count: depth) + line) }
    let from = parts.first.map { ", from \(start) s of \($0.asset.name)" } ?? ""
    let offset = soundOffset == .zero ? "" : ", sound \(soundOffset) s off at most"
    add(
      "copy into \(fileType.rawValue), \(duration) s to \(duration.timecode)\(from), "
        + (isExact ? "exact" : "not exact") + offset)
    for (number, track) in tracks.enumerated() {
      add("track \(number): \(track.words)", depth: 1)
      for edit in track.edits { add(edit.words, depth: 2) }
    }
    for (number, part) in parts.enumerated() {
      add("part \(number) at \(part.target.lowerBound.timecode): \(part.words)", depth: 1)
      for stream in part.streams {
        add(stream.words, depth: 2)
        if let joint = stream.joint { add(joint.words, depth: 3) }
      }
    }
    for (number, companion) in companions.enumerated() {
      add("beside \(number): \(companion.words)", depth: 1)
      for stream in companion.streams { add(stream.words, depth: 2) }
    }
    for note in notes { add("note: \(note)", depth: 1) }
    for sentence in damage { add("damage: \(sentence)", depth: 1) }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CopyPlan.Track {
  fileprivate var words: String {
    var words = "\(kind.rawValue) \(codec), \(count(packetCount, "packet")), ticks of \(tick) s"
    let hidden = [(hiddenAtStart, "at the start"), (hiddenAtEnd, "at the end")].filter { $0.0 > 0 }
    for (index, (samples, place)) in hidden.enumerated() {
      words += ", " + (index == 0 ? "\(count(Int(samples), "sample")) hidden" : "\(samples)") + " \(place)"
    }
    return words
  }
}

extension CopyPlan.Edit {
  fileprivate var words: String {
    mediaTime.map { "media from \($0) s for \(duration) s" } ?? "nothing for \(duration) s"
  }
}

extension CopyPlan.Part {
  fileprivate var words: String {
    let wanted = range.map { "from \($0.lowerBound) s to \($0.upperBound) s" } ?? "all of it"
    let begins = range.map { (try? $0.lowerBound + zero) != start } ?? (start != zero)
    return
      "\(asset.name), \(wanted), its zero at \(zero) s, \(begins ? "begun at \(start) s, " : "")moved by \(shift) s"
  }
}

extension CopyPlan.Stream {
  fileprivate var words: String {
    var words = "track \(track) of stream \(stream): \(packets.words)"
    if let decoding { words += ", decoded from \(decoding) s" }
    if let presentation {
      words += ", presented from \(presentation.lowerBound) s to \(presentation.upperBound) s"
    }
    return words
  }
}

extension CopyPlan.Packets {
  fileprivate var words: String {
    if isAll { return "all \(CopyPlan.Packets.counted(count))" }
    guard count > 0 else { return "no packets" }
    guard let numbers else { return CopyPlan.Packets.counted(count) }
    let listed = numbers.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)…\($0.upperBound)" }
    return "packets \(listed.joined(separator: ", ")) (\(count))"
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "1 packet" : "\(count) packets" }
}

extension CopyPlan.Joint {
  fileprivate var words: String {
    var facts: [String] = []
    if offset != .zero {
      facts.append(offset > .zero ? "\(offset) s late" : "\((try? .zero - offset) ?? offset) s early")
    }
    for (time, what) in [
      (lost, "of the sound before left out"), (gap, "of nothing before it"), (silence, "of silence before it"),
      (cutBefore, "cut off the packet before it"), (cutAfter, "cut off its first packet"),
    ] where time != .zero {
      facts.append("\(time) s \(what)")
    }
    return "joined " + (facts.isEmpty ? "on time" : facts.joined(separator: ", "))
  }
}

/// "1 packet", "2 packets".
private func count(_ number: Int, _ what: String) -> String { number == 1 ? "1 \(what)" : "\(number) \(what)s" }
