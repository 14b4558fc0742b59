public import Foundation

/// Builds the tests' own plug-ins, those of `Tests/Plugins`, with the system's C compiler.
public enum PluginBuild {
  /// The file of the plug-in `source`, built with `definitions` into `folder`, with the header of `version` of the interface,
  /// or today's.
  ///
  /// - Throws: `MediaTools.Failure` with the compiler's words.
  public static func library(
    of source: String = "bench.c", defining definitions: [String] = [], named name: String = "bench.so",
    version: Int? = nil, in folder: ScratchFolder
  ) async throws -> URL {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let header =
      version.map { tests.appending(path: "Plugins/version-\($0)") }
      ?? tests.deletingLastPathComponent().appending(path: "Sources/CompositorABI/include")
    let library = folder.url(name)
    let arguments =
      ["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1", "-I", header.path, "-o", library.path]
      + definitions.map { "-D\($0)" } + [tests.appending(path: "Plugins/\(source)").path]
    let outcome = try await ProgramRun(try MediaTools.executable("cc"), arguments).outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: "cc", complaint: outcome.errorText)
    }
    return library
  }
}
