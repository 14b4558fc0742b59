import Documents
import Foundation
import GstEdit

/// The findings about a machine.
///
/// ```
/// libraries      GStreamer 1.22.0, FFmpeg 5.1.6-0+deb12u1, zimg 3.0.4
/// encodes        10 of 11 elements, 1.22.0
///   missing      x265enc, for HEVC: apt-get install gstreamer1.0-plugins-bad
/// writes         15 kinds of file, by libavformat
/// fonts          DejaVu Sans; none for emoji (fonts-noto-color-emoji)
/// self-test      10 frames and 19200 samples as MP4 (H.264, AAC), written and read in 0.2 s
/// ```
struct Diagnosis {
  /// The installed parts.
  let installation: Installation
  /// The report of the self-test, or its failure.
  let selfTest: Result<SelfTest.Report, RenderError>
  /// The duration of the self-test.
  let duration: Duration
  /// The plug-ins that come with the program.
  var plugins: [BundledPlugin] = []

  /// The reason for which not all is well: what is missing, or else how the self-test failed; nil where it is.
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
      "fonts": installation.fonts.map { font -> JSONObject in
        ["letters": font.letters, "family": font.family, "package": font.package]
      },
      "plugins": plugins.map { plugin -> JSONObject in
        ["name": plugin.product, "compositors": plugin.compositors, "file": plugin.url?.path]
      },
      "selfTest": test,
    ]
  }

  /// The text for people; if `listsElements` with a line for each element.
  func text(listsElements: Bool) -> String {
    var lines: [String] = []
    func add(_ name: String, _ words: String) {
      lines.append(name + String(repeating: " ", count: max(1, 15 - name.count)) + words)
    }
    add("libraries", libraries(all: listsElements))
    let missing = Set(installation.missing)
    for (title, purposes) in Self.rows {
      let elements = purposes.flatMap(installation.elements(for:)).filter { !$0.needsDevice }
      let installed = elements.filter(\.isInstalled)
      let versions = Set(installed.compactMap(\.version)).sorted()
      add(title, (["\(installed.count) of \(elements.count) elements"] + versions).joined(separator: ", "))
      for element in elements where listsElements || missing.contains(element) {
        add(
          element.isInstalled ? "  installed" : missing.contains(element) ? "  missing" : "  not needed",
          element.sentence)
      }
    }
    add("writes", "\(FileType.allCases.count) kinds of file, by libavformat")
    let devices = installation.elements.filter(\.needsDevice)
    let driven = devices.filter(\.isInstalled)
    if !devices.isEmpty {
      let names = driven.isEmpty ? "none" : driven.map(\.factory).joined(separator: ", ")
      add("hardware", "\(names); --hardware uses it where there is a device")
      for element in devices where listsElements {
        add(element.isInstalled ? "  installed" : "  not here", element.sentence)
      }
    }
    if !installation.fonts.isEmpty { add("fonts", fontText) }
    if !plugins.isEmpty { add("plug-ins", pluginText) }
    add("self-test", selfTestText)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The purposes of elements, as people ask for them.
  private static let rows: [(title: String, purposes: [Installation.Purpose])] = [
    ("engine", [.plumbing, .mixing]), ("reads", [.demuxers, .parsers]),
    ("decodes", [.pictureDecoders, .soundDecoders]),
    ("encodes", [.encoders]),
  ]

  /// The libraries: those that a report of a fault needs, or all.
  private func libraries(all: Bool) -> String {
    installation.libraries.prefix(all ? .max : 3).map { "\($0.name) \($0.version)" }.joined(separator: ", ")
  }

  /// The fonts that letters are drawn in, and how those are had that no font has.
  private var fontText: String {
    var families: [String] = []
    for case let family? in installation.fonts.map(\.family) where !families.contains(family) {
      families.append(family)
    }
    let lacking = installation.fonts.filter { $0.family == nil }
      .map { "none for \($0.letters): apt-get install \($0.package)" }
    return ([families.joined(separator: ", ")].filter { !$0.isEmpty } + lacking).joined(separator: "; ")
  }

  /// The plug-ins that lie beside the program, and how the others are built.
  private var pluginText: String {
    let (built, lacking) = (plugins.filter { $0.url != nil }, plugins.filter { $0.url == nil })
    var parts = built.isEmpty ? [] : [built.map(\.product).joined(separator: ", ")]
    if !lacking.isEmpty { parts.append("not built: \(lacking.map(\.product).joined(separator: ", ")) (make plugins)") }
    return parts.joined(separator: "; ")
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
  /// The element's purpose, its version where it is installed, and the way to install it where it is not.
  var sentence: String {
    let uses = serves.isEmpty ? "" : ", for \(serves.joined(separator: ", "))"
    if let version { return "\(factory) \(version)\(uses)" }
    return factory + uses + (package.map { ": apt-get install \($0)" } ?? "")
  }

  fileprivate var json: JSONObject {
    [
      "factory": factory, "purpose": purpose.rawValue, "serves": serves, "package": package,
      "version": version, "installed": isInstalled, "needsDevice": needsDevice,
    ]
  }
}
