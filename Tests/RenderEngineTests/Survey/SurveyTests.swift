import Foundation
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.ProofScope

/// The files of the survey, read as the table of the documentation says.
///
/// The variable `GSTEDIT_WRITE_TABLE=1` writes the table anew, and `GSTEDIT_SURVEY` names parts of it, with commas between:
/// what a row's chapter or name contains.
@Suite("Survey")
struct SurveyTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let writesTable = environment["GSTEDIT_WRITE_TABLE"] == "1"

  /// The rows that are asked for: all where everything is proved or the table is written, and else some of each chapter.
  private static let rows: [SurveyRow] = {
    if let parts = environment["GSTEDIT_SURVEY"]?.split(separator: ",") {
      return SurveyRows.all.filter { row in
        parts.contains { "\(row.chapter.rawValue): \(row.name)".contains($0) }
      }
    }
    guard !ProofScope.isFull, !writesTable else { return SurveyRows.all }
    return SurveyRows.all.enumerated().filter { $0.offset % 17 == 5 }.map(\.element)
  }()

  private static let document = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../\(SurveyTable.path)").standardized

  @Test func `every file is read as the table says`() async throws {
    var table = try SurveyTable(contentsOf: Self.document)
    let isTablesRelease = try await MediaTools.ffprobe(["-version"]).contains("version 5.")
    for row in Self.rows {
      let words: (engine: String, witness: String)
      do {
        words = try await SurveyJudgement.words(on: row)
      } catch {
        Issue.record("\(row.chapter.rawValue): \(row.name): \(error)")
        continue
      }
      let found = (engine: SurveyTable.cell(words.engine), witness: SurveyTable.cell(words.witness))
      if Self.writesTable {
        table[row] = found
        try table.document(of: SurveyRows.all).write(to: Self.document, atomically: true, encoding: .utf8)
      } else {
        // What ffmpeg makes of a file that it complains of depends on its threads, and so does a comparison with it; and on its release.
        let isFirm = isTablesRelease && !found.witness.hasSuffix("complains")
        if isFirm || isTablesRelease && !found.engine.contains("ffmpeg") {
          #expect(found.engine == table[row]?.engine, "\(row.chapter.rawValue): \(row.name)")
        } else {
          // Whether it is read, refused or wrong does not.
          let verdicts = [found.engine, table[row]?.engine ?? ""].map { $0.split(separator: " ").first }
          #expect(verdicts[0] == verdicts[1], "\(row.chapter.rawValue): \(row.name): \(found.engine)")
        }
        if isFirm {
          #expect(found.witness == table[row]?.witness, "\(row.chapter.rawValue): \(row.name)")
        }
      }
    }
  }

  @Test func `the table has each file once, and no other`() throws {
    let names = SurveyRows.all.map { "\($0.chapter.rawValue): \($0.name)" }
    #expect(Set(names).count == names.count && names.count >= 300)
    guard !Self.writesTable else { return }
    #expect(Set(try SurveyTable(contentsOf: Self.document).words.keys) == Set(names))
  }
}
