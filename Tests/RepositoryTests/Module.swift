import Testing

/// A module of the house, and what it may see.
struct Module {
  /// The folder's name in `Sources`.
  let name: String

  /// The modules it may import.
  let mayImport: Set<String>

  /// Whether it builds on a machine without GStreamer.
  let isPure: Bool

  private init(_ name: String, pure: Bool, _ mayImport: Set<String>) {
    self.name = name
    self.isPure = pure
    self.mayImport = mayImport.union(["Synchronization"])
  }

  /// The house, from the ground up: a module imports only what stands above it in this list.
  static let house: [Module] = [
    Module("MediaTime", pure: true, []),
    Module("TimeStretching", pure: true, ["MediaTime", "Glibc"]),
    Module("EditingModel", pure: true, ["MediaTime", "FoundationEssentials"]),
    Module("Compositing", pure: true, ["EditingModel", "MediaTime"]),
    Module(
      "Rendering", pure: true, ["Compositing", "EditingModel", "MediaTime", "FoundationEssentials", "Foundation"]),
    Module("ProjectFile", pure: true, ["EditingModel", "MediaTime", "FoundationEssentials"]),
    Module(
      "EditServices", pure: true,
      ["Rendering", "Compositing", "EditingModel", "MediaTime", "FoundationEssentials", "Foundation", "Dispatch"]),
    Module(
      "ProjectServices", pure: true,
      ["EditServices", "ProjectFile", "Rendering", "EditingModel", "MediaTime", "FoundationEssentials"]),
    Module("CompositorBorder", pure: true, ["CompositorABI", "Compositing"]),
    Module(
      "CompositorExport", pure: true,
      ["CompositorABI", "CompositorBorder", "Compositing", "EditingModel", "MediaTime", "Dispatch"]),
    Module("GStreamer", pure: false, ["CGStreamer", "Glibc"]),
    Module(
      "RenderEngine", pure: false,
      [
        "GStreamer", "Rendering", "Compositing", "TimeStretching", "EditingModel", "MediaTime", "Foundation",
        "FoundationEssentials", "Dispatch",
      ]),
    Module(
      "CompositorPlugins", pure: false,
      [
        "CompositorABI", "CompositorBorder", "CProcess", "Compositing", "EditingModel", "MediaTime",
        "FoundationEssentials", "Dispatch", "Glibc",
      ]),
    Module(
      "GstEdit", pure: false,
      [
        "CompositorPlugins", "ProjectServices",
        "RenderEngine", "EditServices", "Rendering", "Compositing", "ProjectFile", "EditingModel", "MediaTime",
        "Foundation", "FoundationEssentials",
      ]),
    Module(
      "GstEditCommands", pure: false,
      ["GstEdit", "ProjectFile", "ArgumentParser", "Logging", "Foundation", "FoundationEssentials", "Dispatch"]),
    Module("gstedit", pure: false, ["GstEditCommands"]),
  ]

  /// The C that one module alone sees, and which holds no Swift: GStreamer's, the header of plug-ins, and their processes.
  static let foreignModules = ["CGStreamer", "CompositorABI", "CProcess", "Plugins"]

  /// The modules that talk to C, and so hold unsafe code.
  static let bordersOnC = ["GStreamer", "CompositorPlugins", "CompositorExport"]

  /// Its Swift files.
  func files() throws -> [TextFile] {
    try Repository.files(under: "Sources/\(name)", ending: [".swift"])
  }
}

extension Module: CustomTestStringConvertible {
  var testDescription: String { name }
}
