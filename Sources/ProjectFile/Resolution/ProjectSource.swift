/// The text that a project was read from: it says on which line a finding stands.
struct ProjectSource: Sendable {
  /// The text.
  let document: JSONDocument
  /// What of it could not be read.
  let omissions: Omissions

  /// The findings with their lines, in the order of the text.
  func diagnostics(of findings: [Finding]) -> [ProjectDiagnostic] {
    let lines = document.lines
    return findings.map { (offset: offset(of: $0), finding: $0) }
      .sorted { $0.offset < $1.offset }
      .map { offset, finding in ProjectDiagnostic(finding, at: lines.position(at: offset)) }
  }

  /// The finding with its line.
  func diagnostic(of finding: Finding) -> ProjectDiagnostic {
    ProjectDiagnostic(finding, at: document.lines.position(at: offset(of: finding)))
  }

  private func offset(of finding: Finding) -> Int {
    finding.offset ?? document.nearest(to: finding.pointer).node.offset
  }

  /// The first of these places, in the project as it was read, that has a value in the text; otherwise what is nearest to
  /// the first.
  func place(_ candidates: [JSONPointer]) -> JSONPointer {
    let places = candidates.map(omissions.documentPointer)
    return places.first { document.node(at: $0) != nil } ?? document.nearest(to: places.first ?? JSONPointer()).pointer
  }
}

extension ProjectDiagnostic {
  /// A finding and where it stands.
  fileprivate init(_ finding: Finding, at position: TextLines.Position) {
    self.init(
      pointer: finding.pointer, line: position.line, column: position.column, message: finding.message,
      expected: finding.expected, suggestion: finding.suggestion)
  }
}
