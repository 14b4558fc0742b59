public import Foundation

/// Where the things are that the build made.
public enum ProgramLocation {
  /// The folder of the running test bundle, which is the one that the package's executables are built into.
  public static let buildFolder: URL = {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  /// The program under test: `gstedit` of the same build, unless the variable `GSTEDIT_PROGRAM` names another.
  public static var gstedit: URL {
    if let path = ProcessInfo.processInfo.environment["GSTEDIT_PROGRAM"] { return URL(filePath: path) }
    return buildFolder.appending(path: "gstedit")
  }

  /// The plug-in `name` of the same build: one of the folder `Plugins`.
  public static func plugin(_ name: String) -> URL { buildFolder.appending(path: "lib\(name).so") }
}
