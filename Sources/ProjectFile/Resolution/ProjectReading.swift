/// A project's text, read by its form: the draft, as far as there is one, and everything found wrong on the way.
struct ProjectReading {
  /// The project; nil where too little of it could be read.
  let draft: ProjectDraft?
  /// The text.
  let source: ProjectSource
  /// Everything wrong with keys, types and ranges.
  let findings: [Finding]
  /// Whether a time counts frames.
  let usesFrameTimes: Bool

  /// Reads a text in UTF-8.
  ///
  /// - Throws: ``ProjectError/invalid(_:)`` where it is no JSON, or a project of another version.
  init(_ text: [UInt8]) throws(ProjectError) {
    var reader = JSONReader(text)
    let root: JSONNode
    do {
      root = try reader.readRoot()
    } catch {
      let position = TextLines(text).position(at: error.offset)
      throw .invalid([
        ProjectDiagnostic(
          pointer: error.pointer, line: position.line, column: position.column, message: error.message,
          expected: error.expected)
      ])
    }
    let document = JSONDocument(root: root, text: text)
    if case .number(let digits) = root["gstedit"]?.content, digits != String(ProjectDraft.currentVersion) {
      // Another version has other rules; these would find fault with everything.
      let finding = Finding(
        at: JSONPointer(["gstedit"]), "This is a project of version \(digits.shortened).",
        expected: "version \(ProjectDraft.currentVersion), which this program reads")
      throw .invalid(ProjectSource(document: document, omissions: Omissions()).diagnostics(of: [finding]))
    }
    var reading = FormReading()
    for key in reader.duplicateKeys {
      reading.report(
        Finding(
          at: key.pointer, offset: key.offset, "The key \(JSONText.quoted(key.name.shortened)) stands here twice.",
          expected: "each key once"))
    }
    self.draft = ProjectDraft.form.read(root, &reading)
    self.source = ProjectSource(document: document, omissions: reading.omissions)
    self.findings = reading.findings
    self.usesFrameTimes = reading.usesFrameTimes
  }
}

extension [Finding] {
  /// Adds findings of a later step, except at places that have one already: they follow from it, or say it again.
  mutating func add(_ later: [Finding]) {
    var places = Set(map(\.pointer))
    for finding in later where places.insert(finding.pointer).inserted { append(finding) }
  }
}
