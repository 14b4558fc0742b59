import ArgumentParser
import Documents
import GstEdit

/// `gstedit loudness`: how loud a film or a file is heard.
struct LoudnessCommand: AnalysisSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "loudness",
    abstract: "Measure how loud a project's film or a media file is heard, after EBU R 128; nothing is written.",
    discussion: """
      Integrated loudness, its range, the loudest 400 ms and 3 s, and the peaks, between samples as well. LUFS are loudness \
      units below digital full scale: broadcasters want -23, music services about -14.

      EXAMPLES
        gstedit loudness song.flac
        gstedit loudness project.json --range 10..20 --json
      """)

  @OptionGroup var analysis: AnalysisOptions

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func perform(in environment: CommandEnvironment) async throws {
    let loudness = try await analyze(in: environment) { subject, timeRange, progress in
      var meter = LoudnessMeter(of: subject, renderer: environment.renderer)
      meter.timeRange = timeRange
      return try await meter.loudness(progress: progress)
    }
    try environment.write(shared.json ? JSONOutput.document(loudness.json) : loudness.text)
  }
}

extension Loudness {
  fileprivate var json: JSONObject {
    [
      "integratedLUFS": Self.number(integrated), "rangeLU": DecimalText.near(range, to: 3),
      "maximumMomentaryLUFS": Self.number(maximumMomentary), "maximumShortTermLUFS": Self.number(maximumShortTerm),
      "truePeakDBTP": Self.number(truePeak), "samplePeakDBFS": Self.number(samplePeak),
      "shortTermLUFS": shortTerm.map { $0.map { DecimalText.near($0, to: 3) } },
    ]
  }

  fileprivate var text: String {
    func line(_ name: String, _ level: Double?, _ unit: String) -> String {
      let words = level.map { "\(DecimalText.rounded($0, to: 1)) \(unit)" } ?? "silence"
      return name + String(repeating: " ", count: 14 - name.count) + words + "\n"
    }
    return line("integrated", integrated, "LUFS") + line("range", range, "LU")
      + line("momentary", maximumMomentary, "LUFS at most") + line("short-term", maximumShortTerm, "LUFS at most")
      + line("true peak", truePeak, "dBTP") + line("sample peak", samplePeak, "dBFS")
  }

  /// A level as JSON has it: null for silence.
  private static func number(_ level: Double?) -> any Encodable & Sendable {
    if let level { DecimalText.near(level, to: 3) } else { JSONValue.null }
  }
}
