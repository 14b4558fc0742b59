import Foundation

/// What a baseline holds of one file or one piece of work: lists of values by name, such as the hash of each frame.
struct BaselineRow: Codable, Hashable {
  /// What the row is about: `read: FILE`, `written: mp4 h264 aac`, `plan: PROJECT`.
  var name: String
  var values: [String: [String]]

  /// Where `other`, a later row of the same name, differs: a sentence for each name of a list, with the first place.
  func differences(from other: BaselineRow) -> [String] {
    Set(values.keys).union(other.values.keys).sorted().compactMap { key in
      let (before, after) = (values[key], other.values[key])
      guard before != after else { return nil }
      guard let before else { return "\(key): new, \(Self.short(after ?? []))" }
      guard let after else { return "\(key): gone, was \(Self.short(before))" }
      let count = before.count == after.count ? "of \(before.count)" : "of \(before.count), now of \(after.count)"
      let place = zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }
      guard let place else { return "\(key): the first \(min(before.count, after.count)) are equal \(count)" }
      return "\(key): number \(place.offset) \(count): \(place.element.0) → \(place.element.1)"
    }
  }

  private static func short(_ list: [String]) -> String {
    list.count == 1 ? list[0] : "\(list.count) values"
  }
}

/// The rows of a recording, as lines of JSON.
struct Baseline {
  var rows: [BaselineRow]

  /// The rows of the file at `url`.
  ///
  /// - Throws: Any error, where a line is no row.
  init(contentsOf url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    rows = try lines.map { try JSONDecoder().decode(BaselineRow.self, from: Data($0.utf8)) }
  }

  /// What differs in `later`: a text with a paragraph for each row, and how many rows are equal.
  func comparison(with later: Baseline) -> (text: String, differing: Int) {
    let after = Dictionary(later.rows.map { ($0.name, $0) }) { $1 }
    let before = Set(rows.map(\.name))
    var lines: [String] = []
    var (equal, differing) = (0, 0)
    for row in rows {
      let found = after[row.name].map { row.differences(from: $0) } ?? ["gone"]
      if found.isEmpty {
        equal += 1
      } else {
        differing += 1
        lines += [row.name] + found.map { "  \($0)" }
      }
    }
    let new = later.rows.map(\.name).filter { !before.contains($0) }
    lines += new.map { "\($0)\n  new" }
    lines.append("\(equal) rows equal, \(differing) different, \(new.count) new")
    return (lines.joined(separator: "\n"), differing + new.count)
  }
}

/// FNV-1a (Fowler, Noll and Vo) over 64-bit words where there are any, and bytes: quick, and the same in every run.
struct BaselineHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) { state = (state ^ word) &* 0x100_0000_01B3 }

  mutating func add(_ bytes: Span<UInt8>, in range: Range<Int>) {
    for place in range { add(UInt64(bytes[place])) }
  }

  /// The hash in 16 digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
