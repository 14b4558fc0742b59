import ArgumentParser
import Foundation
import GstEdit

/// `gstedit doctor`: what is installed, what is missing, and whether it works.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is installed, what each missing package would add, and whether a film can be made.",
    discussion: """
      A line for each purpose says how many of its elements are installed, and of which versions; with -v each element \
      has a line. The self-test writes a short film of background and silence into a temporary file, reads it back and \
      removes it. The exit status is 0 when all is well, and 69 when something is missing that no other element does.

      EXAMPLES
        gstedit doctor
        gstedit doctor -v
        gstedit doctor --json
      """)

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func validate() throws {
    guard shared.isolation.isolatesMedia else { return }
    throw ValidationError("doctor opens no media, so that --isolate-media has nothing to close in. Leave it out.")
  }

  func perform(in environment: CommandEnvironment) async throws {
    let installation = try environment.installation()
    let start = environment.elapsed()
    let result: Result<SelfTest.Report, RenderError>
    do throws(RenderError) {
      let test = SelfTest(renderer: environment.renderer)
      result = .success(try await test.run(in: FileManager.default.temporaryDirectory))
    } catch {
      guard error.code != .cancelled else { throw error }
      result = .failure(error)
    }
    let diagnosis = Diagnosis(
      installation: installation, selfTest: result, duration: environment.elapsed() - start)
    try environment.write(
      shared.json ? JSONOutput.document(diagnosis.json) : diagnosis.text(listsElements: shared.verbose))
    if let failure = diagnosis.failure { throw failure }
  }
}

/// What was found out about a machine.
///
/// ```
/// libraries           GStreamer 1.22.0, FFmpeg 5.1.6-0+deb12u1, zimg 3.0.4
/// encoders            10 of 11, 1.22.0
///   missing           x265enc, for HEVC: apt-get install gstreamer1.0-plugins-bad
/// self-test           10 frames and 19200 samples as MP4 (H.264, AAC), written and read in 0.2 s
/// ```
struct Diagnosis {
  /// What is installed.
  let installation: Installation
  /// What the self-test found, or why it failed.
  let selfTest: Result<SelfTest.Report, RenderError>
  /// How long the self-test took.
  let duration: Duration

  /// Why not all is well: what is missing, or else how the self-test failed; nil where it is.
  var failure: CommandFailure? {
    let missing = installation.missing
    if !missing.isEmpty {
      let packages = Set(missing.compactMap(\.package)).sorted()
      let what = missing.count == 1 ? "1 element is missing" : "\(missing.count) elements are missing"
      let listed = 8
      var names = missing.prefix(listed).map(\.factory)
      if missing.count > listed { names.append("and \(missing.count - listed) more") }
      return CommandFailure(
        .pluginMissing, "\(what): \(names.joined(separator: ", ")).",
        remedy: packages.isEmpty ? nil : "Install what they are in: apt-get install \(packages.joined(separator: " "))."
      )
    }
    switch selfTest {
    case .failure(let error): return CommandFailure(error)
    case .success(let report):
      guard let problem = report.problems.first else { return nil }
      return CommandFailure(.verificationFailed, "The self-test's film is not what it should be: \(problem)")
    }
  }

  /// The object of `--json`.
  var json: JSONObject {
    let test: JSONObject =
      switch selfTest {
      case .success(let report):
        [
          "fileType": report.settings.fileType.rawValue, "frames": report.frameCount, "samples": report.sampleCount,
          "seconds": DecimalText.near(seconds, to: 3), "problems": report.problems,
        ]
      case .failure(let error):
        ["problems": [error.description], "seconds": DecimalText.near(seconds, to: 3)]
      }
    return [
      "ok": failure == nil,
      "libraries": installation.libraries.map { library -> JSONObject in
        ["name": library.name, "version": library.version]
      },
      "elements": installation.elements.map(\.json),
      "missing": installation.missing.map(\.factory),
      "selfTest": test,
    ]
  }

  /// The text for people; if `listsElements` with a line for each element.
  func text(listsElements: Bool) -> String {
    var lines: [String] = []
    func add(_ name: String, _ words: String) {
      lines.append(name + String(repeating: " ", count: max(1, 20 - name.count)) + words)
    }
    add("libraries", installation.libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
    let missing = Set(installation.missing)
    for purpose in Installation.Purpose.allCases {
      let elements = installation.elements(for: purpose)
      let installed = elements.filter(\.isInstalled)
      let versions = Set(installed.compactMap(\.version)).sorted()
      add(purpose.title, (["\(installed.count) of \(elements.count)"] + versions).joined(separator: ", "))
      if listsElements {
        for element in installed {
          add("  " + element.factory, "\(element.version ?? ""), for \(element.serves.joined(separator: ", "))")
        }
      }
      for element in elements where !element.isInstalled {
        add(missing.contains(element) ? "  missing" : "  not needed", element.sentence)
      }
    }
    add("self-test", selfTestText)
    return lines.map { $0 + "\n" }.joined()
  }

  private var selfTestText: String {
    switch selfTest {
    case .failure(let error): return "failed: \(error)"
    case .success(let report):
      let codecs = [report.settings.video?.codec.format.title, report.settings.audio?.codec.format.title]
      let film =
        "\(report.frameCount) frames and \(report.sampleCount) samples as "
        + "\(report.settings.fileType.rawValue) (\(codecs.compactMap(\.self).joined(separator: ", ")))"
      let time = "written and read in \(DecimalText.rounded(seconds, to: 2)) s"
      return "\(film), \(time)" + report.problems.map { "; " + $0 }.joined()
    }
  }

  private var seconds: Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}

extension Installation.Element {
  /// What is missing without it, and how it is had.
  var sentence: String {
    "\(factory), for \(serves.joined(separator: ", "))" + (package.map { ": apt-get install \($0)" } ?? "")
  }

  fileprivate var json: JSONObject {
    [
      "factory": factory, "purpose": purpose.rawValue, "serves": serves, "package": package,
      "version": version, "installed": isInstalled,
    ]
  }
}

extension Installation.Purpose {
  /// What people call it.
  fileprivate var title: String {
    switch self {
    case .plumbing: "plumbing"
    case .mixing: "mixing"
    case .demuxers: "containers read"
    case .parsers: "streams read"
    case .pictureDecoders: "pictures decoded"
    case .soundDecoders: "sound decoded"
    case .encoders: "encoders"
    case .muxers: "containers written"
    }
  }
}
