import FuzzCases
import TestSupport
import Testing

/// Damaged media and projects: no crash, no endless run, no gigabyte of memory, no file left behind, no failure without
/// a sentence, no success with less than was asked for. `make fuzz` goes on for a given time.
@Suite struct FuzzTests {
  /// Cases of media, of projects, and of copies.
  private static let (media, projects): (UInt64, UInt64) = ProofScope.isFull ? (1_080, 4_000) : (12, 20)
  private static let copies: UInt64 = ProofScope.isFull ? 500 : 12
  /// Copies that were a fault once.
  private static let keptCopies: [UInt64] = [5_868, 5_900, 5_930, 6_204, 20_189]

  /// Numbers of cases of media, of many films though they are few.
  private static let numbers = stride(from: 0, to: 7 * media, by: 7)

  @Test(arguments: KeptCases.media)
  func `damaged media that were a fault once are none`(kept: MediaCase) async throws {
    let verdict = try await kept.verdict(comparing: false)
    #expect(verdict.faults == [], "\(kept): \(verdict.changes)")
  }

  @Test(arguments: KeptCases.projects)
  func `damaged projects that were a fault once are none`(kept: ProjectCase) async throws {
    let verdict = try await kept.verdict()
    #expect(verdict.faults == [], "\(kept): \(verdict.changes)")
  }

  @Test func `every damaged medium is refused, or rendered whole`() async throws {
    var tally = FuzzTally()
    for number in Self.numbers {
      let verdict = try await MediaCase(number: number).verdict(comparing: false)
      #expect(verdict.faults == [], "\(MediaCase(number: number)): \(verdict.changes)")
      tally.add(verdict)
    }
    // Damage that nothing notices, or that keeps everything from being read, would prove little.
    #expect(tally.rendered > 2 && tally.refused > 2, "\(tally.text)")
  }

  @Test func `a copy of a damaged medium is all of it, or nothing`() async throws {
    var tally = FuzzTally()
    for number in Array(0..<Self.copies) + Self.keptCopies {
      let verdict = try await CopyCase(number: number).verdict()
      #expect(verdict.faults == [], "\(CopyCase(number: number)): \(verdict.changes)")
      tally.add(verdict)
    }
    #expect(tally.rendered > 2 && tally.refused > 2, "\(tally.text)")
  }

  @Test func `every damaged project is refused, or rendered whole`() async throws {
    var tally = FuzzTally()
    for number in 0..<Self.projects {
      let verdict = try await ProjectCase(number: number).verdict()
      #expect(verdict.faults == [], "\(ProjectCase(number: number)): \(verdict.changes)")
      tally.add(verdict)
    }
    #expect(tally.rendered > 2 && tally.refused > 2, "\(tally.text)")
  }
}
