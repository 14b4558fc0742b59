import Foundation

/// A file that another one is to replace: it stands aside until that has begun, and comes back where it does not.
///
/// Settings are refused by those that write, encoders and containers among them; what was there is not lost by that.
struct FileReplacement {
  private let url: URL
  /// Where the file stands meanwhile; nil where there was none.
  private let aside: URL?

  /// Has what is at `url` stand aside. A folder stays where it is, as does what cannot be moved.
  init(of url: URL) {
    self.url = url
    let place = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(UUID())")
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    let isMoved =
      type != nil && type != .typeDirectory && (try? FileManager.default.moveItem(at: url, to: place)) != nil
    aside = isMoved ? place : nil
  }

  /// The new file has begun: the old one is removed.
  func commit() { if let aside { try? FileManager.default.removeItem(at: aside) } }

  /// The new file has not begun: nothing is left of it, and the old one is back.
  func undo() {
    guard let aside else { return }
    try? FileManager.default.removeItem(at: url)
    try? FileManager.default.moveItem(at: aside, to: url)
  }

  /// What `body` makes, which begins a file at `url`; the one that is there is replaced unless that fails.
  static func replacing<Made>(_ url: URL, _ body: () throws -> Made) throws -> Made {
    let replacement = FileReplacement(of: url)
    do {
      let made = try body()
      replacement.commit()
      return made
    } catch {
      replacement.undo()
      throw error
    }
  }
}
