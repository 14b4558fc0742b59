import EditingModel
import ProjectFile

/// A line of a journal.
enum JournalLine {
  /// The text as it is where the journal begins.
  case text(String)
  /// A step that was made before the journal begins, the oldest first.
  case done(EditStep)
  /// A step that was taken back before the journal begins, the next to be made last.
  case undone(EditStep)
  /// A step that is made; in place of the latest one where it merges with it.
  case step(EditStep, merges: Bool)
  /// The latest step is taken back.
  case undo
  /// A step is made again.
  case redo
  /// The text is in the project's file.
  case saved

  /// The version of the journal.
  private static let version = "1"

  /// The line, with its end.
  var bytes: [UInt8] {
    let node: JSONNode =
      switch self {
      case .text(let text): .object([("journal", .number(Self.version)), ("text", .string(text))])
      case .done(let step): Self.node(of: step, "done")
      case .undone(let step): Self.node(of: step, "undone")
      case .step(let step, let merges): Self.node(of: step, merges ? "merge" : "step")
      case .undo: .object([("undo", .bool(true))])
      case .redo: .object([("redo", .bool(true))])
      case .saved: .object([("saved", .bool(true))])
      }
    return Array(JSONValue(node).description.utf8) + [0x0A]
  }

  /// Reads a line without its end; nil where it is none.
  init?(_ bytes: [UInt8]) {
    guard let node = try? JSONDocument(parsing: bytes).root else { return nil }
    if let text = node["text"]?.text, case .number(Self.version)? = node["journal"]?.content {
      self = .text(text)
    } else if let step = Self.step(node) {
      switch node["kind"]?.text {
      case "done": self = .done(step)
      case "undone": self = .undone(step)
      case "step": self = .step(step, merges: false)
      case "merge": self = .step(step, merges: true)
      default: return nil
      }
    } else if node["undo"]?.truth == true {
      self = .undo
    } else if node["redo"]?.truth == true {
      self = .redo
    } else if node["saved"]?.truth == true {
      self = .saved
    } else {
      return nil
    }
  }

  private static func node(of step: EditStep, _ kind: String) -> JSONNode {
    .object([
      ("kind", .string(kind)), ("name", .string(step.name)), ("offset", .number(step.offset)),
      ("old", .string(String(decoding: step.old, as: UTF8.self))),
      ("new", .string(String(decoding: step.new, as: UTF8.self))), ("before", .string(step.before.text)),
      ("after", .string(step.after.text)),
    ])
  }

  private static func step(_ node: JSONNode) -> EditStep? {
    guard let name = node["name"]?.text, let offset = node["offset"]?.integer, offset >= 0,
      let old = node["old"]?.text, let new = node["new"]?.text,
      let before = node["before"]?.text.flatMap({ TextFingerprint(text: $0) }),
      let after = node["after"]?.text.flatMap({ TextFingerprint(text: $0) })
    else { return nil }
    return EditStep(
      name: name, offset: offset, old: Array(old.utf8), new: Array(new.utf8), before: before, after: after)
  }
}

extension TextFingerprint {
  /// The fingerprint as text, to be kept.
  fileprivate var text: String { "\(count)-\(String(checksum, radix: 16))" }

  /// Reads the text of a fingerprint.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), let checksum = UInt64(parts[1], radix: 16) else { return nil }
    self.init(count: count, checksum: checksum)
  }
}
