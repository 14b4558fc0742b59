// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// `GSTEDIT_PURE=1` leaves out every module that needs GStreamer, so that the model, the planner
/// and the services build and test on a machine that has only Swift.
let pureOnly = ProcessInfo.processInfo.environment["GSTEDIT_PURE"] == "1"

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Whether the package is checked out as another's dependency: its products may have no flags for the compiler then.
let isDependency = ["/checkouts/", "/registry/"].contains { Context.packageDirectory.contains($0) }

/// What goes through every pixel and sample is optimized in debug builds as well, for tests take their time there.
let optimized = isDependency ? strict : strict + [.unsafeFlags(["-O"])]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = strict) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Inner loops in C, optimized in debug builds as well.
func loops(_ name: String) -> Target {
  .target(name: name, cSettings: isDependency ? [] : [.unsafeFlags(["-O2"])])
}

func plugin(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Plugins/\(name)", swiftSettings: optimized)
}

/// Compositors of a plug-in.
func compositors(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["PictureRows", "Compositing", "EditingModel", "MediaFormats"] + dependencies,
    path: "Sources/Plugins/\(name)",
    exclude: ["Plugin"], swiftSettings: optimized)
}

/// The entry of the plug-in `name`. It stands by itself: a program that links several plug-ins' compositors, as tests do,
/// has room for one entry at most.
func entry(_ name: String) -> Target {
  .target(
    name: "\(name)Plugin", dependencies: [.init(stringLiteral: name), "CompositorExport"],
    path: "Sources/Plugins/\(name)/Plugin", swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// Tests that are written as a program elsewhere would be: in one of Swift's modes, with nothing that only this package sees.
func tests(_ name: String, _ dependencies: [Target.Dependency], inMode mode: SwiftLanguageMode) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, packageAccess: false, swiftSettings: [.swiftLanguageMode(mode)])
}

/// The modules of edits, formats and times, which most tests make values of.
let model: [Target.Dependency] = ["EditingModel", "MediaFormats", "MediaTime"]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let webServer: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

var targets: [Target] = [
  module("MediaTime", [], optimized),
  // How threads wait for each other.
  module("Waiting"),
  module("MediaFormats", ["MediaTime"]),
  module("ModelValues", ["MediaTime"]),
  // Subtitles and their files.
  module("Subtitles", ["ModelValues", "MediaTime"]),
  // Trees of layers and their animations, evaluated at a time.
  module("Layers", ["Subtitles", "ModelValues", "MediaFormats", "MediaTime"]),
  module("EditingModel", ["Layers", "Subtitles", "ModelValues", "MediaFormats", "MediaTime"]),
  // The inner loops of drawing, in C, and what makes them safe to use.
  loops("CPlaneFilters"),
  module("PlaneFilters", ["CPlaneFilters"], optimized),
  module("Compositing", ["PlaneFilters", "EditingModel", "MediaFormats", "MediaTime"], optimized),
  module("Rendering", ["Compositing", "EditingModel", "Layers", "Subtitles", "MediaFormats", "MediaTime"]),
  // Processes that plug-ins and media are kept in, memory that is shared with them, and what they may not do.
  .target(name: "CProcess"),
  // Names of files that are removed with the process, however it ends.
  module("NameClaims", ["CProcess"]),
  module(
    "EditServices",
    [
      "Waiting", "NameClaims", "Rendering", "EditingModel", "Layers", "Subtitles", "MediaFormats", "Compositing",
      "MediaTime",
    ]),
  // What sound and pictures are like: waveforms, silences, scenes.
  module(
    "MediaAnalysis", ["EditServices", "Rendering", "Compositing", "EditingModel", "MediaFormats", "MediaTime"]),
  module("ProjectFile", ["NameClaims", "EditingModel", "Layers", "MediaFormats", "MediaTime"]),
  // What can be done with a project: planning, checking, explaining it, and what an export needs.
  module(
    "ProjectServices",
    [
      "EditServices", "MediaAnalysis", "ProjectFile", "Rendering", "EditingModel", "Layers", "Subtitles",
      "MediaFormats", "MediaTime",
    ]),
  // Edits of a project's text: gestures of the editing room, undo, and what is kept of them on disk.
  module("ProjectEditing", ["NameClaims", "ProjectFile", "EditingModel", "MediaTime"]),
  // The structure of an edit at a glance: drawings, pages, text.
  module(
    "DebugViews",
    [
      "ProjectServices", "ProjectFile", "EditServices", "Rendering", "Compositing", "EditingModel", "Layers",
      "Subtitles", "MediaFormats", "MediaTime",
    ]),
  // The JSON of plans, explanations, facts and errors.
  module(
    "Documents",
    [
      "DebugViews", "ProjectServices", "ProjectFile", "MediaAnalysis", "EditServices", "Rendering", "Compositing",
      "EditingModel", "MediaFormats", "MediaTime",
    ]),
  // Devices, and what is recorded from them.
  module(
    "Capture", ["Waiting", "EditServices", "Rendering", "Compositing", "EditingModel", "MediaFormats", "MediaTime"]),
  module("TimeStretching", ["MediaTime"], optimized),
  // Playing of films and edits: players, their items, clocks and outputs.
  module(
    "Playing",
    [
      "Waiting", "EditServices", "Rendering", "TimeStretching", "Compositing", "EditingModel", "Layers", "MediaFormats",
      "MediaTime",
    ]),
  // The interface that plug-ins are compiled against: a C header.
  .target(name: "CompositorABI"),
  // What a plug-in in Swift depends on.
  module(
    "CompositorExport",
    ["Waiting", "CompositorABI", "Compositing", "EditingModel", "MediaFormats", "MediaTime"]),

  // The compositors that come as plug-ins, and what they share.
  plugin("PictureRows", ["Compositing", "EditingModel", "MediaFormats", "MediaTime"]),
  plugin("VignettePlugin", ["CompositorExport"]),
  compositors("Transitions", ["CompositorExport", "MediaTime"]), entry("Transitions"),
  compositors("BlendModes"), entry("BlendModes"),
  compositors("ChromaKey"), entry("ChromaKey"),
  compositors("LookupTable"), entry("LookupTable"),

  tests("WaitingTests", ["Waiting"]),
  tests("MediaTimeTests", ["SeededRandom", "MediaTime"]),
  tests("MediaFormatsTests", ["MediaFormats"]),
  tests("EditingModelTests", ["SeededRandom"] + model),
  tests("SubtitlesTests", ["SeededRandom", "Subtitles", "ModelValues", "MediaTime"]),
  tests("LayersTests", ["SeededRandom", "Layers", "Subtitles", "ModelValues", "MediaTime"]),
  tests("PlaneFiltersTests", ["SeededRandom", "CPlaneFilters"]),
  tests("CompositingTests", ["SeededRandom", "ReferenceCompositing", "Compositing"] + model),
  tests("CompositorExportTests", ["CompositorExport", "CompositorABI", "Compositing"]),
  tests("RenderingTests", ["SeededRandom", "Rendering"] + model),
  tests(
    "EditServicesTests",
    ["EditServices", "ScriptedRendering", "Rendering", "Compositing", "Layers", "Subtitles"] + model),
  tests("MediaAnalysisTests", ["MediaAnalysis", "ScriptedRendering", "EditServices", "Rendering"] + model),
  tests("ProjectFileTests", ["SeededRandom", "ProjectFile"] + model),
  tests(
    "ProjectServicesTests",
    ["ProjectServices", "ScriptedRendering", "EditServices", "ProjectFile", "Rendering"] + model),
  tests(
    "ProjectEditingTests",
    ["SeededRandom", "ProjectEditing", "ProjectFile", "EditingModel", "MediaTime"]),
  tests(
    "DebugViewsTests",
    [
      "DebugViews", "ScriptedRendering", "ProjectServices", "EditServices", "ProjectFile", "Rendering", "Layers",
      "Subtitles",
    ] + model),
  tests("CaptureTests", ["Capture", "ScriptedRendering", "EditServices", "Rendering", "Compositing"] + model),
  tests("NameClaimsTests", ["NameClaims"]),
  tests(
    "PlayingTests",
    [
      "Playing", "ScriptedRendering", "SeededRandom", "EditServices", "Rendering", "TimeStretching", "Compositing",
      "Layers",
    ] + model),
  tests("TimeStretchingTests", ["TimeStretching", "MediaTime"]),
  tests(
    "LayerPluginsTests",
    ["SeededRandom", "ReferenceCompositing", "BlendModes", "ChromaKey", "LookupTable", "PictureRows", "Compositing"]
      + model),
  tests(
    "TransitionsTests",
    ["SeededRandom", "ReferenceCompositing", "Transitions", "PictureRows", "Compositing"] + model),
  tests("RepositoryTests", ["EditServices", "MediaFormats"]),
  // Random numbers that are the same in every run: what laws are tested with.
  .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: optimized),
  // Layers drawn in the obvious way, in double precision: what the faster ways are measured against.
  .target(
    name: "ReferenceCompositing", dependencies: ["Compositing", "EditingModel", "MediaTime"],
    path: "Tests/ReferenceCompositing", swiftSettings: optimized),
  // A renderer that does what a test says: what the services and the commands are tested on.
  .target(
    name: "ScriptedRendering", dependencies: ["Rendering", "Compositing"] + model,
    path: "Tests/ScriptedRendering", swiftSettings: optimized),
]

var products: [Product] = [.library(name: "CompositorExport", targets: ["CompositorExport"])]
// Each plug-in is a shared library.
products += [.library(name: "VignettePlugin", type: .dynamic, targets: ["VignettePlugin"])]
products += ["Transitions", "BlendModes", "ChromaKey", "LookupTable"].map {
  .library(name: $0, type: .dynamic, targets: ["\($0)Plugin"])
}

if !pureOnly {
  targets += [
    .systemLibrary(name: "CGStreamerCore", path: "Sources/CGStreamer/Core", pkgConfig: "gstreamer-1.0"),
    .systemLibrary(name: "CGStreamerApp", path: "Sources/CGStreamer/App", pkgConfig: "gstreamer-app-1.0"),
    .systemLibrary(name: "CGStreamerVideo", path: "Sources/CGStreamer/Video", pkgConfig: "gstreamer-video-1.0"),
    .systemLibrary(name: "CGStreamerAudio", path: "Sources/CGStreamer/Audio", pkgConfig: "gstreamer-audio-1.0"),
    .systemLibrary(name: "CGStreamerTag", path: "Sources/CGStreamer/Tag", pkgConfig: "gstreamer-tag-1.0"),
    .systemLibrary(
      name: "CGStreamerController", path: "Sources/CGStreamer/Controller", pkgConfig: "gstreamer-controller-1.0"),
    .target(
      name: "CGStreamer",
      dependencies: [
        "CGStreamerCore", "CGStreamerApp", "CGStreamerVideo", "CGStreamerAudio", "CGStreamerTag",
        "CGStreamerController",
      ],
      path: "Sources/CGStreamer/Shims", linkerSettings: [.linkedLibrary("avutil")]),
    // Sizes, formats and colors of pictures, over zimg.
    .systemLibrary(name: "CZimg", path: "Sources/CZimg", pkgConfig: "zimg"),
    // The loops of converting light, in C.
    loops("CLightLoops"),
    module("ColorConversion", ["CLightLoops", "CZimg", "MediaFormats"], optimized),
    module("GStreamer", ["CGStreamer", "ColorConversion", "MediaFormats"]),
    // Files of pictures that GStreamer's elements do not read right, or not at all.
    .systemLibrary(name: "CHEIF", path: "Sources/CPictures/HEIF", pkgConfig: "libheif"),
    .systemLibrary(name: "CWebP", path: "Sources/CPictures/WebP", pkgConfig: "libwebpdemux"),
    .systemLibrary(name: "CJPEG2000", path: "Sources/CPictures/JPEG2000", pkgConfig: "libopenjp2"),
    .systemLibrary(name: "CSVG", path: "Sources/CPictures/SVG", pkgConfig: "librsvg-2.0"),
    .systemLibrary(name: "CZlib", path: "Sources/CPictures/Zlib", pkgConfig: "zlib"),
    module("PictureFiles", ["CHEIF", "CJPEG2000", "CSVG", "CWebP", "CZlib", "MediaFormats"], optimized),
    // Files: their packets, read and written with libavformat, and their bytes.
    .systemLibrary(name: "CAVFormat", path: "Sources/CAVFormat", pkgConfig: "libavformat"),
    module(
      "Containers",
      [
        "Waiting", "CAVFormat", "NameClaims", "PictureFiles", "Rendering", "EditingModel", "Subtitles", "MediaFormats",
        "MediaTime",
      ]),
    // Pictures encoded with libavcodec, where GStreamer's elements do not; packets of sound encoded and decoded.
    module("PacketEncoders", ["CAVFormat", "MediaTime"]),
    // Windows of the desktop.
    .systemLibrary(name: "CX11", pkgConfig: "x11"),
    module("WindowSystem", ["CX11"]),
    // Text and shapes, drawn.
    .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo"),
    loops("CSurfaceLoops"),
    // Scripts of SubStation Alpha, drawn.
    .systemLibrary(name: "CLibass", pkgConfig: "libass"),
    module(
      "LayerDrawing",
      [
        "CLibass", "CPangoCairo", "CSurfaceLoops", "Layers", "Subtitles", "Compositing", "EditingModel", "MediaFormats",
        "MediaTime",
      ]),
    // Films at a glance: contact sheets and filmstrips.
    module(
      "FilmOverviews",
      [
        "LayerDrawing", "Layers", "MediaAnalysis", "EditServices", "Rendering", "Compositing", "EditingModel",
        "MediaFormats", "MediaTime",
      ]),
    // How loud sound is heard, after EBU R 128.
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128"),
    module("Loudness", ["CEBUR128", "MediaAnalysis", "EditServices", "Rendering", "MediaFormats", "MediaTime"]),
    // A process of its own for media, closed in.
    module("MediaIsolation", ["CProcess", "NameClaims"]),
    module(
      "CompositorPlugins",
      [
        "Waiting", "NameClaims", "CompositorABI", "CProcess", "Compositing", "EditingModel", "MediaFormats",
        "MediaTime",
      ]),
    // Streams of files, decoded: the index of a file, the elements that read it, its pictures and its sound.
    module(
      "MediaDecoding",
      [
        "Waiting", "GStreamer", "ColorConversion", "Containers", "PictureFiles", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime",
      ]),
    // Encoders, and the files that are written.
    module(
      "MediaWriting",
      [
        "MediaDecoding", "Waiting", "GStreamer", "PacketEncoders", "Containers", "PictureFiles", "Rendering",
        "Compositing", "EditingModel", "Subtitles", "MediaFormats", "MediaTime",
      ]),
    module(
      "RenderEngine",
      [
        "MediaDecoding", "MediaWriting", "Waiting", "GStreamer", "ColorConversion", "LayerDrawing", "PacketEncoders",
        "Containers", "PictureFiles", "Rendering", "Compositing", "TimeStretching", "EditingModel", "Layers",
        "Subtitles", "WindowSystem", "MediaFormats", "MediaTime",
      ]),
    module(
      "GstEdit",
      [
        "RenderEngine", "Capture", "Playing", "DebugViews", "ProjectServices", "EditServices", "FilmOverviews",
        "MediaAnalysis", "Loudness", "Rendering", "CompositorPlugins", "Compositing", "ProjectFile", "EditingModel",
        "Layers", "Subtitles", "MediaFormats", "MediaTime",
      ]),
    // Apple's own names over the same services: code that was written for Apple's platforms compiles against these modules.
    module(
      "CoreGraphics",
      [
        "_Testing_CoreGraphics", "LayerDrawing", "Layers", "Compositing", "EditingModel", "ModelValues", "MediaFormats",
        "MediaTime",
      ], optimized),
    // What the compiler looks for where Swift Testing is imported, too.
    module("_Testing_CoreGraphics"),
    module("CoreVideo", ["CoreGraphics", "Compositing", "MediaFormats"]),
    module("CoreMedia", ["CoreVideo", "Containers", "EditingModel", "Compositing", "MediaFormats", "MediaTime"]),
    module("QuartzCore", ["CoreGraphics", "Layers", "ModelValues"]),
    module(
      "ImageIO",
      [
        "Waiting", "NameClaims", "PictureFiles", "Containers", "CoreGraphics", "GstEdit", "EditServices", "Rendering",
        "Compositing", "EditingModel", "ModelValues", "MediaFormats", "MediaTime",
      ], optimized),
    // Objects of classes of which nothing but the metatype is known, in C.
    .target(name: "CMetatypes"),
    module(
      "AVFoundation",
      [
        "Waiting", "NameClaims", "CMetatypes", "UniformTypeIdentifiers", "MobileCoreServices", "os", "ImageIO",
        "MediaToolbox", "QuartzCore", "CoreMedia", "CoreVideo", "CoreGraphics", "GstEdit", "Capture",
        "Playing", "EditServices", "Containers", "LayerDrawing", "Rendering", "Compositing", "ColorConversion",
        "EditingModel", "Layers", "Subtitles", "ModelValues", "MediaFormats", "MediaTime", "TimeStretching",
      ]),
    // Modules that such code imports besides.
    module("MediaToolbox", ["CoreMedia"]),
    module("AVFAudio", ["AVFoundation"]),
    module("AudioToolbox", ["AVFoundation"]),
    module("AudioUnit", ["AVFoundation"]),
    module("CoreAudio", ["AVFoundation"]),
    module("CoreAudioTypes", ["AVFoundation"]),
    module("AVKit", ["AVFoundation"]),
    module(
      "VideoToolbox",
      [
        "Waiting", "AVFoundation", "CoreMedia", "CoreVideo", "CoreGraphics", "GstEdit", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime",
      ]),
    module("Accelerate", [], optimized),
    module("UniformTypeIdentifiers"),
    module("MobileCoreServices", ["UniformTypeIdentifiers"]),
    module("CoreServices", ["MobileCoreServices"]),
    module("CoreLocation"),
    .target(name: "COSSubmodules"),
    module("os", ["COSSubmodules"]),
    module("OSLog", ["os"]),
    module(
      "GstEditCommands",
      ["Waiting", "NameClaims", "GstEdit", "Documents", "MediaIsolation", "ProjectFile", argumentParser, logging]),
    // The editor in the browser: its server and its page, in a program of its own, so that no other has a web server.
    .target(
      name: "Studio",
      dependencies: [
        "NameClaims", "GstEdit", "StudioPage", "Documents", "ProjectEditing", "ProjectServices", "ProjectFile",
        "DebugViews", "MediaAnalysis", "EditServices", "Rendering", "Compositing", "EditingModel", "Layers",
        "ModelValues", "MediaFormats", "MediaTime", argumentParser, logging,
      ] + webServer,
      swiftSettings: strict),
    // The page's files, in the program.
    .target(name: "CStudioPage", exclude: ["Page"]),
    module("StudioPage", ["CStudioPage"]),
    .executableTarget(name: "gstedit-studio", dependencies: ["Studio"], swiftSettings: strict),
    .executableTarget(
      name: "gstedit", dependencies: ["GstEditCommands"], swiftSettings: strict,
      // What libraries look for in a program (`numa_messages.c`, `large_buffers.c`).
      linkerSettings: [
        .unsafeFlags(
          ["numa_warn", "numa_error", "av_fast_mallocz"].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
      ]),
    // What the engine's tests share: index-coded films, clicks, and readers of both.
    .target(name: "TestSupport", dependencies: ["SeededRandom"], path: "Tests/TestSupport", swiftSettings: optimized),
    tests("TestSupportTests", ["TestSupport"]),
    // What a newcomer writes first, with nothing but the product, in both of Swift's modes: the second is the first one's files.
    .executableTarget(
      name: "FirstLines", dependencies: ["GstEdit"], path: "Tests/FirstLines", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "FirstLinesSwift5", dependencies: ["GstEdit"], path: "Tests/FirstLinesSwift5", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests("FirstLinesTests", ["FirstLines", "FirstLinesSwift5", "TestSupport"]),
    // Code as it is written for Apple's platforms, in both of Swift's modes.
    tests(
      "AVFoundationTests",
      [
        "AVFoundation", "Accelerate", "AVFAudio", "AudioToolbox", "CoreAudio", "CoreAudioTypes", "AVKit", "ImageIO",
        "MediaToolbox", "VideoToolbox", "UniformTypeIdentifiers", "MobileCoreServices", "CoreServices", "CoreLocation",
        "OSLog", "Playing", "EditServices", "EditingModel", "SeededRandom", "TestSupport",
      ], inMode: .v6),
    tests("AppleListingsTests", ["AVFoundation", "AVKit", "OSLog", "TestSupport", "VideoToolbox"], inMode: .v5),
    tests("PictureFilesTests", ["PictureFiles", "MediaFormats", "SeededRandom", "TestSupport"]),
    tests("ColorConversionTests", ["ColorConversion", "CLightLoops", "CZimg", "MediaFormats"]),
    tests(
      "LayerDrawingTests",
      ["SeededRandom", "LayerDrawing", "CPangoCairo", "Layers", "Subtitles", "Compositing", "TestSupport"] + model),
    tests("GStreamerTests", ["GStreamer", "CGStreamer", "MediaFormats"]),
    tests("CompositorPluginsTests", ["CompositorPlugins", "Compositing"]),
    // A worker that tries what it may not do.
    .executableTarget(
      name: "SandboxProbe", dependencies: ["MediaIsolation"], path: "Tests/SandboxProbe", swiftSettings: strict),
    tests("MediaIsolationTests", ["MediaIsolation", "TestSupport", "SandboxProbe"]),
    tests(
      "RenderEngineTests",
      [
        "SeededRandom", "ReferenceCompositing", "Waiting", "Containers", "MediaDecoding", "MediaWriting",
        "RenderEngine", "GstEdit", "TestSupport",
      ],
      exclude: ["Copying/Plans"]),
    tests(
      "GstEditCommandsTests",
      [
        "SeededRandom", "GstEditCommands", "GstEdit", "Documents", "MediaIsolation", "FuzzCases", "LookupTable",
        "ScriptedRendering", "TestSupport",
      ]),
    tests(
      "StudioTests",
      [
        "Studio", "StudioPage", "GstEdit", "ProjectServices", "ProjectFile", "EditServices", "Rendering", "Compositing",
        "EditingModel", "ModelValues", "MediaFormats", "MediaTime", "gstedit-studio", "SeededRandom", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // The studio's page in a browser: what is done with the pointer and the keys, and what becomes of the project.
    tests(
      "StudioPageTests",
      [
        "Studio", "GstEdit", "Documents", "ProjectEditing", "ProjectServices", "ProjectFile", "MediaAnalysis",
        "EditServices",
        "Rendering", "CompositorPlugins", "Compositing", "ModelValues", "MediaTime", "gstedit-studio", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // Media and projects that are damaged, and what the program may do with them.
    .target(
      name: "FuzzCases", dependencies: ["SeededRandom", "TestSupport"], path: "Tests/FuzzCases",
      swiftSettings: strict),
    .executableTarget(
      name: "Fuzzing", dependencies: ["FuzzCases", argumentParser], path: "Tests/Fuzzing", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SeededRandom", "AVFoundation", "GstEdit", "TestSupport", "LayerDrawing", "Layers", "Rendering", "Compositing",
        "EditingModel", "MediaFormats", "MediaTime", argumentParser,
      ],
      path: "Tests/Benchmarks", swiftSettings: strict),
    .executableTarget(
      name: "Baselines",
      dependencies: [
        "GstEdit", "TestSupport", "Rendering", "Compositing", "EditingModel", "MediaFormats", "MediaTime",
        argumentParser,
      ],
      path: "Tests/Baselines", swiftSettings: strict),
  ]
  products += [
    .library(name: "GstEdit", targets: ["GstEdit"]),
    .library(
      name: "AVFoundation",
      targets: [
        "AVFoundation", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzCore", "ImageIO", "MediaToolbox", "AVFAudio",
        "AudioToolbox", "AudioUnit", "CoreAudio", "CoreAudioTypes", "AVKit", "VideoToolbox", "UniformTypeIdentifiers",
        "MobileCoreServices", "CoreServices", "CoreLocation", "OSLog", "os",
      ]),
    // By itself, since packages that ask for it do without it elsewhere.
    .library(name: "Accelerate", targets: ["Accelerate"]),
    .executable(name: "gstedit", targets: ["gstedit"]),
    .executable(name: "gstedit-studio", targets: ["gstedit-studio"]),
  ]
}

let package = Package(
  name: "gstedit",
  products: products,
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // The web server of gstedit-studio.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
