import Foundation
import GstEdit
import ScriptedRendering
import Synchronization

@testable import GstEditCommands

/// A folder, a terminal and a scripted renderer that commands run on, with everything they write.
final class CommandStage: Sendable {
  /// The folder that commands run in.
  let folder: TemporaryFolder
  /// The renderer.
  let renderer: ScriptedRenderer
  /// The clock that commands see.
  let clock = ManualClock()
  /// The request that the program end.
  let request = EndRequest()

  private let written = Mutex((output: "", error: "", programs: [[String]]()))

  /// A stage with the media `cat.mp4` and `dog.mp4` of ten seconds, `phone.mp4` with pictures of another size, and
  /// `clip.mp4` and `two.mp4`, which has two sounds, named after their files as `probe` names media. Inspecting media plays `discovery`,
  /// rendering plays `export`.
  init(
    discovery: [ScriptedRenderer.Act] = [], export: [ScriptedRenderer.Act] = [], refusal: RenderError? = nil
  ) throws {
    let folder = try TemporaryFolder()
    let sizes = ["cat": (640, 360), "dog": (640, 360), "phone": (360, 640)]
    var media = try sizes.map { name, size in
      var facts = try film(
        "\(name).mp4", size: PixelSize(width: size.0, height: size.1), folder: folder.url.path)
      facts.asset.name = name
      return facts
    }
    media.append(try film("clip.mp4", folder: folder.url.path))
    var two = try film("two.mp4", folder: folder.url.path)
    two.audioTracks += two.audioTracks
    media.append(two)
    self.folder = folder
    self.renderer = ScriptedRenderer(
      media: media, compositors: ["wipe"], discovery: discovery, refusal: refusal, export: export)
  }

  /// The programs that commands would have gone on as, each with its arguments.
  var programs: [[String]] { written.withLock(\.programs) }

  /// Standard output so far.
  var output: String { written.withLock(\.output) }
  /// Standard error so far.
  var errors: String { written.withLock(\.error) }
  /// The lines of standard error.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// Writes a project of two cuts of the cat, called `name`, with `export` as its export section.
  func writeProject(_ name: String = "project.json", export: String = "", duration: String = "2") throws {
    try folder.write(
      """
      {
        "gstedit": 1,
        "assets": { "cat": { "uri": "cat.mp4" } },
        "composition": { "tracks": [
          { "id": 1, "kind": "video", "segments": [
            { "asset": "cat", "in": 0, "duration": \(duration) }, { "asset": "cat", "in": 5, "duration": 1 } ] },
          { "id": 2, "kind": "audio", "segments": [ { "asset": "cat", "in": 0, "duration": 3 } ] } ] }
        \(export.isEmpty ? "" : ", \"export\": \(export)")
      }
      """, to: name)
  }

  /// Runs the program with the words of `line`.
  func run(
    _ line: String, input: String = "", isTerminal: Bool = false, usesColor: Bool = false,
    outputError: (any Error)? = nil
  ) async -> ProgramExit {
    let environment = environment(
      input: input, isTerminal: isTerminal, usesColor: usesColor, outputError: outputError)
    return await GstEditCommand.run(line.split(separator: " ").map(String.init), in: environment)
  }

  /// The environment of a command here.
  func environment(
    input: String = "", isTerminal: Bool = false, usesColor: Bool = false, outputError: (any Error)? = nil
  ) -> CommandEnvironment {
    let clock = clock
    let start = clock.now
    return CommandEnvironment(
      renderer: renderer, makeRenderer: { [renderer] _, _ in renderer },
      replaceProcess: { [self] _, arguments in
        written.withLock { $0.programs.append(arguments) }
        return ENOEXEC
      },
      pluginFolders: [],
      writeOutput: { [self] data in
        if let outputError { throw outputError }
        written.withLock { $0.output += String(decoding: data, as: UTF8.self) }
      },
      writeMessage: { [self] text in written.withLock { $0.error += text } },
      readInput: { Data(input.utf8) },
      isTerminal: isTerminal, columns: 80, usesColor: usesColor, request: request, workingFolder: folder.url,
      elapsed: { start.duration(to: clock.now) },
      showEngineMessages: { write in write("the engine's messages are shown\n") })
  }
}

/// The JSON value that `text` is.
func json(_ text: String) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
}

/// The JSON object that `text` is.
func jsonObject(_ text: String) throws -> [String: Any] {
  try json(text) as? [String: Any] ?? [:]
}
