public import Foundation

/// Builds the tests' own plug-in, `Tests/Plugins/bench.c`, with the system's C compiler.
public enum PluginBuild {
  /// The plug-in's file, built with `definitions` into `folder`.
  ///
  /// - Throws: `MediaTools.Failure` with the compiler's words.
  public static func library(
    defining definitions: [String] = [], named name: String = "bench.so", in folder: ScratchFolder
  ) async throws -> URL {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let header = tests.deletingLastPathComponent().appending(path: "Sources/CompositorABI/include")
    let library = folder.url(name)
    let arguments =
      ["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1", "-I", header.path, "-o", library.path]
      + definitions.map { "-D\($0)" } + [tests.appending(path: "Plugins/bench.c").path]
    let outcome = try await ProgramRun(try MediaTools.executable("cc"), arguments).outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: "cc", complaint: outcome.errorText)
    }
    return library
  }
}
