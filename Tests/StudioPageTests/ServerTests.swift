import Documents
import Foundation
import Glibc
import TestSupport
import Testing

extension StudioPageTests {
  /// The page and its server: what is left of pages that are gone, and a server that cannot be reached.
  @Suite struct Server {
    @Test func `pages that are loaded again and again leave nothing`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text) { page in
        // The program itself, so that what other tests hold does not count.
        let program = try StudioProgram(page.folder.url("project.json"))
        defer { program.stop() }
        try await page.browser.open(program.address)
        try await page.settlePicture()
        func load() async throws -> (heap: Double, files: Int, memory: Int) {
          try await page.browser.reload()
          try await page.settlePicture()
          try await page.browser.devTools("HeapProfiler.collectGarbage")
          let heap = try await page.browser.devToolsResult("Runtime.getHeapUsage", as: Heap.self).usedSize
          return (heap, program.openFiles, program.memory)
        }
        // What is kept for the next page, and made at the first use, is there after some.
        for _ in 0..<4 { _ = try await load() }
        let before = try await load()
        for _ in 0..<(ProofScope.isFull ? 20 : 8) { _ = try await load() }
        var after = try await load()
        // A connection that a page has left is closed when the server hears of it.
        #expect(
          Poll.until(within: .seconds(40)) {
            after.files = program.openFiles
            return after.files <= before.files + 8
          }, "\(before.files) files were open, and are \(after.files)")
        #expect(after.heap < before.heap * 1.5 + 2_000_000)
        #expect(after.memory < before.memory * 3 / 2 + 65_536)
        Figures.say(
          "reloads: heap \(Int(before.heap / 1024)) to \(Int(after.heap / 1024)) KiB, server \(before.memory / 1024) to \(after.memory / 1024) MiB, files \(before.files) to \(after.files)"
        )
      }
    }

    @Test func `a server that is gone is spoken of, and when it is back nothing typed is lost`() async throws {
      try await StudioPage.with(
        try await Films.media(), text: Films.plain, errors: ["net::ERR", "Failed to load resource", "Failed to fetch"]
      ) { page in
        let program = try StudioProgram(page.folder.url("project.json"))
        defer { program.stop() }
        try await page.browser.open(program.address)
        try await page.settlePicture()
        try await Text.select("\"in\": 2, \"duration\": 3", in: page)
        // Stopped, it answers nothing, and then not even connections: as a machine that was put to sleep.
        try await page.browser.devTools("Network.enable")
        try await page.browser.devTools(
          "Network.emulateNetworkConditions",
          ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        try await Text.type("\"in\": 4, \"duration\": 3", in: page)
        try await page.wait("a word about it", until: "document.querySelector('#alerts p')")
        #expect(try page.text == Films.plain)
        try await Text.type("5", in: page)
        try await page.press(.backspace)
        try await page.browser.devTools(
          "Network.emulateNetworkConditions",
          ["offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        try await page.wait("what was typed", until: "studio.state.project.text.includes('\"in\": 4')")
        #expect(
          try page.text == Films.plain.replacing("\"in\": 2, \"duration\": 3", with: "\"in\": 4, \"duration\": 3"))
        try await page.settlePicture()
        #expect(try await page.shownFrame().reading == .frame(FrameCode(film: 1, index: 120)))
      }
    }
  }
}

/// What the page's objects take, in bytes.
private struct Heap: Decodable, Sendable { let usedSize: Double }

/// The program `gstedit-studio` as a process.
final class StudioProgram: Sendable {
  /// The address that it printed.
  let address: String
  private let process: Process

  /// Starts it with a project.
  init(_ project: URL) throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = ProgramLocation.buildFolder.appending(path: "gstedit-studio")
    process.arguments = [project.path, "--no-browser"]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.hasPrefix("http://") else {
      process.terminate()
      throw MediaTools.Failure(tool: "gstedit-studio", complaint: "it serves nothing: \(line)")
    }
    (self.process, address) = (process, line.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Ends it; it is deaf to other signals where the thread that started it is.
  func stop() { kill(process.processIdentifier, SIGKILL) }

  /// How many files and connections it has open.
  var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count) ?? 0
  }

  /// The memory that is its own, in KiB.
  var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    return status.firstMatch(of: /RssAnon:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
  }
}
