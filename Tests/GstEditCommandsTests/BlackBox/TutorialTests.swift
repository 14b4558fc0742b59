import Foundation
import TestSupport
import Testing

/// The page that teaches how to write a compositor: its code is what is built, and does what the page says.
@Suite("The page on writing a compositor")
struct TutorialTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [
    ("swift", 1, "Sources/Plugins/VignettePlugin/Vignette.swift"), ("c", 0, "Sources/Plugins/Mirror/mirror.c"),
  ])
  func `the code that the page shows is the code that is built`(language: String, block: Int, path: String) throws {
    #expect(try Self.block(block, of: language) == String(contentsOf: Self.root.appending(path: path), encoding: .utf8))
  }

  @Test func `the package that the page shows makes a shared library out of CompositorExport`() async throws {
    let package = try writePackage()
    let outcome = try await ProgramRun(
      try MediaTools.executable("swift"), ["package", "--package-path", package.path, "dump-package"]
    ).outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let description = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let products = try #require(description["products"] as? [[String: Any]])
    #expect("\(products[0]["type"] ?? "")".contains("dynamic") && products[0]["name"] as? String == "Vignette")
    let targets = try #require(description["targets"] as? [[String: Any]])
    #expect("\(targets[0]["dependencies"] ?? "")".contains("CompositorExport"))
  }

  @Test(.enabled(if: ProofScope.isFull)) func `the package builds from nothing, and its plug-in loads`() async throws {
    let package = try writePackage()
    var build = ProgramRun(try MediaTools.executable("swift"), ["build", "--package-path", package.path])
    build.timeout = 900
    let outcome = try await build.outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    let list = try await gstedit(["plugins", "--plugin", ".build/debug/libVignette.so"], in: package)
    #expect(list.contains("vignette: Darkens a picture towards its corners."))
  }

  @Test func `the plug-in in Swift draws the page's film, an instruction's value before the film's`() async throws {
    let package = try writePackage()
    let library = ProgramLocation.buildFolder.appending(path: "libVignettePlugin.so")
    let (plain, drawn) = try await (film(in: package), film(in: package, drawnBy: library))
    #expect(plain.luma.count == 4 * Film.width * Film.height && drawn.luma.count == plain.luma.count)
    #expect(drawn.chroma == plain.chroma)
    // Two frames before the second instruction, which begins at 2 seconds, and two after.
    for (frame, strength) in [0.9, 0.9, 0.3, 0.3].enumerated() {
      var worst = 0.0
      for y in 0..<Film.height {
        for x in 0..<Film.width {
          let place = (frame * Film.height + y) * Film.width + x
          let (across, down) = (
            (Double(x) + 0.5) / (Double(Film.width) / 2) - 1, (Double(y) + 0.5) / (Double(Film.height) / 2) - 1
          )
          let light = 1 - strength * (across * across + down * down) / 2
          worst = max(worst, abs(Double(drawn.luma[place]) - 16 - light * (Double(plain.luma[place]) - 16)))
        }
      }
      #expect(worst <= 0.5001, "frame \(frame)")
    }
  }

  @Test(arguments: [false, true]) func `the plug-in in C draws its film`(isUpsideDown: Bool) async throws {
    let package = try writePackage()
    let library = try await PluginBuild.library(
      of: "../../Sources/Plugins/Mirror/mirror.c", named: "mirror.so", in: folder)
    let (plain, drawn) = try await (
      film(in: package),
      film(in: package, drawnBy: library, as: ["name": "mirror", "parameters": ["upside-down": isUpsideDown]])
    )
    #expect(drawn.luma == Film.mirrored(plain.luma, width: Film.width, height: Film.height, isUpsideDown))
    #expect(drawn.chroma == Film.mirrored(plain.chroma, width: Film.width / 2, height: Film.height / 2, isUpsideDown))
    #expect(drawn.luma != plain.luma)
  }

  /// Frames 46 to 49 of the page's film.
  private struct Film {
    static let (width, height) = (1280, 720)
    let luma: [UInt8]
    let chroma: [UInt8]

    /// The rows, or the samples of each row, of a plane's frames from their ends on.
    static func mirrored(_ plane: [UInt8], width: Int, height: Int, _ isUpsideDown: Bool) -> [UInt8] {
      stride(from: 0, to: plane.count, by: width * height).flatMap { start in
        (0..<height).flatMap { row -> [UInt8] in
          let line = start + (isUpsideDown ? height - 1 - row : row) * width
          return isUpsideDown ? Array(plane[line..<line + width]) : plane[line..<line + width].reversed()
        }
      }
    }
  }

  /// Renders the page's project with `library`'s compositor; without one where there is none.
  private func film(in package: URL, drawnBy library: URL? = nil, as compositor: [String: Any]? = nil) async throws
    -> Film
  {
    let text = try Self.block(0, of: "json")
    var project = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var composition = try #require(project["videoComposition"] as? [String: Any])
    if library == nil || compositor != nil {
      composition["customCompositor"] = compositor
      composition["instructions"] = [["start": 0, "duration": 4, "layers": [["track": 1]]]]
    }
    project["videoComposition"] = composition
    let name = library?.deletingPathExtension().lastPathComponent ?? "plain"
    try JSONSerialization.data(withJSONObject: project).write(to: package.appending(path: "\(name).json"))
    let plugin = library.map { ["--plugin", $0.path] } ?? []
    _ = try await gstedit(
      ["export", "\(name).json", "-o", "\(name).mkv", "--video-codec", "ffv1", "--range", "46f..50f"] + plugin,
      in: package)
    let file = package.appending(path: "\(name).mkv")
    return Film(
      luma: try await FilmReader.planes("y", of: file, width: Film.width, height: Film.height),
      chroma: try await FilmReader.planes("u", of: file, width: Film.width, height: Film.height))
  }

  /// What the program prints, which succeeds.
  private func gstedit(_ arguments: [String], in directory: URL) async throws -> String {
    var run = ProgramRun(ProgramLocation.gstedit, arguments)
    run.directory = directory
    let outcome = try await run.outcome()
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    return outcome.outputText
  }

  /// The page's package, in a folder beside the repository.
  private func writePackage() throws -> URL {
    let package = folder.url("vignette")
    let sources = package.appending(path: "Sources/Vignette")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: folder.url("gstedit"), withDestinationURL: Self.root)
    try Self.block(0, of: "swift").write(
      to: package.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try Self.block(1, of: "swift").write(
      to: sources.appending(path: "Vignette.swift"), atomically: true, encoding: .utf8)
    return package
  }

  /// The page's block of code number `index` in `language`.
  private static func block(_ index: Int, of language: String) throws -> String {
    let file = root.appending(path: "Sources/GstEdit/GstEdit.docc/WritingACompositor.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let parts = page.components(separatedBy: "\n```\(language)\n").dropFirst()
    let code = try #require(parts.dropFirst(index).first?.components(separatedBy: "\n```\n").first)
    return code + "\n"
  }
}
