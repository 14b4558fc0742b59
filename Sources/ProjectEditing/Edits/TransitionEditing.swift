import EditingModel
import MediaTime
import ProjectFile

extension ProjectEditor {
  /// The edits that give `segment` the transition `choice`, as long as there is room, or a cut where that is nil.
  func edits(
    of project: ProjectText, transition choice: TransitionChoice?, at segment: JSONPointer
  ) throws -> [JSONEdit] {
    let timeline = try project.timeline()
    let (number, index) = try timeline.place(of: segment)
    let track = timeline.tracks[number]
    let present = track.clips[index].transition
    let pointer = present.map { self.pointer(to: $0, of: segment) }
    guard let choice else { return pointer.map { [removal(of: $0, in: project)] } ?? [] }
    guard track.adjoins(index) else {
      throw ProjectEditError(
        .notPossible, at: segment, "No segment begins where this one ends, so that there is no cut for a transition.",
        remedy: "Move the next segment up to it.")
    }
    let alignment = choice.alignment ?? present?.alignment ?? .center
    let before = index > 0 && track.adjoins(index - 1) ? track.clips[index - 1].transition : nil
    let busy = try before.map { try track.clips[index].start + (try $0.parts().behind) }
    let taken = try track.clips[index + 1].transition.map { try track.clips[index + 1].end - (try $0.parts().before) }
    let longest = try track.longestTransition(at: index, alignment, from: busy, to: taken, MediaLimits(context))
    let length = try min(choice.duration, longest.onGrid(of: longest < choice.duration ? project.frameDuration : nil))
    guard length > .zero else {
      throw ProjectEditError(
        .notPossible, at: segment,
        "There is no room for a transition at the cut at \(track.clips[index].end.decimalText) s.",
        remedy: "Cut the segments so that their media go on beyond the cut, or choose another alignment.")
    }
    let node = pointer.flatMap { project.document.node(at: $0) }
    let old = node?["duration"]
    let time =
      present?.duration == length
      ? old : TimeNotation.node(length, like: old, frameDuration: project.frameDuration)
    var members: [(String, JSONNode)] = [("name", .string(choice.name.rawValue))]
    if let direction = choice.direction, choice.name.hasDirection {
      members.append(("direction", .string(direction.rawValue)))
    }
    members.append(("duration", time ?? .number(0)))
    if alignment != .center || node?["alignment"] != nil { members.append(("alignment", .string(alignment.rawValue))) }
    guard let pointer, let node else {
      return [.insert(segment.appending("transition"), .node(.object(members)))]
    }
    // The cut of one in the track's list stays.
    if let cut = node["at"] { members.append(("at", cut)) }
    return ObjectChange.edits(from: node, to: .object(members), at: pointer)
  }

  private func pointer(to transition: TimelineTransition, of segment: JSONPointer) -> JSONPointer {
    switch transition.home {
    case .segment: segment.appending("transition")
    case .list(let index):
      JSONPointer(Array(segment.tokens.prefix(3))).appending("transitions").appending(index)
    }
  }

  /// The edit that removes the transition at `pointer`, and the track's list with its last one.
  private func removal(of pointer: JSONPointer, in project: ProjectText) -> JSONEdit {
    guard let list = pointer.parent, list.tokens.last == "transitions", project.document.elements(at: list).count == 1
    else { return .remove(pointer) }
    return .remove(list)
  }
}

/// The difference between two objects, member by member.
enum ObjectChange {
  /// The edits that make `new` of the object `old` at `pointer`; members that are the same stay as they are.
  static func edits(from old: JSONNode, to new: JSONNode, at pointer: JSONPointer) -> [JSONEdit] {
    let changed = new.members.filter { member in
      old[member.key].map { JSONValue($0) != JSONValue(member.value) } ?? true
    }
    let (present, added) = (changed.filter { old[$0.key] != nil }, changed.filter { old[$0.key] == nil })
    let order = new.members.map(\.key)
    return present.map { .set(pointer.appending($0.key), .node($0.value)) }
      + added.map { member in
        let before = order.firstIndex(of: member.key).flatMap { $0 > 0 ? order[$0 - 1] : nil }
        return .insert(pointer.appending(member.key), .node(member.value), behind: before)
      } + old.members.filter { new[$0.key] == nil }.map { .remove(pointer.appending($0.key)) }
  }
}
