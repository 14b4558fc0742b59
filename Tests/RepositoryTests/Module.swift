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
    Module("Waiting", pure: true, ["Dispatch"]),
    Module("TimeStretching", pure: true, ["MediaTime", "Glibc"]),
    Module("MediaFormats", pure: true, ["MediaTime", "FoundationEssentials"]),
    Module("ModelValues", pure: true, ["MediaTime"]),
    Module("Subtitles", pure: true, ["ModelValues", "MediaTime", "Glibc"]),
    Module("Layers", pure: true, ["Subtitles", "ModelValues", "MediaFormats", "MediaTime", "Glibc"]),
    Module(
      "EditingModel", pure: true,
      ["Layers", "Subtitles", "ModelValues", "MediaFormats", "MediaTime", "FoundationEssentials"]),
    Module("PlaneFilters", pure: true, ["CPlaneFilters"]),
    Module("Compositing", pure: true, ["PlaneFilters", "EditingModel", "MediaFormats", "MediaTime"]),
    Module(
      "Rendering", pure: true,
      [
        "Compositing", "EditingModel", "Layers", "Subtitles", "MediaFormats", "MediaTime", "FoundationEssentials",
        "Foundation",
      ]),
    Module("NameClaims", pure: true, ["CProcess", "Glibc"]),
    Module(
      "ProjectFile", pure: true,
      ["NameClaims", "EditingModel", "Layers", "MediaFormats", "MediaTime", "FoundationEssentials"]),
    Module(
      "EditServices", pure: true,
      [
        "Waiting", "NameClaims", "Rendering", "Compositing", "EditingModel", "Layers", "Subtitles", "MediaFormats",
        "MediaTime",
        "FoundationEssentials",
        "Foundation", "Dispatch",
      ]),
    Module(
      "MediaAnalysis", pure: true,
      [
        "EditServices", "Rendering", "Compositing", "EditingModel", "MediaFormats", "MediaTime", "FoundationEssentials",
        "Glibc",
      ]),
    Module(
      "ProjectServices", pure: true,
      [
        "EditServices", "MediaAnalysis", "ProjectFile", "Rendering", "EditingModel", "Layers", "Subtitles",
        "MediaFormats", "MediaTime", "FoundationEssentials",
      ]),
    Module(
      "ProjectEditing", pure: true,
      ["NameClaims", "ProjectFile", "EditingModel", "MediaTime", "FoundationEssentials"]),
    Module(
      "DebugViews", pure: true,
      [
        "ProjectServices", "ProjectFile", "EditServices", "Rendering", "Compositing", "EditingModel", "Layers",
        "Subtitles", "MediaFormats", "MediaTime", "Foundation",
      ]),
    Module(
      "Documents", pure: true,
      [
        "DebugViews", "ProjectServices", "ProjectFile", "MediaAnalysis", "EditServices", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime", "Foundation",
      ]),
    Module(
      "Playing", pure: true,
      [
        "Waiting", "EditServices", "Rendering", "TimeStretching", "Compositing", "EditingModel", "Layers",
        "MediaFormats",
        "MediaTime", "Foundation", "FoundationEssentials", "Dispatch",
      ]),
    Module(
      "Capture", pure: true,
      [
        "Waiting", "EditServices", "Rendering", "Compositing", "EditingModel", "MediaFormats", "MediaTime",
        "FoundationEssentials",
        "Foundation", "Dispatch",
      ]),
    Module(
      "CompositorExport", pure: true,
      ["Waiting", "CompositorABI", "Compositing", "EditingModel", "MediaFormats", "MediaTime"]),
    Module("ColorConversion", pure: false, ["CLightLoops", "CZimg", "MediaFormats", "Glibc"]),
    Module("GStreamer", pure: false, ["CGStreamer", "ColorConversion", "MediaFormats", "Glibc"]),
    Module(
      "PictureFiles", pure: false,
      ["CHEIF", "CJPEG2000", "CSVG", "CWebP", "CZlib", "MediaFormats", "FoundationEssentials"]),
    Module(
      "Containers", pure: false,
      [
        "CAVFormat", "Waiting", "NameClaims", "PictureFiles", "Rendering", "EditingModel", "Subtitles", "MediaFormats",
        "MediaTime",
        "Foundation",
        "FoundationEssentials", "Glibc",
      ]),
    Module("PacketEncoders", pure: false, ["CAVFormat", "MediaTime"]),
    Module(
      "LayerDrawing", pure: false,
      [
        "CLibass", "CPangoCairo", "CSurfaceLoops", "Layers", "Subtitles", "Compositing", "EditingModel", "MediaFormats",
        "MediaTime", "Glibc",
      ]),
    Module("WindowSystem", pure: false, ["CX11", "Foundation"]),
    Module(
      "MediaDecoding", pure: false,
      [
        "Waiting", "GStreamer", "ColorConversion", "Containers", "PictureFiles", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime", "Foundation", "FoundationEssentials",
      ]),
    Module(
      "MediaWriting", pure: false,
      [
        "MediaDecoding", "Waiting", "GStreamer", "PacketEncoders", "Containers", "PictureFiles", "Rendering",
        "Compositing", "EditingModel", "Subtitles", "MediaFormats", "MediaTime", "Foundation", "FoundationEssentials",
      ]),
    Module(
      "RenderEngine", pure: false,
      [
        "MediaDecoding", "MediaWriting", "Waiting", "GStreamer", "ColorConversion", "LayerDrawing", "PacketEncoders",
        "Containers", "PictureFiles", "Rendering", "Compositing", "TimeStretching", "EditingModel", "Layers",
        "Subtitles", "WindowSystem", "MediaFormats", "MediaTime", "Foundation", "FoundationEssentials", "Dispatch",
      ]),
    Module(
      "CompositorPlugins", pure: false,
      [
        "Waiting", "NameClaims", "CompositorABI", "CProcess", "Compositing", "EditingModel", "MediaFormats",
        "MediaTime",
        "FoundationEssentials", "Dispatch", "Glibc",
      ]),
    Module(
      "FilmOverviews", pure: false,
      [
        "LayerDrawing", "Layers", "MediaAnalysis", "EditServices", "Rendering", "Compositing", "EditingModel",
        "MediaFormats", "MediaTime", "FoundationEssentials",
      ]),
    Module(
      "Loudness", pure: false,
      ["CEBUR128", "MediaAnalysis", "EditServices", "Rendering", "MediaFormats", "MediaTime", "Glibc"]),
    Module("MediaIsolation", pure: false, ["CProcess", "NameClaims", "FoundationEssentials", "Glibc"]),
    Module(
      "GstEdit", pure: false,
      [
        "Capture", "CompositorPlugins", "Playing", "DebugViews", "ProjectServices", "MediaAnalysis", "Loudness",
        "FilmOverviews", "Layers", "Subtitles",
        "RenderEngine", "EditServices", "Rendering", "Compositing", "ProjectFile", "EditingModel", "MediaFormats",
        "MediaTime",
        "Foundation", "FoundationEssentials",
      ]),
    Module("_Testing_CoreGraphics", pure: false, []),
    Module(
      "CoreGraphics", pure: false,
      [
        "LayerDrawing", "Layers", "Compositing", "EditingModel", "ModelValues", "MediaFormats", "MediaTime",
        "Foundation",
      ]),
    Module(
      "CoreVideo", pure: false, ["CoreGraphics", "Compositing", "MediaFormats", "Foundation", "Dispatch", "Glibc"]),
    Module(
      "CoreMedia", pure: false,
      ["CoreVideo", "Containers", "EditingModel", "Compositing", "MediaFormats", "MediaTime", "Dispatch", "Glibc"]),
    Module("QuartzCore", pure: false, ["CoreGraphics", "Layers", "ModelValues", "Foundation"]),
    Module(
      "ImageIO", pure: false,
      [
        "Waiting", "NameClaims", "PictureFiles", "Containers", "CoreGraphics", "GstEdit", "EditServices", "Rendering",
        "Compositing", "EditingModel", "ModelValues", "MediaFormats", "MediaTime", "Foundation",
      ]),
    Module("Accelerate", pure: false, ["Glibc"]),
    Module("UniformTypeIdentifiers", pure: false, ["Foundation"]),
    Module("MobileCoreServices", pure: false, ["UniformTypeIdentifiers"]),
    Module("os", pure: false, ["Foundation", "Glibc", "Synchronization", "_SynchronizationShims"]),
    Module("MediaToolbox", pure: false, ["CoreMedia", "Foundation", "Synchronization"]),
    Module(
      "AVFoundation", pure: false,
      [
        "CMetatypes", "Waiting", "NameClaims", "UniformTypeIdentifiers", "MobileCoreServices", "os", "ImageIO",
        "MediaToolbox", "QuartzCore", "CoreMedia", "CoreVideo", "CoreGraphics",
        "GstEdit",
        "Capture",
        "Playing", "EditServices", "Containers", "LayerDrawing", "Rendering", "Compositing", "ColorConversion",
        "EditingModel", "Layers", "Subtitles", "ModelValues", "MediaFormats", "MediaTime", "TimeStretching",
        "Foundation", "FoundationNetworking", "Dispatch",
      ]),
    Module("AVFAudio", pure: false, ["AVFoundation"]),
    Module("AudioToolbox", pure: false, ["AVFoundation"]),
    Module("AudioUnit", pure: false, ["AVFoundation"]),
    Module("CoreAudio", pure: false, ["AVFoundation"]),
    Module("CoreAudioTypes", pure: false, ["AVFoundation"]),
    Module("AVKit", pure: false, ["AVFoundation"]),
    Module(
      "VideoToolbox", pure: false,
      [
        "Waiting", "AVFoundation", "CoreMedia", "CoreVideo", "CoreGraphics", "GstEdit", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime", "Dispatch",
      ]),
    Module("CoreServices", pure: false, ["MobileCoreServices"]),
    Module("CoreLocation", pure: false, ["Foundation"]),
    Module("OSLog", pure: false, ["os"]),
    Module(
      "GstEditCommands", pure: false,
      [
        "Waiting", "NameClaims", "GstEdit", "Documents", "MediaIsolation", "ProjectFile", "ArgumentParser", "Logging",
        "Foundation", "FoundationEssentials", "Dispatch",
      ]),
    Module("gstedit", pure: false, ["GstEditCommands"]),
    Module("StudioPage", pure: false, ["CStudioPage"]),
    Module(
      "Studio", pure: false,
      [
        "NameClaims", "GstEdit", "StudioPage", "Documents", "ProjectEditing", "ProjectServices", "ProjectFile",
        "DebugViews",
        "MediaAnalysis", "EditServices", "Rendering", "Compositing", "EditingModel", "Layers", "ModelValues",
        "MediaFormats", "MediaTime", "ArgumentParser", "Logging", "Hummingbird", "HummingbirdCore", "HTTPTypes",
        "NIOCore",
        "ServiceLifecycle", "UnixSignals", "Foundation",
      ]),
    Module("gstedit-studio", pure: false, ["Studio"]),
  ]

  /// The C that the modules bordering on it alone see, and which holds no Swift: GStreamer's, libavformat's and libavcodec's,
  /// that of files of pictures, zimg's, the header of plug-ins, processes, loudness, drawing, the inner loops of drawing
  /// and of converting light, objects of classes by their metatypes, and names of submodules.
  static let foreignModules = [
    "CAVFormat", "CGStreamer", "CLightLoops", "CPictures", "CPlaneFilters", "CZimg", "CompositorABI", "CProcess",
    "CEBUR128",
    "CLibass", "CMetatypes", "CPangoCairo", "CStudioPage", "CSurfaceLoops", "COSSubmodules", "CX11",
    "Plugins",
  ]

  /// Whether it borders on C, and so may hold unsafe code.
  var bordersOnC: Bool { HouseWords.unsafeModules[name] != nil }

  /// The modules that it sees itself, those left out that are seen through others.
  var direct: [String] {
    let own = Self.house.map(\.name).filter(mayImport.contains)
    let through = own.reduce(into: Set<String>()) { $0.formUnion(Self.seen[$1]?.names ?? []) }
    return own.filter { !through.contains($0) }
  }

  /// How many modules stand one upon the other below it.
  var height: Int { Self.seen[name]?.height ?? 0 }

  /// The modules below each, and how high they stand.
  private static let seen = house.reduce(into: [String: (names: Set<String>, height: Int)]()) { seen, module in
    var (names, height) = (Set<String>(), 0)
    for name in module.mayImport {
      guard let below = seen[name] else { continue }
      names.formUnion(below.names.union([name]))
      height = max(height, below.height + 1)
    }
    seen[module.name] = (names, height)
  }

  /// Its Swift files.
  func files() throws -> [TextFile] {
    try Repository.files(under: "Sources/\(name)", ending: [".swift"])
  }
}

extension Module: CustomTestStringConvertible {
  var testDescription: String { name }
}
