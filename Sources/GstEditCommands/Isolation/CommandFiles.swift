import Foundation

/// The files that a command reads and writes, as far as they can be known before it runs.
struct CommandFiles {
  /// The files that it reads: media, the project.
  var readable: [URL] = []
  /// The bytes that it reads from standard input; nil where it reads nothing there.
  var input: Data?
  /// The files that it writes; nil where it writes none.
  var output: Output?

  /// The files that a command writes, all in one folder.
  struct Output {
    /// The folder.
    var folder: URL
    /// The files' names.
    var names: [String]
    /// Whether files that are there already are replaced.
    var replaces: Bool

    /// Files called `names` in `folder`.
    init(folder: URL, names: [String], replaces: Bool) {
      self.folder = folder
      self.names = names
      self.replaces = replaces
    }

    /// The file at `url`.
    init(_ url: URL, replaces: Bool) {
      self.init(folder: url.deletingLastPathComponent(), names: [url.lastPathComponent], replaces: replaces)
    }
  }
}
