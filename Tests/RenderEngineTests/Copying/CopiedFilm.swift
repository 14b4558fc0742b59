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
    var streams: [[String]] = []
    for (index, name) in names.sorted(by: { $0.key < $1.key }) {
      let filter = name == "h264" || name == "hevc" ? ["-bsf", "\(name)_mp4toannexb"] : []
      let text = String(
        decoding: try await MediaTools.ffmpegOutput(
          ["-i", url.path, "-map", "0:\(index)", "-c", "copy"] + filter + ["-copyts", "-f", "framemd5"]), as: UTF8.self)
      streams.append(
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
          line.split(separator: ",").dropFirst(5).first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        })
    }
    return streams
  }

  /// When each packet of stream `stream` is presented, from the earliest picture on, in order.
  static func times(_ stream: String, of url: URL) async throws -> [Double] {
    let text = try await MediaTools.ffprobe([
      "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0", url.path,
    ])
    return text.split(whereSeparator: \.isNewline).compactMap { Double($0.split(separator: ",")[0]) }.sorted()
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
