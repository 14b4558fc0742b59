package import Compositing
package import FoundationEssentials

/// A plug-in that comes with the program. It is loaded when a project first asks for one of its compositors, and needs no
/// option: it lies beside the program, or where `make install` puts it.
///
/// ```
/// .build/release/gstedit                 /usr/local/bin/gstedit
/// .build/release/libTransitions.so       /usr/local/lib/gstedit/plugins/libTransitions.so
/// ```
package struct BundledPlugin: Sendable {
  /// The product of the package, "Transitions".
  package let product: String
  /// The names of its compositors.
  package let compositors: [String]
  /// Its file; nil where it is not installed.
  package let url: URL?

  /// All that come with the program, by product.
  package static let contents: [(product: String, compositors: [String])] = [
    ("BlendModes", ["blend-modes"]), ("ChromaKey", ["chroma-key"]), ("LookupTable", ["lookup-table"]),
    ("Transitions", ["transition", "dissolve", "wipe", "iris", "clock", "luma-matte"]),
  ]

  /// The plug-ins that come with the program in the folder `programFolder`.
  package static func all(besideProgramIn programFolder: URL) -> [BundledPlugin] {
    let folders = [
      programFolder,
      programFolder.deletingLastPathComponent().appending(path: "lib/gstedit/plugins", directoryHint: .isDirectory),
    ]
    return contents.map { product, compositors in
      let files = folders.map { $0.appending(path: "lib\(product).so", directoryHint: .notDirectory) }
      return BundledPlugin(
        product: product, compositors: compositors,
        url: files.first { FileManager.default.fileExists(atPath: $0.path) })
    }
  }

  /// The plug-ins beside the running program.
  package static func besideProgram() -> [BundledPlugin] {
    let program = URL(filePath: "/proc/self/exe", directoryHint: .notDirectory).resolvingSymlinksInPath()
    return all(besideProgramIn: program.deletingLastPathComponent())
  }

  /// Has `registry` load the plug-in when it is needed, or say how it is built.
  package func register(in registry: inout CompositorRegistry, isolation: PluginIsolation?) {
    guard let url else {
      for name in compositors {
        registry.setRemedy(
          "It comes with the plug-in \(product), which is not built: `make plugins` builds it beside the program.",
          forMissing: name)
      }
      return
    }
    registry.register(compositors) { () throws(CompositingError) in
      do throws(PluginError) {
        var loaded = CompositorRegistry()
        try loaded.register(CompositorPlugin(contentsOf: url, isolation: isolation))
        return loaded
      } catch {
        throw CompositingError(
          .unknownCompositor, error.description, remedy: "Build the plug-ins of this program again: make plugins.")
      }
    }
  }
}
