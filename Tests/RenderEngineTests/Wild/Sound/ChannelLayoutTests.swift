import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import enum TestSupport.RawSamples
import class TestSupport.ScratchFolder

/// Sounds of many channels, read and written: each channel is where it belongs. ffmpeg is the second opinion.
@Suite("Channel layouts")
struct ChannelLayoutTests {
  private static let layouts =
    ProofScope.isFull ? counts.keys.sorted() : ["mono", "3.0", "4.0", "5.0", "5.1(side)", "6.1", "7.1"]
  private static let counts = [
    "mono": 1, "stereo": 2, "2.1": 3, "3.0": 3, "3.0(back)": 3, "3.1": 4, "4.0": 4, "quad": 4, "quad(side)": 4,
    "4.1": 5,
    "5.0": 5, "5.0(side)": 5, "5.1": 6, "5.1(side)": 6, "6.0": 6, "6.0(front)": 6, "6.1": 7, "6.1(back)": 7, "7.0": 7,
    "7.1": 8, "7.1(wide)": 8,
  ]

  /// Opus with the channels of its own order (RFC 7845 §5.1.1.2): without this option, ffmpeg 5.1 puts some channels of
  /// 5.0, 6.1 and others into the places of others, and plays them there.
  private static let opus = ["-c:a", "libopus", "-mapping_family", "1"]

  /// A second of a tone in each channel, each of its own pitch; nil where ffmpeg does not write `layout` so.
  private static func sound(_ layout: String, _ type: String, _ codec: [String]) async throws -> URL? {
    let tones = (0..<(counts[layout] ?? 0)).map { "0.4*sin(2*PI*\(40 + 25 * $0)*t)" }.joined(separator: "|")
    let recipe = ["-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=\(layout):s=48000:d=1"] + codec
    let url = try? await MediaCache.shared.file(named: "layout-\(layout)", extension: type, recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    guard let url, try await Witness.shared.layout(of: url) == layout else { return nil }
    return url
  }

  /// What ffmpeg finds in the sounds that the tests share, looked at once.
  private actor Witness {
    static let shared = Witness()
    private var layouts: [URL: Task<String, any Error>] = [:]
    private var decodings: [URL: Task<[[Double]], any Error>] = [:]

    func layout(of url: URL) async throws -> String {
      let task = layouts[url] ?? Task { try await ChannelLayoutTests.probed(url) }
      layouts[url] = task
      return try await task.value
    }

    func channels(of url: URL, count: Int) async throws -> [[Double]] {
      let task = decodings[url] ?? Task { try await ChannelLayoutTests.decoded(url, count: count) }
      decodings[url] = task
      return try await task.value
    }
  }

  private static func probed(_ url: URL) async throws -> String {
    let text = try await MediaTools.ffprobe([
      "-show_entries", "stream=channel_layout", "-of", "csv=p=0", url.path,
    ]).trimmingCharacters(in: .whitespacesAndNewlines)
    return text
  }

  /// The channels of a file as ffmpeg decodes them.
  private static func decoded(_ url: URL, count: Int) async throws -> [[Double]] {
    RawSamples.channels(
      RawSamples.doubles(try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "f64le"])), count: count)
  }

  /// The channels of a file as the engine reads them.
  private static func read(_ url: URL) async throws -> (layout: ChannelLayout, channels: [[Double]]) {
    let plan = try await SoundEdits.whole(url, seconds: 1, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let block = try await reader.samples(0..<min(48_000, reader.plan.sampleCount))
    return (plan.sound?.layout ?? .standard(0), RawSamples.channels(block.interleaved, count: block.channels))
  }

  /// The number of the tone that each channel has, where it has one alone.
  private static func pitches(_ channels: [[Double]]) -> [Int?] {
    channels.map { channel in
      let part = channel.dropFirst(8_000).prefix(9_600)
      let powers = (0..<8).map { tone -> Double in
        RawSamples.power(part, at: Double(40 + 25 * tone) / 48_000).squareRoot() / Double(max(1, part.count))
      }
      guard let most = powers.max(), most > 0.05, powers.filter({ $0 > most / 8 }).count == 1 else { return nil }
      return powers.firstIndex(of: most)
    }
  }

  @Test(
    arguments: [
      ("wav", ["-c:a", "pcm_s16le"], true), ("flac", ["-c:a", "flac"], true), ("mkv", ["-c:a", "flac"], true),
      ("mkv", ["-c:a", "ac3"], false), ("mkv", ["-c:a", "eac3"], false), ("m4a", ["-c:a", "aac"], false),
      ("mkv", ["-c:a", "aac"], false), ("ogg", Self.opus, false), ("mkv", Self.opus, false), ("mp4", Self.opus, false),
      ("ogg", ["-c:a", "libvorbis"], false),
    ] as [(String, [String], Bool)])
  func `each channel is read as its own`(type: String, codec: [String], isLossless: Bool) async throws {
    var tried = 0
    for layout in Self.layouts {
      guard let count = Self.counts[layout], let url = try await Self.sound(layout, type, codec) else { continue }
      tried += 1
      let (found, channels) = try await Self.read(url)
      // FLAC has one layout for each number of channels; in its own files ffmpeg says others in a comment, which is read.
      let isUsual = codec[1] == "flac" && (type == "mkv" || ["5.0(side)", "5.1(side)"].contains(layout))
      #expect(found.description == (isUsual ? "\(ChannelLayout.standard(count))" : layout), "\(codec[1])")
      #expect(Self.pitches(channels) == (0..<count).map(Optional.some), "\(layout) as \(codec[1]) in \(type)")
      if isLossless {
        let expected = try await Witness.shared.channels(of: url, count: count)
        #expect(zip(channels, expected).allSatisfy { $0 == Array($1.prefix($0.count)) }, "\(layout)")
      }
    }
    #expect(tried >= 3, "\(codec[1]) in \(type): \(tried)")
  }

  @Test(arguments: [
    (FileType.wav, AudioCodec.pcm), (.flac, .flac), (.mkv, .flac), (.m4a, .aac), (.mkv, .opus), (.webm, .opus),
    (.mkv, .pcm),
  ])
  func `each channel is written as its own, or refused`(type: FileType, codec: AudioCodec) async throws {
    let folder = try ScratchFolder()
    var written = 0
    for layout in Self.layouts {
      guard let count = Self.counts[layout],
        let source = try await Self.sound(layout, "wav", ["-c:a", "pcm_s16le"])
      else { continue }
      let output = folder.url("\(layout).\(type.rawValue)")
      if let error = await Self.failure(exporting: source, codec, to: output, as: type) {
        #expect(error.code == .unsupported, "\(layout): \(error)")
        let isInFLAC = codec == .pcm && ["3.0", "quad", "6.1"].contains(layout)
        #expect(!isInFLAC || error.remedy?.hasPrefix("Ask for flac, ") == true, "\(layout): \(error)")
        continue
      }
      written += 1
      let channels = try await Self.decoded(output, count: count)
      #expect(Self.pitches(channels) == (0..<count).map(Optional.some), "\(layout) as \(codec) in \(type)")
      var probed = try await Self.probed(output)
      if probed == "unknown" {
        // The speakers that ffmpeg assumes where the file has none: the comment of a FLAC file shows them.
        let taken = folder.url("\(layout).taken.flac")
        try await MediaTools.ffmpeg(["-i", output.path, "-c:a", "flac", taken.path])
        probed = try await Self.probed(taken)
      }
      // What stands behind and at the sides is the same where a codec has only one of the two.
      func plain(_ layout: String) -> String { layout.replacing("(side)", with: "").replacing("(back)", with: "") }
      #expect(type == .wav ? probed == layout : plain(probed) == plain(layout), "\(layout): \(probed)")
      if codec == .pcm || codec == .flac {
        let expected = try await Witness.shared.channels(of: source, count: count)
        #expect(channels == expected, "\(layout) as \(codec) in \(type)")
      }
    }
    #expect(written >= 2)
  }

  /// Writes `rate` into the header of Opus in `bytes`, which are those of a file of `type`.
  private static func write(_ rate: UInt32, into bytes: inout [UInt8], _ type: String) throws {
    let number = (0..<4).map { UInt8(truncatingIfNeeded: rate >> (8 * UInt32($0))) }
    guard type != "mp4" else {
      let place = try #require(bytes.contents(ofBoxes: "dOps").first) + 4
      return bytes.replaceSubrange(place..<place + 4, with: number.reversed())
    }
    let start = try #require(bytes.places(of: "OpusHead").first)
    bytes.replaceSubrange(start + 12..<start + 16, with: number)
    guard type == "ogg" else { return }
    // The first page ends with the header (RFC 3533 §6).
    let page = 0..<27 + Int(bytes[26]) + bytes[27..<27 + Int(bytes[26])].reduce(0) { $0 + Int($1) }
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var checksum: UInt32 = 0
    for byte in bytes[page] {
      checksum ^= UInt32(byte) << 24
      for _ in 0..<8 { checksum = checksum >> 31 == 1 ? checksum << 1 ^ 0x04C1_1DB7 : checksum << 1 }
    }
    bytes.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt32($0))) })
  }

  @Test(arguments: ["ogg", "mkv", "mp4"], ["stereo", "5.1"])
  func `Opus is played at 48 kHz, whatever its header says of the rate that it had`(
    type: String, layout: String
  ) async throws {
    let folder = try ScratchFolder()
    let source = folder.url("source.\(type)")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=1:a=0.3:seed=3,aformat=channel_layouts=\(layout)"] + Self.opus
        + (type == "mkv" ? ["-write_crc32", "0"] : []) + [source.path])
    let (_, expected) = try await Self.read(source)
    #expect(expected.first?.count == 48_000)
    for rate in [8_000, 16_000, 44_100, 96_000, 0] as [UInt32] {
      var bytes = [UInt8](try Data(contentsOf: source))
      try Self.write(rate, into: &bytes, type)
      let changed = folder.url("\(rate).\(type)")
      try Data(bytes).write(to: changed)
      #expect(try await WildFile.facts(of: changed).audioTracks[0].sampleRate == 48_000)
      let (_, found) = try await Self.read(changed)
      #expect(found == expected, "\(rate) Hz in \(type)")
    }
  }

  /// Writes the sound of `source` into a file; why it is not written, if it is not.
  private static func failure(
    exporting source: URL, _ codec: AudioCodec, to output: URL, as type: FileType
  ) async -> RenderError? {
    let settings = ExportSettings(fileType: type, video: nil, audio: AudioSettings(codec: codec))
    let request = ExportRequest(SoundEdits.whole(source, seconds: 1, .audio), as: settings, to: output)
    do throws(RenderError) {
      _ = try await ExportSession(request, renderer: GStreamerRenderer()).export()
      return nil
    } catch {
      return error
    }
  }
}
