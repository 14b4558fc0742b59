package import Foundation

/// The subject that a studio is opened with: a project, a folder, media, or nothing for the folder that one is in.
///
/// ```
/// gstedit studio film/project.json       that project; an empty one where there is none yet
/// gstedit studio film                    film/project.json, or the only project in the folder
/// gstedit studio cat.mp4 dog.mp4         a new project beside the first, in which they follow one another
/// ```
package enum StudioSubject: Sendable, Equatable {
  /// The project in this file.
  case project(URL)
  /// A new project in this file, of these media.
  case media([URL], project: URL)

  /// The subject that `arguments` name, relative to `folder`.
  ///
  /// - Throws: `StudioError` where there is no such thing, or it does not say which project is meant.
  package init(_ arguments: [String], in folder: URL) throws {
    guard !arguments.contains("") else {
      throw StudioError(
        .badRequest, "wrongName", "An empty name is nothing.", remedy: "Name a project, a folder, or media.")
    }
    let urls = arguments.map { argument in
      (argument.hasPrefix("/") ? URL(filePath: argument) : folder.appending(path: argument)).standardizedFileURL
    }
    guard let first = urls.first else {
      self = .project(try Self.project(inFolder: folder))
      return
    }
    let isFolder = (try? first.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    if isFolder, urls.count == 1 {
      self = .project(try Self.project(inFolder: first))
    } else if first.pathExtension.lowercased() == "json", urls.count == 1 {
      try Self.checkFolder(of: first)
      self = .project(first)
    } else {
      for url in urls where !FileManager.default.fileExists(atPath: url.path) {
        throw StudioError(.notFound, "mediaMissing", "There is no file \(url.path).", remedy: "Look at its name.")
      }
      self = .media(urls, project: Self.newProject(in: first.deletingLastPathComponent()))
    }
  }

  private static func checkFolder(of url: URL) throws {
    let folder = url.deletingLastPathComponent()
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw StudioError(
        .notFound, "noFolder", "There is no folder \(folder.path).", remedy: "Make it, or look at the name.")
    }
  }

  /// The project of `folder`: project.json, the only one there is, or project.json anew.
  private static func project(inFolder folder: URL) throws -> URL {
    let usual = folder.appending(path: "project.json", directoryHint: .notDirectory)
    if FileManager.default.fileExists(atPath: usual.path) { return usual }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let projects = names.filter { name in
      guard name.hasSuffix(".json"), !name.hasPrefix(".") else { return false }
      let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
      return text.contains("\"gstedit\"")
    }
    guard projects.count < 2 else {
      throw StudioError(
        .conflict, "severalProjects",
        "\(folder.path) has several projects: \(projects.sorted().joined(separator: ", ")).",
        remedy: "Name one of them.")
    }
    return projects.first.map { folder.appending(path: $0, directoryHint: .notDirectory) } ?? usual
  }

  /// A name in `folder` that no project has yet.
  private static func newProject(in folder: URL) -> URL {
    let names = ["project.json"] + (2...10_000).map { "project-\($0).json" }
    let urls = names.lazy.map { folder.appending(path: $0, directoryHint: .notDirectory) }
    return urls.first { !FileManager.default.fileExists(atPath: $0.path) } ?? urls[0]
  }

  /// The project's file.
  var projectURL: URL {
    switch self {
    case .project(let url), .media(_, let url): url
    }
  }
}
