import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering

import enum TestSupport.FilmCodec
import struct TestSupport.Fraction
import struct TestSupport.FrameCode
import struct TestSupport.FrameRate
import enum TestSupport.FrameReading
import enum TestSupport.MediaTools
import enum TestSupport.SoundCodec
import struct TestSupport.SoundFile

/// What the tests of copied packets share: films of 25 pictures a second with sound, and ffmpeg's view of files.
enum CopiedFilm {
  static let rate = 25

  /// A film of `count` pictures, and a sound as long.
  static func url(
    _ number: UInt8, _ codec: FilmCodec, _ sound: SoundCodec?, in container: String, count: Int = 150
  ) async throws -> URL {
    try await SmallPicture.film(number, frameCount: count) { film in
      film.timing = .constant(FrameRate(rate))
      film.codec = codec
      film.container = container
      film.sound = sound.map { codec in
        SoundFile(.noise(seed: UInt64(number))) { sound in
          sound.codec = codec
          sound.count = count * 48_000 / rate
        }
      }
    }.url()
  }

  /// The frames `range` of film `number`.
  static func frames(_ range: Range<Int>, of number: UInt8) -> [FrameReading] {
    range.map { .frame(FrameCode(film: number, index: $0)) }
  }

  static func copy(_ copy: PacketCopy, to url: URL) async throws -> CopiedFile {
    try await GStreamerRenderer().copyPackets(copy, to: url, replacing: true) { _ in }
  }

  /// The check sums of the packets of each stream of `url`; those of H.264 and HEVC in one framing, whatever the file's is.
  static func packets(of url: URL) async throws -> [[String]] {
    var names: [Int: String] = [:]
    let listed = try await MediaTools.ffprobe(["-show_entries", "stream=index,codec_name", "-of", "csv=p=0", url.path])
    for line in listed.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: ",")
      if fields.count > 1, let index = Int(fields[0]) { names[index] = String(fields[1]) }
    }
    let listing = names.sorted { $0.key < $1.key }
    let filters = listing.enumerated().flatMap { place, stream in
      ["h264", "hevc"].contains(stream.value) ? ["-bsf:\(place)", "\(stream.value)_mp4toannexb"] : []
    }
    let text = String(
      decoding: try await MediaTools.ffmpegOutput(
        ["-i", url.path] + listing.flatMap { ["-map", "0:\($0.key)"] } + ["-c", "copy"] + filters
          + ["-copyts", "-f", "framemd5"]), as: UTF8.self)
    var streams = Array(repeating: [String](), count: listing.count)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count > 5, let place = Int(fields[0]) else { continue }
      streams[place].append(fields[5])
    }
    return streams
  }

  /// When each packet of the first stream of each kind is presented, from the earliest on, in order.
  static func times(of url: URL) async throws -> (pictures: [Double], sound: [Double]) {
    let text = try await MediaTools.ffprobe([
      "-show_entries", "packet=codec_type,stream_index,pts_time", "-of", "csv=p=0", url.path,
    ])
    let packets = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }.filter { $0.count >= 3 }
    func times(_ kind: String) -> [Double] {
      let own = packets.filter { $0[0] == kind }
      let first = own.compactMap { Int($0[1]) }.min()
      return own.filter { Int($0[1]) == first }.compactMap { Double($0[2]) }.sorted()
    }
    return (times("video"), times("audio"))
  }

  static func facts(of url: URL) async throws -> MediaFacts? {
    let asset = AssetReference(url: url)
    return try await GStreamerRenderer().facts(of: [asset])[asset]
  }

  static func asset(_ url: URL) -> AssetReference { AssetReference(url: url, name: url.lastPathComponent) }

  static func range(_ start: Rational, _ end: Rational) throws -> RationalRange {
    try RationalRange(start: start, end: end)
  }
}
