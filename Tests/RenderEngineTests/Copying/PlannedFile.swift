import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

import enum TestSupport.MediaTools

@testable import Containers
@testable import RenderEngine

/// A file, and the plan that it was made by: what ffprobe finds in it is compared with what ffprobe finds in the files that it
/// is made of.
struct PlannedFile {
  /// A packet as ffprobe sees it.
  struct Packet {
    let presentation: Double?
    let decoding: Double?
    let duration: Double
    let hash: String
  }

  private let plan: CopyPlan
  private let url: URL

  init(_ plan: CopyPlan, _ url: URL) {
    (self.plan, self.url) = (plan, url)
  }

  /// The packets of each stream of the file at `url`.
  static func packets(of url: URL) async throws -> [[Packet]] {
    let text = try await MediaTools.ffprobe([
      "-show_entries", "packet=stream_index,pts_time,dts_time,duration_time,data_hash", "-show_data_hash", "md5", "-of",
      "json", url.path,
    ])
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    var streams: [[Packet]] = []
    for packet in object?["packets"] as? [[String: Any]] ?? [] {
      guard let index = packet["stream_index"] as? Int else { continue }
      while streams.count <= index { streams.append([]) }
      func time(_ key: String) -> Double? { (packet[key] as? String).flatMap(Double.init) }
      streams[index].append(
        Packet(
          presentation: time("pts_time"), decoding: time("dts_time"), duration: time("duration_time") ?? 0,
          hash: packet["data_hash"] as? String ?? ""))
    }
    return streams
  }

  /// Compares all of it.
  func compare() async throws {
    let written = try await Self.packets(of: url)
    var sources: [URL: [[Packet]]] = [:]
    for part in plan.parts + plan.companions where sources[part.asset.url] == nil {
      sources[part.asset.url] = try await Self.packets(of: part.asset.url)
    }
    let isMovie = plan.fileType.isMovie
    // What a container's ticks leave of times.
    let tolerance = isMovie ? 0.000_05 : 0.001_1
    var offsets: [Double] = []
    let files = plan.tracks.indices.filter { plan.tracks[$0].packetCount > 0 }
    for (index, track) in files.enumerated() {
      var expected: [(packet: Packet, moved: Double)] = []
      for part in plan.parts + plan.companions {
        for stream in part.streams where stream.track == track {
          let own = try #require(sources[part.asset.url]?[stream.stream])
          let numbers = try #require(stream.packets.numbers, "\(part.asset.name)")
          let chosen = numbers.flatMap { own[$0] }
          #expect(chosen.count == stream.packets.count && (!stream.packets.isAll || chosen.count == own.count))
          check(stream, chosen)
          let moved = part.shift.seconds + (stream.joint?.offset.seconds ?? 0)
          expected += chosen.map { (packet: $0, moved: moved) }
        }
      }
      let found = try #require(written.indices.contains(index) ? written[index] : nil)
      // Movies do not keep the packets of uncompressed sound apart.
      guard !plan.tracks[track].codec.hasPrefix("pcm") else { continue }
      #expect(found.count == plan.tracks[track].packetCount, "track \(track)")
      let silence = found.count - expected.count
      let isSame = silence == 0 && zip(found, expected).allSatisfy { $0.hash == $1.packet.hash }
      let hasOwnFraming = plan.fileType == .ts || plan.parts[0].asset.url.pathExtension == "ts"
      #expect(isSame || silence > 0 || hasOwnFraming, "track \(track)")
      guard silence == 0 else { continue }
      offsets += zip(found, expected).compactMap { found, expected in
        guard let time = found.presentation, let own = expected.packet.presentation else { return nil }
        return time - own - expected.moved
      }
    }
    // Transport streams begin somewhere, Matroska before what is hidden; all tracks do so together.
    let (least, greatest) = (offsets.min() ?? 0, offsets.max() ?? 0)
    #expect(greatest - least < tolerance + sourceTolerance, "\(least) to \(greatest)")
    if isMovie { #expect(max(abs(least), abs(greatest)) < tolerance + sourceTolerance, "\(least) to \(greatest)") }
    if isMovie { try compareEdits(files) }
  }

  /// What the ticks of the files leave that it is made of.
  private var sourceTolerance: Double {
    plan.parts.contains { ["mkv", "webm"].contains($0.asset.url.pathExtension) } ? 0.001_1 : 0.000_05
  }

  /// Whether a stream's packets are where the plan says.
  private func check(_ stream: CopyPlan.Stream, _ packets: [Packet]) {
    let near = sourceTolerance
    if let time = packets.first?.decoding, let planned = stream.decoding {
      #expect(abs(time - planned.seconds) < near, "stream \(stream.stream)")
    }
    let starts = packets.compactMap(\.presentation)
    if let first = starts.min(), let planned = stream.presentation {
      #expect(abs(first - planned.lowerBound.seconds) < near, "stream \(stream.stream)")
      let end = packets.compactMap { packet in packet.presentation.map { $0 + packet.duration } }.max() ?? 0
      #expect(abs(end - planned.upperBound.seconds) < near + 0.001, "stream \(stream.stream)")
    }
  }

  /// Compares the edit lists in the movie's header with those of the plan.
  private func compareEdits(_ tracks: [Int]) throws {
    let file = try FileBytes(url.path, isReadOnly: true)
    let whole = try #require(try MovieBoxes(file)["moov"])
    let movie = try file.read(at: whole.offset, Int(whole.size))
    let root = try #require(MovieBoxes(movie)["moov"])
    let header = try #require(MovieBoxes(movie, inside: root)["mvhd"])
    let timescale = Int64(movie.bigEndian(at: Int(header.body) + 12, 4))
    let boxes = MovieBoxes(movie, inside: root).all("trak")
    for (box, track) in zip(boxes, tracks) {
      var found: [[Int64]] = []
      if let edits = MovieBoxes(movie, inside: box)["edts"],
        let list = MovieBoxes(movie, inside: edits)["elst"]
      {
        let place = Int(list.body)
        for entry in 0..<Int(movie.bigEndian(at: place + 4, 4)) {
          let time = Int32(truncatingIfNeeded: movie.bigEndian(at: place + 12 + 12 * entry, 4))
          found.append([Int64(movie.bigEndian(at: place + 8 + 12 * entry, 4)), Int64(time)])
        }
      }
      let planned = plan.tracks[track]
      var (end, total) = (Rational.zero, Int64(0))
      let expected = try planned.edits.map { edit in
        end = try end + edit.duration
        let ticks = try end.rounded(scaledBy: timescale) - total
        total += ticks
        let media = try edit.mediaTime.map { try $0 / planned.tick }
        #expect(media?.denominator ?? 1 == 1)
        return [ticks, media?.numerator ?? -1]
      }
      #expect(found == expected, "track \(track)")
    }
  }
}
