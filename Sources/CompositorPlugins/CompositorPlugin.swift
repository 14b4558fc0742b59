public import Compositing
import CompositorABI
public import FoundationEssentials
import Glibc
import NameClaims

// SAFETY: a symbol of this name has this type by the header, whose version the table behind it states first; the
// library is never closed, so its table stays.

/// A shared library with compositors, as `gstedit_compositor.h` describes it.
///
/// Once loaded it stays until the process ends: it cannot be known when the last of its threads has left it. That is the
/// program's own process, unless it is isolated.
public struct CompositorPlugin: Sendable {
  /// The file.
  public let url: URL
  /// The plug-in's own name.
  public let name: String
  /// Its version, in its own words.
  public let version: String
  /// Its compositors.
  public var compositors: [CompositorDescription] { entries.map(\.description) }

  fileprivate let entries: [Entry]

  /// A compositor, and what makes it.
  fileprivate struct Entry: Sendable {
    let description: CompositorDescription
    let make: CompositorRegistry.Maker
  }

  /// Loads the plug-in at `url`; with `isolation`, into a process of its own for each film, and into one now that reads
  /// the plug-in's table.
  ///
  /// - Throws: the reason why it cannot be used; only its exported function has been called by then.
  public init(contentsOf url: URL, isolation: PluginIsolation? = nil) throws(PluginError) {
    self.url = url
    if let isolation {
      let process = try PluginProcess(url.path, isolation: isolation)
      defer { process.dismiss() }
      let introduction = try process.introduction()
      (name, version) = (introduction.name, introduction.version)
      entries = introduction.descriptions.map { description in
        Entry(description: description) { parameters in
          try IsolatedCompositor(description.name, of: url.path, isolation: isolation, parameters: parameters)
        }
      }
    } else {
      let tables: [PluginTable]
      (name, version, tables) = try Self.load(url.path)
      entries = tables.map { table in
        Entry(description: table.description) { parameters in try PluginCompositor(table, parameters: parameters) }
      }
    }
  }

  /// Loads the plug-in at `path` into this process.
  private static func load(
    _ path: String
  ) throws(PluginError) -> (name: String, version: String, entries: [PluginTable]) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw PluginError(.missing, path: path, "There is no such file.", remedy: "Check the name.")
    }
    // The dynamic linker would wait for a pipe's writer.
    guard FileStatus(ofRegularFile: path) != nil else {
      throw PluginError(
        .notLoadable, path: path, "It is no regular file.", remedy: "Name the shared library of the plug-in.")
    }
    guard let library = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw PluginError(
        .notLoadable, path: path, "It cannot be loaded: \(loaderWords).",
        remedy: "Build it as a shared library for this machine, with everything that it needs.")
    }
    guard let symbol = unsafe dlsym(library, entry) else {
      throw PluginError(
        .notAPlugin, path: path, "It does not export \(entry).",
        remedy: "Build it from gstedit_compositor.h, and export that function.")
    }
    let load = unsafe unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> UnsafePointer<gstedit_plugin>?).self)
    // A plug-in returns tables for the versions that it supports.
    guard let table = unsafe PluginTable.abiVersions.lazy.compactMap({ unsafe load($0) }).first else {
      throw PluginError(
        .wrongVersion, path: path, "It does not work with version \(PluginTable.abiVersion) of the interface.",
        remedy: "Build it again with the header of this version of GstEdit.")
    }
    return unsafe try PluginTable.read(table, path: path)
  }

  /// The shared libraries in `folder`, by name; none where there is no such folder.
  public static func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".so") }.sorted().map { folder.appending(path: $0) }
  }

  /// The function that a plug-in exports.
  private static let entry = "gstedit_compositor_plugin"

  /// The dynamic linker's description of the last failure.
  private static var loaderWords: String {
    unsafe dlerror().map { unsafe String(cString: $0) } ?? "the dynamic linker does not say why"
  }
}

extension CompositorRegistry {
  /// Registers the compositors of `plugin`.
  ///
  /// - Throws: `PluginError` with `.nameTaken`; then none of them is registered.
  public mutating func register(_ plugin: CompositorPlugin) throws(PluginError) {
    for description in plugin.compositors where names.contains(description.name) {
      throw PluginError(
        .nameTaken, path: plugin.url.path, "It holds a compositor “\(description.name)”, and there is one already.",
        remedy: "Load only one of the two.")
    }
    for entry in plugin.entries { register(entry.description, make: entry.make) }
  }
}
