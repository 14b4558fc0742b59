import Testing

@Suite("The rules' own eyes")
struct RuleScanTests {
  private let file = TextFile(
    path: "A.swift",
    text: """
      public import Foundation
      @testable import EditingModel
      // import Nothing
      let words = "we import things"
      let pointer = unsafe raw.pointee  // why
      // unsafe is only spoken of here
      final class Box: @unchecked Sendable {
        // @unchecked: it is never written.
      }
      final class Bag: @unchecked Sendable {
      }

      """)

  @Test func `imports are seen, whatever stands before the word`() {
    #expect(file.imports.map(\.module) == ["Foundation", "EditingModel"])
  }

  @Test func `a word counts in code, not in a comment or inside another word`() {
    #expect(file.placesInCode(ofWord: "unsafe") == ["A.swift:5: let pointer = unsafe raw.pointee  // why"])
    #expect(file.placesInCode(ofWord: "raw") != [])
    #expect(file.placesInCode(ofWord: "pointe") == [])
  }

  @Test func `an unchecked conformance without its reason is seen`() {
    #expect(file.uncheckedWithoutReason == ["A.swift:10: final class Bag: @unchecked Sendable {"])
  }

  @Test func `a wait on a semaphore without a signal is seen`() {
    let file = TextFile(
      path: "B.swift",
      text: """
        _ = never.wait(timeout: .now() + 1)
        _ = done.wait(timeout: .now() + 1)
        work { done.signal() }
        """)
    #expect(file.unsignaledSemaphores == ["B.swift:1: _ = never.wait(timeout: .now() + 1)"])
  }

  @Test func `a final line break is no line`() {
    #expect(file.lines.count == 11)
  }
}
