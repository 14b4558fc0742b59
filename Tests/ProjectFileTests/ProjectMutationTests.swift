import EditingModel
import MediaTime
import SeededRandom
import Testing

@testable import ProjectFile

/// Whatever a file says, reading it ends: in a project, or in diagnostics that name places in it.
@Suite struct ProjectMutationTests {
  /// Reads a text to the end, and checks the result. True where it is a project that resolves.
  private func isProject(_ text: [UInt8], at location: SourceLocation = #_sourceLocation) -> Bool {
    do throws(ProjectError) {
      let project = try Project(json: text, baseURL: folder)
      #expect((try? Project(project.json)) == project, sourceLocation: location)
      let model = try project.resolve(frameDuration: CMTime(value: 1, timescale: 25))
      #expect(model.composition.validate().isEmpty, sourceLocation: location)
      return true
    } catch {
      #expect(!error.diagnostics.isEmpty, sourceLocation: location)
      let lines = text.count { $0 == 0x0A || $0 == 0x0D } + 1
      for diagnostic in error.diagnostics {
        let isPlaced = (1...lines).contains(diagnostic.line) && diagnostic.column >= 1
        #expect(
          isPlaced && !diagnostic.message.isEmpty && diagnostic.expected?.isEmpty == false, sourceLocation: location)
      }
      return false
    }
  }

  private func node(_ text: String) throws -> JSONNode {
    var reader = JSONReader(Array(text.utf8))
    return try reader.readRoot()
  }

  @Test(arguments: Projects.all)
  func `a text cut off anywhere is refused`(text: String) {
    let bytes = Array(text.utf8)
    let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0)
    for length in stride(from: 0, through: end, by: 13) {
      #expect(!isProject(Array(bytes[..<length])))
    }
  }

  @Test func `a text with any byte changed is read or refused`() {
    var generator = SeededGenerator(seed: 5)
    let texts = Projects.all.map { Array($0.utf8) }
    var projects = 0
    for _ in 0..<300 {
      guard var text = texts.randomElement(using: &generator) else { continue }
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: text.indices, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: text[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: text.remove(at: index)
        default: text.insert(Array("{}[]\",:0-.eE\\n".utf8).randomElement(using: &generator) ?? 0, at: index)
        }
      }
      if isProject(text) { projects += 1 }
    }
    #expect(projects > 5)
  }

  @Test func `a project with values moved, dropped, doubled and swapped is read or refused`() throws {
    var generator = SeededGenerator(seed: 6)
    let roots = try Projects.all.map(node)
    var outcomes = [true: 0, false: 0]
    for _ in 0..<300 {
      guard var root = roots.randomElement(using: &generator) else { continue }
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let places = root.places
        guard let place = places.randomElement(using: &generator),
          let donor = roots.randomElement(using: &generator), let other = donor.places.randomElement(using: &generator)
        else { continue }
        let stranger = other.tokens.reduce(donor as JSONNode?) { $0?[token: $1] } ?? donor
        let kind = Int.random(in: 0...3, using: &generator)
        root = root.changing(place) { member in
          switch kind {
          case 0: nil
          case 1: JSONNode.Member(key: member.key, value: stranger)
          case 2: JSONNode.Member(key: other.tokens.last ?? "", value: member.value)
          default: JSONNode.Member(key: member.key, value: .array([member.value, stranger]))
          }
        }
      }
      outcomes[isProject(Array(JSONText.text(of: root).utf8)), default: 0] += 1
    }
    #expect(try #require(outcomes[true]) > 5 && #require(outcomes[false]) > 150)
  }

  @Test(arguments: [
    "0", "-1", "1e308", "1e-308", "1e999999999999999999999", "-1e400", "9223372036854775807", "9223372036854775808",
    "0.1234567890123456789012345678901234567890", "\"9223372036854775807f\"",
    "\"9223372036854775807/9223372036854775807\"",
    "\"1/9223372036854775807\"", "\"99999999999:00:00\"", "2147483647", "4294967296", "\"\\u0000\"",
  ])
  func `numbers at the edges are read or refused wherever they stand`(value: String) throws {
    let root = try node(Projects.everything)
    let edge = try node(value)
    // A third of the places for each value; each place gets many values.
    let leaves = root.places.filter(root.isLeaf)
    for index in stride(from: value.utf8.count % 3, to: leaves.count, by: 3) {
      let place = leaves[index]
      let changed = root.changing(place) { JSONNode.Member(key: $0.key, value: edge) }
      _ = isProject(Array(JSONText.text(of: changed).utf8))
    }
  }

  @Test func `nesting of any depth is refused, not followed`() {
    for opening in ["[", #"{"gstedit":"#, #"{"gstedit":1,"assets":{"a":"#, #"[{"x":"#] {
      #expect(!isProject(Array(String(repeating: opening, count: 50_000).utf8)))
    }
    let parameters = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(
      isProject(Array(Projects.everything.replacing("[1e3, {}]", with: parameters).utf8)))
  }

  @Test func `a file of thousands of mistakes names each of them`() throws {
    let segments = Array(repeating: #"{"asset":"b","inn":0,"duration":-1}"#, count: 2_000).joined(separator: ",\n")
    let text = Projects.smallest.replacing(#"{"asset":"a","in":0,"duration":1}"#, with: segments)
    let error = try #require(throws: ProjectError.self) { try Project(text) }
    #expect(error.diagnostics.count == 4_000)
    #expect(error.diagnostics.last?.line == 2_001)
  }
}
