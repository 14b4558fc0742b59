import Foundation
import GstEdit

extension FileType {
  /// The container that files called like `url` are.
  ///
  /// - Parameter option: the command's option that says it instead; nil where it has none.
  /// - Throws: `CommandFailure` with the names that are near, where it is none.
  static func named(like url: URL, orBy option: String? = "--file-type") throws(CommandFailure) -> FileType {
    if let type = FileType(pathExtension: url.pathExtension) { return type }
    let known = allCases.flatMap(\.format.pathExtensions)
    let near = known.filter { ending in
      let wrong = url.pathExtension.lowercased()
      return !wrong.isEmpty && (ending.hasPrefix(wrong.prefix(2)) || wrong.hasPrefix(ending.prefix(2)))
    }
    let names = (near.isEmpty ? known : near).map { ".\($0)" }.joined(separator: ", ")
    throw CommandFailure(
      .usage, "The name \(url.lastPathComponent) does not say what the file is to be.",
      remedy: near.isEmpty
        ? "Give \(option.map { "\($0), or " } ?? "")a name that ends in \(names)."
        : "Did you mean a name that ends in \(names)?")
  }
}
