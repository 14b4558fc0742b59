import EditingModel

/// The text that a project was read from: it locates diagnostics.
struct ProjectSource: Sendable {
  /// The text.
  let document: JSONDocument
  /// The values that could not be read.
  let skipped: SkippedValues

  /// The diagnostics with their lines, in the order of the text.
  func locate(_ diagnostics: [UnlocatedDiagnostic]) -> [ProjectDiagnostic] {
    let lines = document.lines
    return diagnostics.map { (offset: offset(of: $0), diagnostic: $0) }
      .sorted { $0.offset < $1.offset }
      .map { offset, diagnostic in ProjectDiagnostic(diagnostic, at: lines.position(at: offset)) }
  }

  /// The diagnostic with its line.
  func locate(_ diagnostic: UnlocatedDiagnostic) -> ProjectDiagnostic {
    ProjectDiagnostic(diagnostic, at: document.lines.position(at: offset(of: diagnostic)))
  }

  /// A diagnostic about the value at `pointer`, or the nearest value around it.
  func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic {
    locate(UnlocatedDiagnostic(at: nearestPointer(among: [pointer]), message, expected: expected))
  }

  private func offset(of diagnostic: UnlocatedDiagnostic) -> Int {
    diagnostic.offset ?? document.nearest(to: diagnostic.pointer).node.offset
  }

  /// The first of `candidates`, pointers into the project as read, that has a value in the text; otherwise the nearest
  /// value around the first.
  func nearestPointer(among candidates: [JSONPointer]) -> JSONPointer {
    let pointers = candidates.map(skipped.documentPointer)
    return pointers.first { document.node(at: $0) != nil }
      ?? document.nearest(to: pointers.first ?? JSONPointer()).pointer
  }
}

extension ProjectDiagnostic {
  /// The diagnostic at its line and column.
  fileprivate init(_ diagnostic: UnlocatedDiagnostic, at position: TextLines.Position) {
    self.init(
      pointer: diagnostic.pointer, line: position.line, column: position.column,
      diagnostic: diagnostic.diagnostic, suggestion: diagnostic.suggestion)
  }
}

/// The result of reading a project's text by its form: the draft, where there is one, and all diagnostics.
struct ProjectReading {
  /// The project; nil where too little of it could be read.
  let draft: ProjectDraft?
  /// The text.
  let source: ProjectSource
  /// The errors in keys, types and ranges.
  let diagnostics: [UnlocatedDiagnostic]
  /// Whether a time counts frames.
  let usesFrameTimes: Bool

  /// Reads a text in UTF-8.
  ///
  /// - Throws: ``ProjectError/invalid(_:)`` where it is not JSON, or a project of another version.
  init(_ text: [UInt8]) throws(ProjectError) {
    var reader = JSONReader(text)
    let root: JSONNode
    do {
      root = try reader.readRoot()
    } catch {
      let position = TextLines(text).position(at: error.offset)
      throw .invalid([
        ProjectDiagnostic(
          pointer: error.pointer, line: position.line, column: position.column,
          diagnostic: error.diagnostic)
      ])
    }
    let document = JSONDocument(root: root, text: text)
    if case .number(let digits) = root["gstedit"]?.content, digits != String(ProjectDraft.currentVersion) {
      // Another version has other rules; checking it against these would report everything.
      let diagnostic = UnlocatedDiagnostic(
        at: JSONPointer(["gstedit"]), "This is a project of version \(digits.shortened).",
        expected: "version \(ProjectDraft.currentVersion), which this program reads")
      throw .invalid([ProjectSource(document: document, skipped: SkippedValues()).locate(diagnostic)])
    }
    var reading = FormReading()
    for key in reader.duplicateKeys {
      reading.report(
        UnlocatedDiagnostic(
          at: key.pointer, offset: key.offset, "The key \(JSONValue.quoted(key.name.shortened)) stands here twice.",
          expected: "each key once"))
    }
    self.draft = ProjectDraft.form.read(root, &reading)
    self.source = ProjectSource(document: document, skipped: reading.skipped)
    self.diagnostics = reading.diagnostics
    self.usesFrameTimes = reading.usesFrameTimes
  }
}
