import EditingModel
import MediaTime
import ProjectFile

/// Turns what gestures made of a timeline into edits of the text: as few as there can be.
struct TimelineWriting {
  /// The text as it is.
  let project: ProjectText
  /// The timeline that it holds.
  let original: Timeline

  /// The edits that make `timeline` of the one in the text. New segments that are copies of none have their elements in `elements`, by
  /// their numbers.
  func edits(for timeline: Timeline, elements: [Int: JSONNode] = [:]) throws(ProjectEditError) -> [JSONEdit] {
    var edits: [JSONEdit] = []
    for track in timeline.tracks {
      guard let index = track.index else { continue }
      edits += try self.edits(for: track, number: index, elements)
    }
    return edits
  }

  private func edits(
    for track: TimelineTrack, number: Int, _ elements: [Int: JSONNode]
  ) throws(ProjectEditError) -> [JSONEdit] {
    let old = original.tracks[number].clips
    let kept = Self.kept(track.clips, number)
    var values: [JSONEdit] = []
    var others: [JSONEdit] = []
    var insertions: [JSONEdit] = []
    // The elements with those that are inserted, by their segments' numbers.
    var row = old.map(\.id)
    var natural = Rational.zero
    for (index, clip) in track.clips.enumerated() {
      let places = Places(of: clip, after: natural)
      natural = clip.end
      if kept.contains(clip.id), let place = clip.place {
        let changes = self.changes(of: place, to: places, at: .segment(track: number, place.segment))
        for change in changes { if case .set = change { values.append(change) } else { others.append(change) } }
      } else {
        let position = index == 0 ? 0 : (row.firstIndex(of: track.clips[index - 1].id) ?? row.count - 1) + 1
        row.insert(clip.id, at: position)
        // Its own element, where it is one of the file that stands elsewhere from now on, goes below.
        if old.contains(where: { $0.id == clip.id }) {
          row = row.enumerated().map { $0 != position && $1 == clip.id ? -1 : $1 }
        }
        insertions.append(
          .insert(
            .segment(track: number, position), try element(of: clip, places, elements)))
      }
    }
    let present = Set(track.clips.map(\.id))
    let removals = row.indices.reversed().filter { !present.contains(row[$0]) }.map {
      JSONEdit.remove(.segment(track: number, $0))
    }
    return values + others + insertions + removals + transitions(of: track, number)
  }

  /// The segments of the file that stay where they are among the others, by their numbers: all but those that are not in the order of
  /// the file.
  private static func kept(_ clips: [TimelineClip], _ number: Int) -> Set<Int> {
    var own = clips.filter { $0.place?.track == number }
    while let descent = own.indices.dropLast().first(where: {
      (own[$0].place?.segment ?? 0) > (own[$0 + 1].place?.segment ?? 0)
    }) {
      // Of two that changed places, removes the one that blocks more of the others.
      let before = descent > 0 ? own[descent - 1].place?.segment ?? 0 : -1
      own.remove(at: (own[descent + 1].place?.segment ?? 0) > before ? descent : descent + 1)
    }
    return Set(own.map(\.id))
  }

  // MARK: Segments

  /// The places of a segment in its element.
  private struct Places {
    let clip: TimelineClip
    /// Its beginning where the file does not state it.
    let natural: Rational

    init(of clip: TimelineClip, after natural: Rational) {
      self.clip = clip
      self.natural = natural
    }
  }

  /// The edits of the element at `place`, which `pointer` names in the text that they change.
  private func changes(
    of place: TimelineClip.Place, to places: Places, at pointer: JSONPointer
  ) -> [JSONEdit] {
    let (clip, before) = (places.clip, original.tracks[place.track].clips[place.segment])
    let node = project.document.node(at: .segment(track: place.track, place.segment))
    var edits: [JSONEdit] = []
    func set(_ key: String, _ time: Rational, _ old: Rational?) {
      guard time != old else { return }
      edits.append(
        .set(
          pointer.appending(key), .node(TimeNotation.node(time, like: node?[key], frameDuration: project.frameDuration))
        ))
    }
    set("in", clip.sourceStart, before.sourceStart)
    set("duration", clip.sourceDuration, before.sourceDuration)
    if clip.isRetimed, let length = try? clip.duration() { set("to", length, try? before.duration()) }
    let previous = place.segment > 0 ? original.tracks[place.track].clips[place.segment - 1].end : .zero
    let isFollowing = clip.start == places.natural
    if node?["at"] == nil {
      if !isFollowing {
        let model = node?["in"]?.text?.hasSuffix("f") == true ? node?["in"] : node?["duration"]
        let time = TimeNotation.node(clip.start, like: model, frameDuration: project.frameDuration)
        edits.append(.insert(pointer.appending("at"), .node(time), behind: node?["to"] == nil ? "duration" : "to"))
      }
    } else if clip.start != before.start || clip.place == nil {
      // A time that was there for a gap goes with it.
      if isFollowing, before.start != previous || clip.place == nil {
        edits.append(.remove(pointer.appending("at")))
      } else {
        set("at", clip.start, before.start)
      }
    }
    // A transition on the segment; those in the track's list have theirs.
    let transition = pointer.appending("transition")
    if node?["transition"] != nil {
      let home = clip.transition?.home == .segment ? clip.transition : nil
      if let home {
        if home.duration != before.transition?.duration {
          edits.append(
            .set(
              transition.appending("duration"),
              .node(
                TimeNotation.node(
                  home.duration, like: node?["transition"]?["duration"], frameDuration: project.frameDuration))))
        }
      } else {
        edits.append(.remove(transition))
      }
    }
    return edits
  }

  /// The element of a segment that is not among those of its track yet.
  private func element(
    of clip: TimelineClip, _ places: Places, _ elements: [Int: JSONNode]
  ) throws(ProjectEditError) -> JSONEdit.Value {
    guard let place = clip.place ?? clip.template,
      let node = project.document.node(at: .segment(track: place.track, place.segment))
    else {
      let node = elements[clip.id] ?? .object([])
      guard clip.start != places.natural else { return .node(node) }
      let at = TimeNotation.node(clip.start, like: nil, frameDuration: project.frameDuration)
      return .node(.object(node.members.map { ($0.key, $0.value) } + [("at", at)]))
    }
    // The element alone, so that its edits are made in its own text.
    let text = Array(project.bytes[node.offset..<node.end])
    let edits = changes(of: place, to: places, at: JSONPointer())
    do {
      return .text(try JSONEdit.apply(edits, to: text))
    } catch {
      throw ProjectEditError(.invalidResult, at: .segment(track: place.track, place.segment), error.diagnostic)
    }
  }

  // MARK: Transitions in the track's list

  private func transitions(of track: TimelineTrack, _ number: Int) -> [JSONEdit] {
    let pointer = JSONPointer.tracks.appending(number).appending("transitions")
    let nodes = project.document.elements(at: pointer)
    guard !nodes.isEmpty else { return [] }
    func all(_ track: TimelineTrack) -> [Int: (cut: Rational, duration: Rational)] {
      track.clips.reduce(into: [:]) { found, clip in
        guard let transition = clip.transition, case .list(let index) = transition.home else { return }
        found[index] = (clip.end, transition.duration)
      }
    }
    let (before, now) = (all(original.tracks[number]), all(track))
    let gone = before.keys.filter { now[$0] == nil }.sorted(by: >)
    if gone.count == nodes.count { return [.remove(pointer)] }
    var edits: [JSONEdit] = []
    for (index, value) in now.sorted(by: { $0.key < $1.key }) {
      guard let old = before[index], nodes.indices.contains(index) else { continue }
      func set(_ key: String, _ time: Rational) {
        let node = TimeNotation.node(time, like: nodes[index][key], frameDuration: project.frameDuration)
        edits.append(.set(pointer.appending(index).appending(key), .node(node)))
      }
      if value.cut != old.cut { set("at", value.cut) }
      if value.duration != old.duration { set("duration", value.duration) }
    }
    return edits + gone.map { .remove(pointer.appending($0)) }
  }
}
