import EditingModel
import FoundationEssentials
import Layers
import MediaTime

/// A title in a project: a text, its time, its style, and its changes of the style.
struct TitleDraft: Hashable, Sendable {
  /// Its contents.
  var text: String
  /// The beginning of its being seen, in composition time.
  var start: ProjectTime
  /// The duration for which it is seen.
  var duration: ProjectTime
  /// The style's name, the program's or the project's.
  var style = "title"
  /// The properties of the style that this title has otherwise.
  var changes = StyleChanges()

  static let form = Form<TitleDraft>.object(
    "title", "A text that is shown for a while. Properties of its style may stand beside these keys.",
    besides: TitleStyle.propertyNames,
    Field("text", \.text, .text("a text"), "What it says; lines are parted by \\n."),
    Field("start", \.start, .time, "When it begins to be seen, in composition time."),
    Field("duration", \.duration, .duration, "How long it is seen, with its entrance and its exit."),
    Field(
      "style", \.style, .text("the name of a style"), default: "title",
      "One of \(TitleStyle.standards.map(\.name).joined(separator: ", ")), or of titleStyles."),
    Field("changes", \.changes, .styleChanges, spread: TitleStyle.propertyNames),
    make: TitleDraft.init)
}

extension TitleDraft {
  /// `title` as a project has it: in a style of the program, changed where there is none like its own.
  init(_ title: Title) {
    let standard = TitleStyle.standards.first { $0.style == title.style }
    self.init(
      text: title.text, start: .seconds(title.timeRange.start.rational ?? .zero),
      duration: .seconds(title.timeRange.duration.rational ?? .zero), style: standard?.name ?? "plain",
      changes: standard == nil ? StyleChanges(of: title.style) : StyleChanges())
  }
}

extension Layer {
  /// The layers that a project lists, which stand in a root that does nothing; this one alone where it does something.
  var asList: [Layer] {
    var plain = Layer()
    plain.sublayers = sublayers
    return self == plain ? sublayers : [self]
  }
}

/// A style of titles in a project: one of the others, changed.
struct TitleStyleDraft: Hashable, Sendable {
  /// The style that it changes.
  var style = "title"
  /// The changes of the style.
  var changes = StyleChanges()

  static let form = Form<TitleStyleDraft>.object(
    "titleStyle", "A style of titles. Its properties stand beside this key.", besides: TitleStyle.propertyNames,
    Field(
      "style", \.style, .text("the name of a style"), default: "title",
      "The style of the program that it begins with: \(TitleStyle.standards.map(\.name).joined(separator: ", "))."),
    Field("changes", \.changes, .styleChanges, spread: TitleStyle.propertyNames),
    make: TitleStyleDraft.init)
}

/// Properties of a style of titles with new values.
struct StyleChanges: Hashable, Sendable {
  /// The values, by the properties' names; each is one that the property can have.
  var values: [String: JSONValue] = [:]

  /// The changes that make `style` of the plain one.
  init(of style: TitleStyle) {
    self.init(values: (try? Self.members(of: style)) ?? [:])
  }

  /// No changes, or these.
  init(values: [String: JSONValue] = [:]) { self.values = values }

  /// `style` with these values.
  func applied(to style: TitleStyle) throws -> TitleStyle {
    guard !values.isEmpty else { return style }
    let whole = try Self.members(of: style).merging(values) { _, new in new }
    return try JSONValue.object(whole).decoded(as: TitleStyle.self)
  }

  /// The members that make `style` of the plain one.
  private static func members(of style: TitleStyle) throws -> [String: JSONValue] {
    guard case .object(let members) = try JSONValue(encoding: style) else { return [:] }
    return members
  }
}

extension Form where Value == StyleChanges {
  /// The members of an object that are properties of a style.
  static var styleChanges: Form {
    Form(
      expected: "properties of a style", schema: SchemaFragment([]),
      read: { node, reading in
        guard case .object(let members) = node.content else { return nil }
        var changes = StyleChanges()
        for member in members {
          let value = JSONValue(member.value)
          do {
            _ = try StyleChanges(values: [member.key: value]).applied(to: TitleStyle())
            changes.values[member.key] = value
          } catch let error as DecodingError {
            reading.report(error)
          } catch {
            reading.report(member.value, expected: "a value of \(member.key)")
          }
        }
        return changes
      },
      write: { JSONValue.object($0.values).node })
  }
}
