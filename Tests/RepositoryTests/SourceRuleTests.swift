import Testing

@Suite("What a source file may hold")
struct SourceRuleTests {
  @Test func `no source is longer than 400 lines, and no test than 800`() throws {
    let sources = try Repository.sources().filter { $0.lines.count > 400 }
    let tests = try Repository.files(under: "Tests", ending: [".swift"]).filter { $0.lines.count > 800 }
    #expect((sources + tests).map { "\($0.path): \($0.lines.count) lines" } == [])
  }

  @Test(arguments: ["TODO", "FIXME", "XXX:", "fatalError(", "preconditionFailure(", "try!", "as!"])
  func `sources neither trap nor leave work for later`(phrase: String) throws {
    #expect(try Repository.sources().flatMap { $0.places(of: phrase) } == [])
  }

  @Test func `no test is switched off, and none waits by the clock`() throws {
    let files = try Repository.files(under: "Tests", ending: [".swift"]).filter {
      !$0.path.hasPrefix("Tests/RepositoryTests/")
    }
    let phrases = [".disabled(", "Task.sleep", "Thread.sleep", "usleep("]
    #expect(phrases.flatMap { phrase in files.flatMap { $0.places(of: phrase) } } == [])
    // A wait on a semaphore without a signal is a sleep in disguise: conditions are polled by `Poll`.
    let home = "Tests/TestSupport/Programs/Poll.swift"
    let waits = files.filter { $0.path != home }.filter { $0.text.holds("wait(timeout: ") }
    #expect(waits.flatMap(\.unsignaledSemaphores) == [])
  }

  @Test func `threads wait for each other in one way`() throws {
    let home = "Sources/Waiting/Monitor.swift"
    let files = try Repository.sources().filter { $0.path != home && $0.path.hasSuffix(".swift") }
    let phrases = ["DispatchSemaphore", "NSCondition", "pthread_cond", "Thread.sleep", "usleep("]
    #expect(phrases.flatMap { phrase in files.flatMap { $0.places(of: phrase) } } == [])
  }

  @Test func `no function stands in a lock by itself`() throws {
    // Each look would wrap it once more, until the stack does not suffice for a call: it stands in a structure.
    let function = #/(Mutex|Monitor)<\(*(@\w+ )*\([^()]*\)( async)?( throws)? ->/#
    let places = try Repository.sources().filter { $0.path.hasSuffix(".swift") }.flatMap { file in
      file.lines.filter { $0.holds(oneOf: ["Mutex<", "Monitor<"]) && $0.contains(function) }.map {
        "\(file.path): \($0)"
      }
    }
    #expect(places == [])
    #expect("let handler = Mutex<(@Sendable (CMTime) -> Void)?>(nil)".contains(function))
  }

  @Test func `the library does not speak the command line's words`() throws {
    let commands = ["Sources/GstEditCommands/", "Sources/MediaIsolation/", "Sources/gstedit/"]
    let library = try Repository.sources().filter { file in
      file.path.hasSuffix(".swift") && !commands.contains(where: file.path.hasPrefix)
    }
    // An option in a sentence: other programs' are named with their program.
    let option = #/"[^"]*[ (](-y|--[a-z]+)[^"]*"/#
    let speaking = library.flatMap { file in
      file.lines.filter { line in
        line.holds("\"") && line.holds(oneOf: [" -", "(-"]) && !line.holds("///") && line.contains(option)
          && !["ffmpeg", "iconv"].contains(where: line.contains)
      }.map { "\(file.path): \($0)" }
    }
    #expect(speaking == [])
    // What the commands add to the library's advice is added to a sentence that it still says.
    let table = try Repository.file("Sources/GstEditCommands/OptionAdvice.swift").text
    let advice = table.matches(of: #/\(\s*"([^"]+)",\s*"[A-Z]/#).map { String($0.1) }
    #expect(advice.count == 6)
    #expect(advice.filter { sentence in !library.contains { $0.text.holds(sentence) } } == [])
  }

  @Test func `nothing names a path of the machine it was written on`() throws {
    let swift = try Repository.sources() + Repository.files(under: "Tests", ending: [".swift", ".c", ".h"])
    let texts = try ["Pipelines", "Sources/GstEdit/GstEdit.docc"].flatMap {
      try Repository.files(under: $0, ending: [".md", ".json", ".txt"])
    }
    let top = try ["README.md", "Makefile", "Package.swift", ".ci/run", ".ci/install"].map(Repository.file)
    // Spelt so that this file passes its own test.
    let paths = ["work", "tmp/w", "farm", "root", "home"].map { "/" + $0 + "/" }
    #expect(paths.flatMap { path in (swift + texts + top).flatMap { $0.places(of: path) } } == [])
  }
}
