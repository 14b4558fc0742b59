import Documents
import EditServices
import EditingModel
import Foundation
import HTTPTypes
import Hummingbird
import MediaFormats
import MediaTime
import NIOCore
import NameClaims
import Rendering

/// The media in the project's folder and the folders in it, and those that the project names wherever they are: what the page lists. Files
/// that are dropped on it go into the folder.
///
/// Nothing else is listed, read or written, whatever names say: links that lead out of the folder are left out.
actor MediaFolder {
  /// The folder, without links.
  nonisolated let url: URL
  private let inspector: MediaInspector
  /// Facts about files by their paths, with the state of the file that they are of.
  private var known: [String: (stamp: FileStamp, entry: JSONObject, duration: Rational?)] = [:]

  /// Limits of the nesting of folders, and of the files that are listed.
  private static let (deepest, mostFiles) = (4, 500)
  /// The most bytes of a file that is dropped.
  private static let largestFile: Int64 = 64 << 30
  /// The endings of media's names; other files are not listed.
  private static let endings: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "ts", "m2ts", "mts", "mpg", "mpeg", "mxf", "wmv", "flv", "3gp", "ogv",
    "y4m",
    "wav", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "aif", "aiff", "ac3", "wma", "caf",
    "png", "jpg", "jpeg", "webp", "gif", "tif", "tiff", "bmp", "heic", "heif", "avif", "jp2", "svg",
  ]

  init(_ url: URL, renderer: any Renderer) {
    self.url = url.resolvingSymlinksInPath().standardizedFileURL
    inspector = MediaInspector(renderer: renderer)
  }

  /// The media, in the order of their names: those of the folder, then those that `assets` name elsewhere.
  func files(details assets: [AssetReference]) async -> [JSONObject] {
    var entries: [JSONObject] = []
    for path in paths() + elsewhere(assets) { entries.append(await found(path).entry) }
    return entries
  }

  /// The paths of `assets` that are not in the folder.
  private func elsewhere(_ assets: [AssetReference]) -> [String] {
    let files = assets.filter { $0.frameRate == nil && (try? relativePath($0.url.path)) == nil }
    return Set(files.map { $0.url.standardizedFileURL.path }).sorted()
  }

  /// The path of the file `name`, as the list has it: of one in the folder, or of one of `assets`.
  ///
  /// - Throws: `StudioError` where it is neither.
  nonisolated func path(of name: String, among assets: [AssetReference]) throws -> String {
    let path = file(at: name).standardizedFileURL.path
    return assets.contains { $0.url.standardizedFileURL.path == path } ? path : try relativePath(name)
  }

  /// The file at `path`, as the list has it.
  nonisolated func file(at path: String) -> URL {
    path.hasPrefix("/") ? URL(filePath: path) : url.appending(path: path, directoryHint: .notDirectory)
  }

  /// The duration of the file at `path`, as the list has it; nil of stills and of what cannot be read.
  func duration(of path: String) async -> Rational? { await found(path).duration }

  /// The paths of media, relative to the folder.
  private func paths() -> [String] {
    guard
      let files = FileManager.default.enumerator(
        at: url, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles, .skipsPackageDescendants])
    else { return [] }
    // Links within the folder are the files that they lead to.
    var paths: Set<String> = []
    for case let file as URL in files {
      if files.level > Self.deepest { files.skipDescendants() }
      guard Self.endings.contains(file.pathExtension.lowercased()), let path = try? relativePath(file.path) else {
        continue
      }
      paths.insert(path)
      if paths.count == Self.mostFiles { break }
    }
    return paths.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
  }

  /// The path of the file `name`, relative to the folder, where it is a file in it.
  ///
  /// - Throws: `StudioError` where it leads out of the folder, or there is no such file.
  nonisolated func relativePath(_ name: String) throws -> String {
    let real = file(at: name).resolvingSymlinksInPath().standardizedFileURL.path
    guard !name.contains("\0"), real.hasPrefix(url.path == "/" ? "/" : url.path + "/"),
      FileStatus(ofRegularFile: real) != nil
    else {
      throw StudioError(
        .notFound, "noSuchMedia",
        "There is no file \(JSONValue.quoted(String(name.prefix(200)))) in the project's folder.",
        remedy: "Drop it on the list of media.")
    }
    return String(real.dropFirst(url.path.count + 1))
  }

  // MARK: What files hold

  /// Facts about the file at `file`, wherever it is.
  func facts(of file: URL) async throws -> MediaFacts { try await inspector.facts(of: file) }

  private func found(_ path: String) async -> (entry: JSONObject, duration: Rational?) {
    let file = file(at: path)
    let stamp = FileStamp(of: file)
    if let known = known[path], known.stamp == stamp { return (known.entry, known.duration) }
    var (entry, duration): (JSONObject, Rational?)
    do throws(RenderError) {
      let facts = try await inspector.facts(of: file)
      (entry, duration) = (facts.entry, facts.isStillPicture ? nil : facts.duration)
    } catch {
      (entry, duration) = (["kind": "unreadable", "hasSound": false, "error": error.message], nil)
    }
    entry = entry.adding(["file": path])
    known[path] = (stamp, entry, duration)
    return (entry, duration)
  }

  // MARK: Files that are dropped

  /// Writes `body` into the folder as the file `name`, under a temporary name until it is complete.
  ///
  /// - Returns: The entry of the list.
  func add(_ name: String, body: RequestBody) async throws -> JSONObject {
    guard name.isPlainFileName, Self.endings.contains(URL(filePath: name).pathExtension.lowercased())
    else {
      throw StudioError(
        .badRequest, "wrongName", "\(JSONValue.quoted(String(name.prefix(200)))) is no name of a media file.",
        remedy: "Use a name without slashes that ends as media do, as .mp4.")
    }
    let file = file(at: name)
    let isTaken = StudioError(
      .conflict, "mediaExists", "There is a file \(name) in the project's folder.", remedy: "Use that, or rename yours."
    )
    guard !FileManager.default.fileExists(atPath: file.path) else { throw isTaken }
    let staged = url.appending(path: ".\(UUID().uuidString).partial", directoryHint: .notDirectory)
    do {
      try await write(body, to: staged)
      do {
        try FileManager.default.linkItem(at: staged, to: file)
      } catch  where FileManager.default.fileExists(atPath: file.path) {
        // Another one was dropped under the same name meanwhile.
        throw isTaken
      }
      try? FileManager.default.removeItem(at: staged)
    } catch {
      try? FileManager.default.removeItem(at: staged)
      throw error is StudioError
        ? error
        : StudioError(
          .insufficientStorage, "notWritten", "\(name) could not be written.",
          remedy: "Look whether the disk is full, and drop it again.")
    }
    return await found(name).entry
  }

  private nonisolated func write(_ body: RequestBody, to file: URL) async throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw StudioError(
        .insufficientStorage, "notWritten", "The project's folder cannot be written to.",
        remedy: "Look at its permissions.")
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var written: Int64 = 0
    for try await buffer in body {
      written += Int64(buffer.readableBytes)
      guard written <= Self.largestFile else {
        throw StudioError(
          .contentTooLarge, "tooLarge", "The file is larger than \(Self.largestFile >> 30) GiB.",
          remedy: "Copy it into the folder.")
      }
      try handle.write(contentsOf: Data(buffer.readableBytesView))
    }
  }
}

extension String {
  /// Whether it names a file of the folder itself, one that is not hidden.
  var isPlainFileName: Bool {
    !isEmpty && utf8.count <= 255 && !hasPrefix(".") && !contains("/") && !contains("\0")
  }
}

extension MediaFacts {
  /// Whether it is one picture, which is shown for any time.
  var isStillPicture: Bool { audioTracks.isEmpty && videoTracks.allSatisfy { $0.timing == .still } }

  /// The file in the list of media.
  fileprivate var entry: JSONObject {
    let video = defaultVideo
    var rate: Rational?
    if case .constant(_, let frameDuration, _)? = video?.timing { rate = try? .one / frameDuration }
    return [
      "kind": isStillPicture ? "image" : video == nil ? "audio" : "video",
      "duration": isStillPicture ? nil : duration.description,
      "size": video.map { [$0.displaySize.width, $0.displaySize.height] },
      "frameRate": rate?.description, "hasSound": !audioTracks.isEmpty,
    ]
  }
}
