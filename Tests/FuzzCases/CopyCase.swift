import Foundation
import SeededRandom
import TestSupport

/// A file that is cut short, damaged or something else than its name says, whose packets are copied: by itself, in part, or
/// before and behind the file that is whole. A copy that succeeds has all packets that it was given.
public struct CopyCase: Sendable, Hashable, CustomStringConvertible {
  /// What the film, the damage and the command follow from.
  public let number: UInt64

  /// The case of a number.
  public init(number: UInt64) {
    self.number = number
  }

  /// How the case is named on the command line.
  public var description: String { "--copies --number \(number)" }

  private static let playlists = [
    "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nNAME\n#EXT-X-ENDLIST\n", "ffconcat version 1.0\nfile NAME\n",
    "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\" "
      + "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\"><Period><AdaptationSet mimeType=\"video/mp4\">"
      + "<Representation id=\"1\" bandwidth=\"1\"><BaseURL>NAME</BaseURL></Representation></AdaptationSet></Period></MPD>",
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 33\r\n", "[playlist]\nFile1=NAME\n",
  ]
  /// Containers that say how much there is of them.
  private static let measured: Set<String> = ["mp4", "mov", "m4a", "mkv", "webm", "wav", "aiff", "flac", "avi"]
  private static let targets = ["mp4", "mov", "mkv", "webm", "ts", "m4a", "wav", "flac", "mp3", "ogg", "aiff"]

  /// Runs the case.
  public func verdict() async throws -> FuzzVerdict {
    var generator = SeededGenerator(seed: number)
    let films = FuzzFilm.copied
    let film = films[Int.random(in: 0..<films.count, using: &generator)]
    let original = [UInt8](try Data(contentsOf: try await film.url()))
    var judge = try ProgramJudge()
    let whole = judge.folder.url("whole.\(film.type)")
    try Data(original).write(to: whole)
    let (bytes, change) = damage(original, film, &generator)
    let file = judge.folder.url("given.\(film.type)")
    try Data(bytes).write(to: file)

    let target =
      Int.random(in: 0..<3, using: &generator) > 0 ? film.type : Self.targets.randomElement(using: &generator) ?? "mkv"
    let output = "out.\(Self.targets.contains(target) ? target : "mkv")"
    let inputs =
      [[file], [file], [file], [file, whole], [whole, file], [file, file]].randomElement(using: &generator) ?? []
    var arguments = [inputs.count > 1 ? "concat" : Bool.random(using: &generator) ? "convert" : "trim"]
    arguments += inputs.map(\.path) + (arguments == ["trim"] ? ["--range", "0.."] : [])
    arguments += ["-o", output, "--copy", "--progress", "none"]
    let changes = "\(film.name): \(change); \(arguments.joined(separator: " "))"
    func verdict(_ ending: FuzzEnding?) -> FuzzVerdict {
      FuzzVerdict(ending: ending, faults: judge.faults, changes: changes, bytes: bytes)
    }
    guard let outcome = try await judge.run(arguments, writes: output) else { return verdict(nil) }
    if case .exited(let status) = outcome.ending, status != 0 { return verdict(.refused(status)) }
    var counts: [URL: PacketCount] = [:]
    for input in Set(inputs) { counts[input] = try await PacketCount(of: input) }
    var given = PacketCount()
    for input in inputs { given.add(counts[input] ?? PacketCount()) }
    let got = try await PacketCount(of: judge.folder.url(output))
    // At the borders of parts packets of sound give way to others.
    let borders = arguments[0] == "convert" ? 0 : 3 * inputs.count
    let isOfSound = ["m4a", "wav", "flac", "mp3", "aiff"].contains(target) || target == "ogg" && got.pictures == 0
    if change == "a playlist" { judge.note(.incomplete, "a playlist was copied") }
    if !isOfSound, got.pictures < given.pictures {
      judge.note(.incomplete, "\(got.pictures) of \(given.pictures) packets of pictures were copied")
    }
    if got.sound < given.sound - borders {
      judge.note(.incomplete, "\(got.sound) of \(given.sound) packets of sound were copied")
    }
    if change.hasPrefix("cut"), Self.measured.contains(film.type) {
      let one = if let known = counts[whole] { known } else { try await PacketCount(of: whole) }
      var complete = PacketCount()
      for _ in inputs { complete.add(one) }
      let lacks = !isOfSound && got.pictures < complete.pictures || got.sound < complete.sound - borders
      if lacks { judge.note(.incomplete, "\(got) of \(complete) was copied of a file that is cut short") }
    }
    return verdict(.rendered)
  }

  private func damage(
    _ bytes: [UInt8], _ film: FuzzFilm, _ generator: inout SeededGenerator
  ) -> (bytes: [UInt8], change: String) {
    func place(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }
    switch place(12) {
    case 0, 1, 8: return (bytes, "nothing")
    case 9:
      let text = Self.playlists.randomElement(using: &generator) ?? ""
      return (Array(text.replacingOccurrences(of: "NAME", with: "whole.\(film.type)").utf8), "a playlist")
    case 2...4:
      let count = 1 + place(bytes.count - 1)
      return (Array(bytes.prefix(count)), "cut at \(count) of \(bytes.count)")
    case 5, 6:
      var (damaged, words) = (bytes, "noise")
      for _ in 0...place(3) {
        let start = place(bytes.count)
        let end = min(bytes.count, start + 1 + place(2_000))
        for index in start..<end { damaged[index] = UInt8.random(in: 0...255, using: &generator) }
        words += " in \(start)..<\(end)"
      }
      return (damaged, words)
    case 7:
      let start = place(bytes.count)
      let end = min(bytes.count, start + 1 + place(3_000))
      return (Array(bytes[..<start] + bytes[end...]), "without \(start)..<\(end)")
    default:
      let mutation = MediaMutation(bytes, MediaKind(extension: film.type), seed: number)
      return (mutation.bytes, mutation.changes.joined(separator: "; "))
    }
  }
}

/// How many packets of pictures and sound a file has, as ffprobe counts them; of uncompressed sound kilobytes, since files differ
/// in what they call a packet of it.
struct PacketCount: Hashable, Sendable, CustomStringConvertible {
  private(set) var pictures = 0
  private(set) var sound = 0

  /// None.
  init() {}

  /// What ffprobe says of a file.
  private struct Listing: Decodable {
    var streams: [Stream]

    struct Stream: Decodable {
      var codecType: String
      var codecName: String?
      var nbReadPackets: String?
      var disposition: [String: Int]
    }
  }

  /// Those of the file at `url`.
  init(of url: URL) async throws {
    let text = try await MediaTools.ffprobe([
      "-count_packets", "-show_entries", "stream=codec_type,codec_name,nb_read_packets:stream_disposition=attached_pic",
      "-of", "json", url.path,
    ])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for stream in try decoder.decode(Listing.self, from: Data(text.utf8)).streams
    where stream.disposition["attached_pic"] != 1 {
      let count = stream.nbReadPackets.flatMap { Int($0) } ?? 0
      if stream.codecType == "video" { pictures += count }
      guard stream.codecType == "audio" else { continue }
      guard stream.codecName?.hasPrefix("pcm_") == true else {
        sound += count
        continue
      }
      let sizes = try await MediaTools.ffprobe([
        "-select_streams", "a", "-show_entries", "packet=size", "-of", "csv=p=0", url.path,
      ])
      sound += (sizes.split { !$0.isNumber }.compactMap { Int($0) }.reduce(0, +) + 999) / 1_000
    }
  }

  /// Adds those of another file.
  mutating func add(_ other: PacketCount) {
    pictures += other.pictures
    sound += other.sound
  }

  var description: String { "\(pictures) packets of pictures and \(sound) of sound" }
}
