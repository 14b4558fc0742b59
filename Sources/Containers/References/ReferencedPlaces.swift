import Foundation
import Rendering

/// The files that the data references of a movie name (`dref`, ISO/IEC 14496-12 §8.7.2), by URLs: absolute ones, or relative to the folder of the
/// movie.
enum ReferencedPlaces {
  /// More than a track has.
  private static let most = 1_000

  /// The paths that the references in the box `data` (`dinf`) of `file` name, in their order; the movie itself is at `path`.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where one is no local file's.
  static func paths(in data: MovieBoxes.Box?, of file: FileBytes, at path: String) throws -> [String] {
    guard let data, var list = try MovieBoxes(file, inside: data)["dref"] else { return [path] }
    list.body += 8
    return try MovieBoxes(file, inside: list).prefix(most).map { entry in
      let content = try file.read(at: entry.body, Int(min(entry.end - min(entry.end, entry.body), 1 << 16)))
      let name = String(decoding: content.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      // The flag says that the media lie in this file; some writers forget it.
      if content.bigEndian(at: 3, 1) & 1 == 1 || name.isEmpty { return path }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      guard entry.type == "url ", let url = URL(string: name, relativeTo: folder), url.isFileURL else {
        throw RenderError(
          .mediaUnreadable, "The movie at \(path) refers to media by “\(entry.type == "url " ? name : entry.type)”.",
          remedy: "References to local files are read, by their URLs: save it as a self-contained movie.")
      }
      return url.standardizedFileURL.path
    }
  }

  /// The box of the references to `paths`, of which `own` is the movie itself; those in `folder` are named relative to it.
  static func box(_ paths: [String], own: String, relativeTo folder: String?) -> [UInt8] {
    typealias Box = MovieBoxes.Box
    let entries = paths.flatMap { path -> [UInt8] in
      guard path != own else { return Box.bytes("url ", [0, 0, 0, 1]) }
      return Box.bytes("url ", [0, 0, 0, 0] + Array(name(of: path, relativeTo: folder).utf8) + [0])
    }
    let list = [0, 0, 0, 0] + [UInt8](bigEndian: paths.count, 4) + entries
    return Box.bytes("dinf", Box.bytes("dref", list))
  }

  private static func name(of path: String, relativeTo folder: String?) -> String {
    let root = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    guard let root, path.hasPrefix(root),
      let name = String(path.dropFirst(root.count)).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      !name.prefix(while: { $0 != "/" }).contains(":")
    else { return URL(fileURLWithPath: path).absoluteString }
    return name
  }

  /// The file at `path`, to read samples of.
  ///
  /// - Throws: `RenderError` with `.mediaMissing` where there is none; with `.mediaUnreadable` where it is none of boxes: no movie leads to
  ///   any other file.
  static func file(at path: String) throws -> FileBytes {
    guard FileSystem.kind(of: path) == .file else {
      throw RenderError(
        .mediaMissing, "The movie refers to media in \(path), and there is no such file.",
        remedy: "Put the file back to its place, or write the movie anew where it is.")
    }
    let file = try FileBytes(path, isReadOnly: true)
    guard let first = try MovieBoxes(file).first, ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(first.type)
    else {
      throw RenderError(
        .mediaUnreadable, "The movie refers to media in \(path), which is no movie.",
        remedy: "References lead to files of QuickTime and MP4 alone.")
    }
    return file
  }
}

extension FileBytes {
  /// Copies `length` bytes of `source` from `offset` on to the end; `check` is called in between.
  ///
  /// - Throws: The error of `check`; `RenderError` with `.mediaUnreadable` where `source` ends before.
  func append(
    _ length: UInt64, of source: FileBytes, from offset: UInt64, _ check: () throws -> Void
  ) throws {
    var (place, left) = (offset, length)
    while left > 0 {
      try check()
      let bytes = try source.read(at: place, Int(min(left, 1 << 20)))
      guard !bytes.isEmpty else {
        throw RenderError(
          .mediaUnreadable, "A movie refers to media behind the end of a file.",
          remedy: "The file has changed since: write the movie anew.")
      }
      try write(bytes, at: count)
      place += UInt64(bytes.count)
      left -= UInt64(bytes.count)
    }
  }
}
