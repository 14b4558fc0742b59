/// The state of reading a document by its form: where the reader stands, and what it found wrong so far.
///
/// What cannot be read is left out and reading goes on, so that one mistake does not hide the next.
struct FormReading {
  /// The place of the value that is being read.
  private(set) var pointer = JSONPointer()
  /// Everything found wrong.
  private(set) var findings: [Finding] = []
  /// What was left out, and where things went because of it.
  private(set) var omissions = Omissions()
  /// Whether a time that counts frames was read.
  var usesFrameTimes = false

  /// Notes what is wrong here.
  mutating func report(_ message: String, expected: String, suggestion: String? = nil) {
    findings.append(Finding(at: pointer, message, expected: expected, suggestion: suggestion))
  }

  /// Notes that `node` is not what belongs here.
  mutating func report(_ node: JSONNode, expected: String, suggestion: String? = nil) {
    report("Found \(node.spoken).", expected: expected, suggestion: suggestion)
  }

  /// Notes a finding about another place.
  mutating func report(_ finding: Finding) {
    findings.append(finding)
  }

  /// Reads `node`, the member or element `token` of the value here.
  mutating func read<Value>(_ node: JSONNode, at token: String, as form: Form<Value>) -> Value? {
    let outer = pointer
    pointer = pointer.appending(token)
    defer { pointer = outer }
    guard let value = form.read(node, &self) else {
      omissions.leaveOut(pointer)
      return nil
    }
    return value
  }

  /// Reads the elements of the array here, and leaves out those that cannot be read.
  mutating func readElements<Value>(_ nodes: [JSONNode], as form: Form<Value>) -> [Value] {
    var kept: [Int] = []
    var values: [Value] = []
    for (index, node) in nodes.enumerated() {
      guard let value = read(node, at: String(index), as: form) else { continue }
      kept.append(index)
      values.append(value)
    }
    if kept.count < nodes.count { omissions.keep(kept, ofElementsAt: pointer) }
    return values
  }
}
