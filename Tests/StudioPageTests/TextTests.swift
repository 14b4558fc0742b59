import Foundation
import MediaTime
import ProjectEditing
import TestSupport
import Testing

extension StudioPageTests {
  /// The project's text beside the film.
  @Suite struct Text {
    /// Opens the text, and marks the first place where `words` stand in it, as a double click does.
    static func select(_ words: String, in page: StudioPage) async throws {
      try await page.click("#tab-text")
      try await page.click(at: try await page.box("#text").at(0.5, 0.5))
      try await page.browser.run(
        """
        const area = document.getElementById("text");
        const start = area.value.indexOf(arguments[0]);
        if (start < 0) throw new Error("There is no " + arguments[0]);
        area.focus();
        area.setSelectionRange(start, start + arguments[0].length);
        """, words)
    }

    /// Types letters.
    static func type(_ words: String, in page: StudioPage) async throws {
      var actions = InputActions()
      for letter in words {
        actions.down(String(letter))
        actions.up(String(letter))
      }
      try await page.browser.perform(actions)
    }

    @Test func `what is typed is in the film, and an error stands at its line until it is mended`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain, errors: ["/api/film"]) { page in
        try await page.settlePicture()
        try await Self.select("\"in\": 2, \"duration\": 3", in: page)
        try await page.edited { try await Self.type("\"in\": 4, \"duration\": 3", in: page) }
        #expect(try page.outline().clips(0)[0] == "one 4 at 0 for 3")
        try await page.settlePicture()
        #expect(try await page.shownFrame().reading == .frame(FrameCode(film: 1, index: 120)))

        try await Self.select("\"in\": 1", in: page)
        try await page.edited { try await Self.type("\"inn\": 1", in: page) }
        let line = try page.text.prefix { $0 != "§" }.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains("\"inn\"") }.map { $0 + 1 }
        let number = try #require(line)
        try await page.wait(
          "the error", until: "document.querySelector('#diagnostics button')?.textContent.startsWith('Line \(number):')"
        )
        #expect(try await page.count(".gutter li.problem-error:nth-child(\(number))") == 1)
        #expect(try await page.value("document.getElementById('problems').hidden", as: Bool.self) == false)
        // What was there before is still seen, and edits by hand wait until the text is mended.
        #expect(try await page.count(StudioPage.segment(2)) == 1)
        try await page.click("#diagnostics button")
        #expect(try await page.value("document.activeElement.id", as: String.self) == "text")
        try await Self.select("\"inn\": 1", in: page)
        try await page.edited { try await Self.type("\"in\": 1", in: page) }
        try await page.wait("no error", until: "!document.querySelector('#diagnostics button')")
        #expect(
          try page.text == Films.plain.replacing("\"in\": 2, \"duration\": 3", with: "\"in\": 4, \"duration\": 3"))
      }
    }

    @Test func `keys and values are completed`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        try await page.settlePicture()
        try await Self.select("\"duration\": 2, \"at\": 7", in: page)
        try await page.press(.right)
        try await Self.type(", \"trans", in: page)
        try await page.wait(
          "keys",
          until:
            "[...document.querySelectorAll('#completion:not([hidden]) li')].some((item) => item.textContent.startsWith('transition'))"
        )
        try await page.press(.escape)
        try await page.browser.run("studio.state; document.getElementById('text').focus()")
        for _ in 0..<8 { try await page.press(.backspace) }
        try await Self.select("\"style\": \"title\"", in: page)
        try await page.press(.right)
        try await page.press(.left)
        for _ in 0..<5 { try await page.press(.backspace) }
        try await Self.type("low", in: page)
        try await page.wait(
          "values",
          until: "document.querySelector('#completion:not([hidden]) li')?.textContent.startsWith('lowerThird')")
        try await page.press(.enter)
        try await page.wait(
          "the choice", until: "JSON.parse(studio.state.project.text).titles[0].style === 'lowerThird'")
        #expect(try page.text == Films.text.replacing("\"title\", \"start\"", with: "\"lowerThird\", \"start\""))
      }
    }

    @Test func `what another program saves is on the page at once`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain) { page in
        try await page.settlePicture()
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          window.changes = [];
          listen("project", () => changes.push({ at: Date.now(), text: studio.state.project.text }))
          """)
        struct Change: Decodable, Sendable {
          let at: Double
          let text: String
        }
        var taken: [Double] = []
        for start in [3, 4, 5] {
          let changed = Films.plain.replacing("\"in\": 2, \"duration\": 3", with: "\"in\": \(start), \"duration\": 3")
          try await page.edited {
            try page.folder.write(changed, to: "project.json")
            taken.append(-Date().timeIntervalSince1970 * 1000)
          }
          let change = try #require(try await page.value("changes", as: [Change].self).first { $0.text == changed })
          taken[taken.count - 1] += change.at
          try await page.settlePicture()
          #expect(try await page.shownFrame().reading == .frame(FrameCode(film: 1, index: start * 30)))
        }
        let sorted = taken.sorted()
        Figures.say("a change from outside is on the page after \(sorted.map { Int($0) }) ms")
        // A change of the file, too, is taken back.
        try await page.undo()
        #expect(try page.outline().clips(0)[0] == "one 4 at 0 for 3")
      }
    }

    @Test(arguments: ["mine", "theirs"])
    func `of two texts, the one that is chosen stays`(choice: String) async throws {
      try await StudioPage.with(try await Films.media(), text: Films.plain, errors: ["/api/text"]) { page in
        try await page.settlePicture()
        // What is typed stays on its way until the file has changed.
        try await page.browser.run(
          """
          const send = window.fetch;
          let open;
          const gate = new Promise((resolve) => { open = resolve; });
          window.openGate = open;
          window.fetch = async (address, ...others) => {
            if (String(address).startsWith("api/text")) { window.isHeld = true; await gate; }
            return send(address, ...others);
          }
          """)
        try await Self.select("\"in\": 2, \"duration\": 3", in: page)
        try await Self.type("\"in\": 4, \"duration\": 3", in: page)
        try await page.wait("the text on its way", until: "window.isHeld")
        let mine = Films.plain.replacing("\"in\": 2, \"duration\": 3", with: "\"in\": 4, \"duration\": 3")
        let theirs = Films.plain.replacing("\"in\": 1, \"duration\": 3", with: "\"in\": 3, \"duration\": 3")
        try page.folder.write(theirs, to: "project.json")
        try await page.wait(
          "the change outside",
          until: "studio.state.project.text.includes('\"in\": 3') || document.getElementById('conflict')")
        try await page.browser.run("openGate()")
        try await page.wait("both texts", until: "document.getElementById('conflict')?.open")
        #expect(try await page.value("document.getElementById('conflict-mine').value", as: String.self) == mine)
        #expect(try await page.value("document.getElementById('conflict-theirs').value", as: String.self) == theirs)
        try await page.keepPicture(named: "conflict-\(choice)")
        try await page.click("#keep-\(choice)")
        let kept = choice == "mine" ? mine : theirs
        try await page.wait(
          "the choice",
          until: """
            !studio.state.project.conflict && studio.state.project.text === document.getElementById("text").value
              && studio.state.project.text.includes('\(choice == "mine" ? "\"in\": 4" : "\"in\": 3")')
            """)
        try await page.settle()
        #expect(try page.text == kept)
        #expect(try await page.value("document.getElementById('text').value", as: String.self) == kept)
        #expect(try await page.count("#conflict") == 0)
        // The page goes on.
        try await Self.select("\"in\": 6", in: page)
        try await page.edited { try await Self.type("\"in\": 5", in: page) }
        #expect(try page.text == kept.replacing("\"in\": 6", with: "\"in\": 5"))
      }
    }
  }
}
