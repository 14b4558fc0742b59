import ArgumentParser
import Foundation
import GstEdit

/// The number of a film's segments that are encoded at a time, and the place where they stay.
struct SegmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many segments of the film are encoded side by side; by default one for two processors, as memory allows.",
      discussion: "The file is the same with any number.", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "A folder in which finished segments stay: an export that is ended at any time, or edited, goes on with those that are there.",
      valueName: "folder"),
    completion: .directory)
  var cache: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Whether segments that are in the cache are used; they are, where there is one.",
      discussion: "Without --cache it is the user's: gstedit/segments in XDG_CACHE_HOME, or in ~/.cache."))
  var resume: Bool?

  func validate() throws {
    guard jobs ?? 1 > 0 else { throw ValidationError("The count of --jobs is 1 or more.") }
  }

  /// Refuses a cache for a process that is closed in, which writes nothing but its own output.
  func validate(isolated: Bool) throws {
    guard isolated, cache != nil || resume == true else { return }
    throw ValidationError(
      "A process that is closed in keeps nothing. Leave out --isolate-media, or --cache and --resume.")
  }

  /// The segmentation that is asked for.
  func segmentation(in environment: CommandEnvironment) -> Segmentation {
    let usual = resume == true ? Self.usersCache : nil
    return Segmentation(jobs: jobs, cache: cache.map { environment.url($0) } ?? usual, resumes: resume ?? true)
  }

  /// The user's cache (XDG Base Directory Specification).
  static var usersCache: URL {
    let variables = ProcessInfo.processInfo.environment
    let base =
      variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache", directoryHint: .isDirectory)
    return base.appending(path: "gstedit/segments", directoryHint: .isDirectory)
  }
}
