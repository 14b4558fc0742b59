import EditServices
import Foundation
import MediaFormats

/// A part of a page that follows from the sources: between `<!-- generated: name -->` and `<!-- end of name -->`.
struct GeneratedSection: Sendable {
  /// Its name in the markers.
  let name: String
  /// The pages that have it.
  let pages: [String]
  /// What stands between the markers.
  let text: @Sendable () throws -> String

  private static let catalogue = "Sources/GstEdit/GstEdit.docc"

  static let all = [
    GeneratedSection(name: "modules", pages: ["README.md", "\(catalogue)/Architecture.md"]) { levels() },
    GeneratedSection(name: "contents of modules", pages: ["\(catalogue)/Architecture.md"]) { modules() },
    GeneratedSection(name: "folders of the engine", pages: ["\(catalogue)/Architecture.md"]) {
      table(
        ["folder", "holds"], HouseWords.engineFolders.sorted { $0.key < $1.key }.map { ["`\($0.key)`", $0.value] })
    },
    GeneratedSection(name: "unsafe modules", pages: ["\(catalogue)/OwnershipAtTheCBorder.md"]) {
      table(
        ["module", "since"],
        HouseWords.unsafeModules.sorted { $0.key < $1.key }.map { ["`\($0.key)`", $0.value] })
    },
    GeneratedSection(name: "containers", pages: ["\(catalogue)/Converting.md"]) { containers() },
    GeneratedSection(name: "presets", pages: ["\(catalogue)/Converting.md"]) { presets() },
    GeneratedSection(name: "quirks of files", pages: ["\(catalogue)/FileQuirks.md"]) {
      table(
        ["kind of file", "what is out of the ordinary", "in", "until", "treated in", "test"],
        try FileQuirk.all().map(\.row))
    },
    GeneratedSection(name: "symbols of Apple's", pages: ["\(catalogue)/AppleSymbols.md"]) { try AppleSymbols.page() },
  ]

  /// The section in `page`, without its markers; nil where the page lacks one of them.
  func range(in page: String) -> Range<String.Index>? {
    guard let start = page.range(of: "<!-- generated: \(name) -->\n"),
      let end = page.range(of: "<!-- end of \(name) -->", range: start.upperBound..<page.endIndex)
    else { return nil }
    return start.upperBound..<end.lowerBound
  }

  // MARK: Texts

  /// The modules by how much they stand upon.
  private static func levels() -> String {
    let top = Module.house.map(\.height).max() ?? 0
    let rows = (0...top).reversed().map { height in
      "  " + Module.house.filter { $0.height == height }.map(\.name).joined(separator: " · ")
    }
    return "```\n" + rows.joined(separator: "\n") + "\n```\n"
  }

  private static func modules() -> String {
    let house = Module.house.map { module in
      let seen = module.direct.sorted().map { "`\($0)`" }.joined(separator: ", ")
      return ["`\(module.name)`", HouseWords.modules[module.name] ?? "", seen.isEmpty ? "–" : seen]
    }
    let others = Module.foreignModules.map { ["`\($0)`", HouseWords.modules[$0] ?? "", "–"] }
    return table(["module", "holds", "stands on"], house + others)
  }

  private static func containers() -> String {
    table(
      ["container", "names end in", "pictures", "sound", "text"],
      FileType.allCases.map { type in
        let format = type.format
        return [
          format.title.replacing(#/^An? /#, with: ""), list(format.pathExtensions),
          list(format.videoCodecs.map(\.rawValue)), list(format.audioCodecs.map(\.rawValue)),
          format.holdsSubtitles ? "yes" : "–",
        ]
      })
  }

  private static func presets() -> String {
    table(
      ["preset", "picture", "sound", "into"],
      ExportPreset.all.map { preset in
        let types = preset.supportedFileTypes
        guard let usual = types.first.flatMap({ preset.settings(in: $0) }), !preset.isPassthrough else {
          return [preset.name, "as it is", "as it is", list(types.map(\.rawValue))]
        }
        var picture = usual.video.map { list([$0.codec.rawValue]) } ?? "–"
        if let size = preset.maximumSize { picture += ", fits \(size.width)×\(size.height)" }
        return [
          preset.name, picture, usual.audio.map { list([$0.codec.rawValue]) } ?? "–", list(types.map(\.rawValue)),
        ]
      })
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "–" : words.map { "`\($0)`" }.joined(separator: " ")
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
