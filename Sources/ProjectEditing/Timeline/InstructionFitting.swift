import MediaTime
import ProjectFile

extension ProjectText {
  /// The edits after which the instructions cover a film of `duration` seconds and end with it, where they covered one of `before`: the
  /// last one is made longer or shorter, and those that would begin behind the end are removed.
  func fittingInstructions(to duration: Rational, from before: Rational) throws(RationalError) -> [JSONEdit] {
    let instructions = document.elements(at: .instructions)
    guard duration != before, duration > .zero else { return [] }
    let starts = instructions.map { seconds($0["start"]) ?? .zero }
    guard let last = starts.lastIndex(where: { $0 < duration }) else { return [] }
    let length = try duration - starts[last]
    var edits: [JSONEdit] = []
    if length != seconds(instructions[last]["duration"]) {
      let node = TimeNotation.node(length, like: instructions[last]["duration"], frameDuration: frameDuration)
      edits.append(.set(JSONPointer.instructions.appending(last).appending("duration"), .node(node)))
    }
    for index in instructions.indices.reversed() where index > last {
      edits.append(.remove(JSONPointer.instructions.appending(index)))
    }
    return edits
  }
}
