import Foundation

/// A file that another one is to replace: it stands aside until that has begun, and comes back where it does not.
///
/// Settings are refused by those that write, encoders and containers among them; what was there is not lost by that.
struct FileReplacement {
  private let url: URL
  private let old: Old

  /// File that was there.
  private enum Old {
    /// Nothing.
    case none
    /// A file, which stands at this place meanwhile.
    case aside(URL)
    /// A folder, or what cannot be moved: it has stayed.
    case stayed
  }

  /// Has what is at `url` stand aside. A folder stays where it is, as does what cannot be moved.
  init(of url: URL) {
    self.url = url
    guard let type = Self.type(of: url) else {
      old = .none
      return
    }
    // A name may have 255 bytes, and the file's may use all of them.
    let place = url.deletingLastPathComponent().appending(path: ".\(UUID())", directoryHint: .notDirectory)
    let isMoved = type != .typeDirectory && (try? FileManager.default.moveItem(at: url, to: place)) != nil
    old = isMoved ? .aside(place) : .stayed
  }

  /// The new file has begun: the old one is removed.
  func commit() { if case .aside(let place) = old { try? FileManager.default.removeItem(at: place) } }

  /// Before the new file has begun: removes its remains, and restores the old file. Files that have stayed are left
  /// unchanged.
  func undo() {
    switch old {
    case .none:
      if Self.type(of: url) == .typeRegular { try? FileManager.default.removeItem(at: url) }
    case .aside(let place):
      try? FileManager.default.removeItem(at: url)
      try? FileManager.default.moveItem(at: place, to: url)
    case .stayed: break
    }
  }

  /// The result of `body`, which begins a file at `url`; an existing file is replaced unless that fails.
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

  /// The kind of what is at `url`, links not followed; nil where nothing is.
  private static func type(of url: URL) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
  }
}
