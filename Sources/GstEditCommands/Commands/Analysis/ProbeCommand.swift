import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit probe`: the tracks of media files and their properties.
struct ProbeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Print what media files hold: tracks, exact durations and rates, orientation, color, metadata, chapters.",
    discussion: """
      Durations and rates are fractions, exact to the file's own clock; time 0 is the earliest presented sample. With \
      --json, an array with one object a file.

      A movie's index says all that; other files are read to their end, once: what was found out about large ones is kept \
      in the user's cache folder. With --estimate only the beginning is read where the end is not known yet, and the \
      numbers say that they are estimated.

      EXAMPLES
        gstedit probe cat.mp4
        gstedit probe --json *.mov
        gstedit probe 'shot-%04d.png' --frame-rate 25
      """)

  @Argument(help: ArgumentHelp("The media files.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Read only the beginning of files that have no index; durations and counts are then estimated.")
  var estimate = false

  @Option(
    help: ArgumentHelp(
      "How many pictures a second sequences of pictures have (25, 30000/1001): 'shot-%04d.png' is shot-0001.png and on.",
      valueName: "rate"), transform: rate)
  var frameRate: Rational?

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    CommandFiles(readable: files.map(environment.url))
  }

  /// Reads a rate of the command line.
  @Sendable private static func rate(_ text: String) throws -> Rational {
    guard let rate = Rational(frameRate: text) else {
      throw ValidationError("\(text) is no number of pictures a second. Give 25, 23.976 or 30000/1001.")
    }
    return rate
  }

  func perform(in environment: CommandEnvironment) async throws {
    let assets = files.map {
      AssetReference(url: environment.url($0), name: $0, frameRate: $0.contains("%") ? frameRate : nil)
    }
    let inspector = MediaInspector(renderer: environment.renderer)
    let results = await inspector.results(of: assets, estimates: estimate)
    var files: [Result<File, RenderError>] = []
    for result in results { files.append(await Self.withMetadata(result, inspector)) }
    try write(files, in: environment)
  }
}

extension ProbeCommand {
  /// Facts about a file, and its metadata.
  private typealias File = (facts: MediaFacts, metadata: FileMetadata)

  /// The facts found about a file, with its metadata.
  private static func withMetadata(
    _ result: Result<MediaFacts, RenderError>, _ inspector: MediaInspector
  ) async -> Result<File, RenderError> {
    do {
      let facts = try result.get()
      return .success((facts, try await inspector.metadata(of: facts.asset)))
    } catch {
      return .failure(RenderError(describing: error))
    }
  }

  /// Writes what was found, and throws what was not. Not a part of the asynchronous function, in which the optimizer of
  /// Swift 6.3.1 ends with a crash.
  @inline(never)
  private func write(_ files: [Result<File, RenderError>], in environment: CommandEnvironment) throws {
    var found: [File] = []
    var failures: [CommandFailure] = []
    for file in files {
      switch file {
      case .success(let file): found.append(file)
      case .failure(let error): failures.append(CommandFailure(error))
      }
    }
    if shared.json {
      try environment.write(JSONOutput.document(found.map { $0.facts.json(with: $0.metadata) }))
    } else {
      try environment.write(found.map { MediaText($0.facts, $0.metadata).text }.joined(separator: "\n"))
    }
    if let failure = CommandFailure(all: failures) { throw failure }
  }
}

// MARK: Text

/// The text of `gstedit probe` for one file.
///
/// ```
/// cat.mp4
///   container    MPEG-4
///   duration     00:00:10.010 (1001/100 s)
///   video 0      H.264, 1280x720, I420
///     frames     300 at 30000/1001 a second (29.970)
///     color      BT.709, limited range
///   audio 0      AAC, 48000 Hz, 2 channels
///     samples    480480, from sample 0
/// ```
struct MediaText {
  /// The lines so far.
  private(set) var text: String

  init(_ facts: MediaFacts, _ metadata: FileMetadata) {
    text = facts.asset.url.path + "\n"
    add("container", facts.container)
    // A still lasts as long as a project says.
    let isStill = facts.audioTracks.isEmpty && facts.videoTracks.allSatisfy { $0.timing == .still }
    if !isStill || facts.videoTracks.isEmpty {
      add(
        "duration", "\(facts.duration.timecode) (\(facts.duration) s)\(facts.isPrecise ? "" : ", estimated")")
    }
    for sentence in facts.damage { add("damage", sentence) }
    for sentence in facts.notes { add("note", sentence) }
    for (index, track) in facts.videoTracks.enumerated() {
      add(track, index, isEnabled: facts.videoStorage.isEnabled(index))
    }
    for (index, track) in facts.audioTracks.enumerated() {
      add(track, index, isEnabled: facts.audioStorage.isEnabled(index))
    }
    for (index, track) in facts.ancillaryTracks.enumerated() { add("other \(index)", track.shown) }
    for line in metadata.lines { add(line.name, line.fact) }
  }

  private mutating func add(_ track: VideoTrackFacts, _ index: Int, isEnabled: Bool) {
    var facts = [track.codec, "\(track.size)", track.format]
    if track.hasAlpha { facts.append("alpha") }
    if track.isInterlaced { facts.append("interlaced") }
    if !isEnabled { facts.append("disabled") }
    add("video \(index)", facts.joined(separator: ", "))
    if let area = track.cleanAperture {
      let numbers = area.components.map(DecimalText.short)
      add("cut to", "\(numbers[2]) × \(numbers[3]) at \(numbers[0]), \(numbers[1]) (its clean aperture)", depth: 2)
    }
    if track.pixelAspect != .one { add("pixels", "\(track.pixelAspect) as wide as high", depth: 2) }
    if track.orientation != .up { add("turned", "\(track.orientation) (Exif \(track.orientation.rawValue))", depth: 2) }
    if track.displaySize != track.size { add("shown as", "\(track.displaySize)", depth: 2) }
    add("frames", Self.frames(of: track.timing), depth: 2)
    if let start = try? track.timing.start(of: 0), start != .zero { add("start", "\(start) s", depth: 2) }
    add(track.identity)
    add("color", track.colorimetry == .unspecified ? "not said" : track.colorimetry.words, depth: 2)
    if track.colorimetry.isHighDynamicRange {
      let peak = track.light?.peak.map { "up to \(DecimalText.short($0)) cd/m²" }
      add(
        "light", "high dynamic range, \(track.colorimetry.transfer == 18 ? "HLG" : "PQ"), \(peak ?? "peak not said")",
        depth: 2)
    }
  }

  private mutating func add(_ track: AudioTrackFacts, _ index: Int, isEnabled: Bool) {
    var facts = [
      track.codec, "\(track.sampleRate) Hz", track.channels == 1 ? "1 channel" : "\(track.channels) channels",
    ]
    if let format = track.losslessFormat { facts.append("lossless \(format.rawValue)") }
    if !isEnabled { facts.append("disabled") }
    add("audio \(index)", facts.joined(separator: ", "))
    add(track.identity)
    if track.layout != .standard(track.channels) { add("speakers", "\(track.layout)", depth: 2) }
    add("samples", "\(track.sampleCount), from sample \(track.firstSample)", depth: 2)
  }

  private mutating func add(_ identity: TrackIdentity) {
    if let number = identity.number { add("number", "\(number)", depth: 2) }
    if let language = identity.extendedLanguageTag { add("language", language, depth: 2) }
  }

  private mutating func add(_ name: String, _ fact: String, depth: Int = 1) {
    let start = String(repeating: "  ", count: depth) + name
    let gap = String(repeating: " ", count: max(1, 15 - start.count))
    text += start + gap + fact + "\n"
  }

  private static func frames(of timing: FrameTiming) -> String {
    switch timing {
    case .still:
      return "a still"
    case .constant(_, let frameDuration, let count):
      guard let rate = try? .one / frameDuration else { return "\(count) of \(frameDuration) s" }
      return "\(count) at \(rate) a second (\(DecimalText.rounded(rate.seconds, to: 3)))"
    case .variable(let starts, _):
      let usual = timing.nominalFrameDuration.map { ", usually of \($0) s" } ?? ""
      return "\(starts.count) at a variable rate\(usual)"
    }
  }
}

extension [TrackStorage] {
  /// Whether track `index` is enabled, as far as is known.
  fileprivate func isEnabled(_ index: Int) -> Bool { !indices.contains(index) || self[index].isEnabled }
}
