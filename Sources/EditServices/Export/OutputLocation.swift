public import EditingModel
public import FoundationEssentials
public import Rendering

/// The location a file is written to, and whether it can be written there.
public struct OutputLocation: Hashable, Sendable {
  /// The file.
  public var url: URL

  /// The location `url`.
  public init(_ url: URL) {
    self.url = url
  }

  /// Rejects, before any work, a location where the file cannot be created.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that is there already may be replaced.
  ///   - sources: Media the work reads; none of it may be the output, whatever `replacing` says.
  ///   - isSequence: Whether the name has a number in it, `shot-%04d.png`, and each picture is a file.
  /// - Throws: `.outputExists` or `.cannotCreateOutput`.
  public func check(
    replacing: Bool, sources: [AssetReference] = [], isSequence: Bool = false
  ) throws(RenderError) {
    guard url.isFileURL else {
      throw RenderError(
        .cannotCreateOutput, "The output \(url.absoluteString) is not a file.", remedy: "Give the path of a file.")
    }
    let path = url.path
    let files = FileManager.default
    guard !path.isEmpty else {
      throw RenderError(
        .cannotCreateOutput, "The output \(url.absoluteString) names no file: its % escapes are no UTF-8.",
        remedy: "Give a name in UTF-8.")
    }
    try checkFolder()
    try checkName()
    guard !isSequence else { return try checkSequence(replacing: replacing, sources: sources) }
    guard files.fileExists(atPath: path) else { return }
    guard !Self.isFolder(path) else {
      throw RenderError(.cannotCreateOutput, "\(path) is a folder.", remedy: "Give the path of a file.")
    }
    let output = url.resolvingSymlinksInPath()
    if let source = sources.first(where: { $0.url.resolvingSymlinksInPath() == output }) {
      throw RenderError(
        .cannotCreateOutput, "The output \(path) is one of the edit's own media files.",
        remedy: "Write to another file.", asset: source)
    }
    guard replacing else {
      throw RenderError(
        .outputExists, "The output \(path) exists already.",
        remedy: "Write to another file, or allow it to be replaced.")
    }
  }

  private func checkSequence(replacing: Bool, sources: [AssetReference]) throws(RenderError) {
    guard let pattern = NumberedFileName(url.lastPathComponent) else {
      throw RenderError(
        .cannotCreateOutput, "\(url.lastPathComponent) has no place for the pictures' numbers.",
        remedy: "Name them with a number, as in shot-%04d.png.")
    }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    let isRead = sources.contains { source in
      let name = source.url.lastPathComponent
      return source.url.deletingLastPathComponent().resolvingSymlinksInPath() == folder
        && (name == url.lastPathComponent || pattern.number(name) != nil)
    }
    guard !isRead else {
      throw RenderError(
        .cannotCreateOutput, "The output \(url.path) is made of the edit's own media files.",
        remedy: "Write to other files.")
    }
    guard !replacing else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    if let taken = names.filter({ pattern.number($0) != nil }).min() {
      throw RenderError(
        .outputExists, "The output \(folder.appending(path: taken).path) exists already.",
        remedy: "Write to other files, or allow them to be replaced.")
    }
  }

  /// Rejects a place in a folder that is not there, or cannot be written to.
  func checkFolder() throws(RenderError) {
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      guard !folder.unicodeScalars.contains("\u{FFFD}") else {
        throw RenderError(
          .cannotCreateOutput,
          "The folder \(folder) cannot be written to: names are read as UTF-8 alone, and each \u{FFFD} stands for bytes that are none.",
          remedy: "Rename it, or write somewhere else.")
      }
      throw RenderError(
        .cannotCreateOutput, "The folder \(folder) does not exist.", remedy: "Create it, or write somewhere else.")
    }
    guard Self.isFolder(folder) else {
      throw RenderError(.cannotCreateOutput, "\(folder) is not a folder.", remedy: "Write somewhere else.")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw RenderError(
        .cannotCreateOutput, "The folder \(folder) cannot be written to.",
        remedy: "Change its permissions, or write somewhere else.")
    }
  }

  /// Rejects a name that no file can have (Linux's `NAME_MAX`), which would otherwise show when the finished file is named.
  private func checkName() throws(RenderError) {
    let name = url.lastPathComponent
    guard name.utf8.count <= 255 else {
      throw RenderError(
        .cannotCreateOutput, "The name \(name.prefix(40))… has \(name.utf8.count) bytes, and a file's has 255 at most.",
        remedy: "Choose a shorter one.")
    }
  }

  /// Whether there is a folder at `path`, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    // `resolvingSymlinksInPath`: attributes are those of a link itself, and a link to a folder is a folder here.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }
}
