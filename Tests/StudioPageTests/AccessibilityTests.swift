import Documents
import Foundation
import TestSupport
import Testing

extension StudioPageTests {
  /// Accessibility of the page, on every screen.
  @Suite struct Accessibility {
    private static let tabs = [
      "tab-media", "tab-playground", "tab-selection", "tab-layers", "tab-text", "tab-explain", "tab-export",
    ]

    /// A finding of axe-core in readable form.
    private struct Finding: Decodable, Sendable {
      let id: String
      let impact: String
      let help: String
      let places: [String]

      var sentence: String { "\(impact) \(id): \(help) – \(places.prefix(3).joined(separator: " | "))" }
    }

    private static func findings(_ page: StudioPage) async throws -> [Finding] {
      try await page.browser.script(
        """
        const { violations } = await axe.run(document, { resultTypes: ["violations"] });
        return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => ({
          id: one.id, impact: one.impact, help: one.help, places: one.nodes.map((node) => node.html.slice(0, 120) + " " + node.any.map((check) => check.message).join(" ").slice(0, 160)),
        }));
        """, as: [Finding].self)
    }

    @Test(
      .enabled(if: AxeCore.isInstalled), arguments: ["light", "dark"])
    func `axe-core finds nothing serious, in no tab`(scheme: String) async throws {
      let rules = try AxeCore.script
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.browser.devTools(
          "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
        try await page.settlePicture()
        try await page.browser.run(rules)
        for width in [1280, 360, 3840] {
          try await page.emulateScreen(width, width == 3840 ? 2160 : 800)
          for tab in Self.tabs
          where width == 1280 || ProofScope.isFull || tab == "tab-playground" {
            try await page.click("#\(tab)")
            if tab == "tab-layers", try await page.count("details.layer") == 0 {
              try await page.edited { try await page.click("#layers-new") }
            }
            // With a clip that is selected, and then a title.
            let item = tab == "tab-text" ? "[data-title='/titles/0']" : StudioPage.segment(0)
            try await page.click(at: try await page.box(item).at(0.5, 0.75))
            let found = try await Self.findings(page)
            #expect(found.map(\.sentence) == [], "\(tab), \(width) pixels, \(scheme)")
            #expect(
              try await page.value("document.documentElement.scrollWidth <= innerWidth", as: Bool.self),
              "Nothing is wider than the window: \(tab), \(width) pixels")
            try await page.keepPicture(named: "\(tab)-\(width)-\(scheme)")
          }
        }
      }
    }

    @Test(.enabled(if: AxeCore.isInstalled)) func `nor in its windows, and not in an empty project`() async throws {
      let rules = try AxeCore.script
      try await StudioPage.with(try await Films.media()) { page in
        try await page.browser.run(rules)
        #expect(try await Self.findings(page).map(\.sentence) == [])
        try await page.keepPicture(named: "empty")
      }
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await page.browser.run(rules)
        try await page.press("?")
        try await page.wait("the list of keys", until: "document.getElementById('shortcuts')?.open")
        #expect(try await Self.findings(page).map(\.sentence) == [])
        try await page.keepPicture(named: "shortcuts")
        try await page.press(.escape)
        try await page.click("[data-cut='/composition/tracks/0/segments/0']")
        try await page.wait("the window of a cut", until: "document.getElementById('transition-window')")
        #expect(try await Self.findings(page).map(\.sentence) == [])
        try await page.keepPicture(named: "transition")
      }
    }
  }
}

/// The rules of axe-core, a script.
enum AxeCore {
  /// Where it may be: as `GSTEDIT_AXE` says, where Debian's package puts it, or where `make packages-test` does.
  private static var places: [String] {
    let own = ProcessInfo.processInfo.environment["GSTEDIT_AXE"]
    let build = ProgramLocation.buildFolder.deletingLastPathComponent().deletingLastPathComponent()
    return [own, "/usr/share/nodejs/axe-core/axe.min.js", build.appending(path: "axe/axe.min.js").path].compactMap(
      \.self)
  }

  static var isInstalled: Bool { places.contains { FileManager.default.fileExists(atPath: $0) } }

  static var script: String {
    get throws {
      let path = try #require(places.first { FileManager.default.fileExists(atPath: $0) })
      return try String(contentsOfFile: path, encoding: .utf8)
    }
  }
}
