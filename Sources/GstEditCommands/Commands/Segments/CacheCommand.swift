import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit cache`: the segments that exports keep.
struct CacheCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Say which segments a cache holds, and remove those that were not used for the longest.",
    discussion: """
      The folder is one that was given to export --cache, or render-segment --into; by default the user's, of export --resume. \
      Nothing else in it is touched. Nothing is removed by itself.

      EXAMPLES
        gstedit cache parts
        gstedit cache parts --limit 20G
        gstedit cache --json
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Remove segments until all others have at most as many bytes: 500M, 20G; 0 removes all.", valueName: "size"),
    transform: Self.size)
  var limit: Int64?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { "" }

  func validate() throws { try shared.refuseIsolation(of: "cache") }

  func perform(in environment: CommandEnvironment) async throws {
    let cache = SegmentCache(in: folder.map { environment.url($0) } ?? SegmentOptions.usersCache)
    let removed = try limit.map { limit throws(RenderError) in try cache.removeLeastRecentlyUsed(downTo: limit) } ?? []
    let entries = try cache.entries()
    guard !shared.json else {
      return try environment.write(JSONOutput.document(entries.map(\.json)))
    }
    func summary(_ entries: [SegmentCache.Entry]) -> String {
      "\(entries.count) \(entries.count == 1 ? "segment" : "segments"), "
        + DecimalText.size(entries.reduce(0) { $0 + $1.byteCount })
    }
    for entry in entries {
      try environment.write(
        "\(entry.lastUse.ISO8601Format())  \(DecimalText.size(entry.byteCount))  \(entry.url.lastPathComponent)\n")
    }
    try environment.write(summary(entries) + (removed.isEmpty ? "" : "; removed \(summary(removed))") + "\n")
  }

  /// Reads a size, in bytes, thousands (k), millions (M) or billions (G) of them.
  @Sendable private static func size(_ text: String) throws -> Int64 {
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let factor = text.last.flatMap { factors[$0] }
    guard let number = Double(factor == nil ? text : String(text.dropLast())), number >= 0,
      number * (factor ?? 1) < 9e18
    else { throw ValidationError("\(text) is no size. Write 500M or 20G.") }
    return Int64(number * (factor ?? 1))
  }
}

extension SegmentCache.Entry {
  fileprivate var json: JSONObject {
    ["file": url.path, "bytes": byteCount, "used": lastUse.ISO8601Format()]
  }
}
