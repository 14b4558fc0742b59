import FoundationEssentials

/// The files and the memory that a process that is closed in may still reach. It never reaches the network, other programs or
/// other processes.
public struct SandboxRules: Codable, Hashable, Sendable {
  /// Files that may be read. What a link leads to when the rules come into force is what may be read.
  public var files: [String]
  /// Folders that may be listed, and read with all that lies below.
  public var folders: [String]
  /// Folders whose files' names may be read, and those of the folders below, but nothing in them.
  public var listedFolders: [String] = []
  /// Folders in which files may be made, written, renamed and removed.
  public var writableFolders: [String]
  /// Limit of the writable memory that the process may ask for, in bytes, whether it uses it or not.
  public var dataLimit: Int64

  /// Rules that allow reading `files` and `folders`, writing into `writableFolders`, and `dataLimit` bytes.
  public init(files: [String] = [], folders: [String] = [], writableFolders: [String] = [], dataLimit: Int64 = .max) {
    self.files = files
    self.folders = folders
    self.writableFolders = writableFolders
    self.dataLimit = dataLimit
  }

  /// The folders of what any program reads: libraries, fonts, data of time zones, facts about the processor.
  public static let systemFolders = [
    "/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store", "/etc/fonts", "/var/cache/fontconfig",
    "/sys/devices/system/cpu", "/sys/devices/system/node",
  ]

  /// The files of systems that any program reads.
  public static let systemFiles = [
    "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// The folders that `variables` name to the loader of libraries and to GStreamer.
  public static func folders(in variables: [String: String]) -> [String] {
    let names = ["LD_LIBRARY_PATH", "GST_PLUGIN_PATH", "GST_PLUGIN_SYSTEM_PATH"]
    let lists = (names + names.map { $0 + "_1_0" }).map { variables[$0, default: ""].split(separator: ":") }
    let data = variables["XDG_DATA_HOME"] ?? variables["HOME"].map { $0 + "/.local/share" }
    return (lists.joined().map(String.init) + [data.map { $0 + "/gstreamer-1.0" }].compactMap(\.self))
      .filter { $0.hasPrefix("/") }
  }
}
