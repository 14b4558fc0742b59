import EditingModel
import MediaTime
package import ProjectFile

extension TimelineEdit {
  /// Reads an edit from its JSON text.
  ///
  /// - Throws: `ProjectEditError` with `invalidEdit`: what is missing, or not as it should be.
  package init(json text: [UInt8]) throws(ProjectEditError) {
    do {
      try self.init(try JSONDocument(parsing: text).root)
    } catch let error as JSONSyntaxError {
      throw ProjectEditError(.invalidEdit, at: error.pointer, error.diagnostic)
    } catch let error as ProjectEditError {
      throw error
    } catch {
      throw ProjectEditError(.invalidEdit, "The edit cannot be read: \(error).")
    }
  }

  /// Reads the edit that `node` is.
  ///
  /// - Throws: `ProjectEditError` with `invalidEdit`: what is missing, or not as it should be.
  package init(_ node: JSONNode) throws(ProjectEditError) {
    guard case .object = node.content else {
      throw ProjectEditError(.invalidEdit, "Found \(node).", expected: "an edit: an object with a kind")
    }
    var reader = EditReader(node)
    let kind = try reader.text("kind")
    switch kind {
    case "trimStart": self = .trim(.start, segment: try reader.pointer("segment"), to: try reader.time("to"))
    case "trimEnd": self = .trim(.end, segment: try reader.pointer("segment"), to: try reader.time("to"))
    case "rippleStart": self = .ripple(.start, segment: try reader.pointer("segment"), to: try reader.time("to"))
    case "rippleEnd": self = .ripple(.end, segment: try reader.pointer("segment"), to: try reader.time("to"))
    case "roll": self = .roll(segment: try reader.pointer("segment"), to: try reader.time("to"))
    case "slip": self = .slip(segment: try reader.pointer("segment"), by: try reader.time("by"))
    case "move":
      self = .move(
        segment: try reader.pointer("segment"), to: try reader.time("to"), track: try reader.optionalPointer("track"))
    case "split": self = .split(segment: try reader.pointer("segment"), at: try reader.time("at"))
    case "delete":
      self = .delete(segment: try reader.pointer("segment"), ripples: try reader.truth("ripple", default: false))
    case "transition": self = .transition(segment: try reader.pointer("segment"), try reader.transition("transition"))
    case "levels": self = .levels(track: try reader.trackNumber("track"), try reader.levels("entries"))
    case "place":
      self = .place(
        MediaPlacement(
          file: try reader.text("file"), track: try reader.optionalPointer("track"), at: try reader.optionalTime("at"),
          duration: try reader.optionalDuration("duration"), video: try reader.truth("video", default: true),
          audio: try reader.truth("audio", default: true)))
    case "title":
      let value = try reader.value("value")
      self = .title(try reader.optionalPointer("title"), value.isNull ? nil : value)
    case "set": self = .set(try reader.pointer("pointer"), try reader.value("value"))
    case "remove": self = .remove(try reader.pointer("pointer"))
    case "insert": self = .insert(try reader.pointer("pointer"), try reader.value("value"))
    default:
      throw ProjectEditError(
        .invalidEdit, at: JSONPointer(["kind"]), "There is no edit of the kind \(JSONValue.quoted(kind)).",
        expected: "one of \(Self.kinds.joined(separator: ", "))")
    }
    try reader.finish()
  }

  /// The words by which edits are known.
  static let kinds = [
    "trimStart", "trimEnd", "rippleStart", "rippleEnd", "roll", "slip", "move", "split", "delete", "transition",
    "levels", "place", "title", "set", "remove", "insert",
  ]
}

extension JSONNode {
  /// Whether it is null.
  var isNull: Bool { if case .null = content { true } else { false } }
}
