import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import struct TestSupport.FrameRate
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import struct TestSupport.SoundFile

/// Packets of one file, written into another as they are.
@Suite("Packets from file to file")
struct PacketCopyTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// What ffmpeg says of one packet.
  private struct Line: Hashable, CustomStringConvertible {
    var decodeTime: Double
    var time: Double
    var hash: String

    var description: String { "\(decodeTime)/\(time) \(hash.prefix(6))" }
  }

  /// The packets of the file at `url`, by stream.
  private func packets(of url: URL) async throws -> [[Line]] {
    let text = String(
      decoding: try await MediaTools.ffmpegOutput([
        "-i", url.path, "-map", "0", "-c", "copy", "-copyts", "-f", "framemd5",
      ]),
      as: UTF8.self)
    var ticks: [Double] = []
    var streams: [[Line]] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#tb "),
        let base = line.split(separator: " ").last?.split(separator: "/").compactMap({ Double($0) })
      {
        ticks.append(base[0] / base[1])
        streams.append([])
      }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count >= 6, let stream = Int(fields[0]), let decode = Double(fields[1]), let time = Double(fields[2])
      else { continue }
      streams[stream].append(Line(decodeTime: decode * ticks[stream], time: time * ticks[stream], hash: fields[5]))
    }
    return streams
  }

  private func all(_ reader: any PacketReader) async throws -> [MediaPacket] {
    try await DedicatedThread.run(named: "read") {
      var packets: [MediaPacket] = []
      while let packet = try reader.blockingPacket() { packets.append(packet) }
      return packets
    }
  }

  /// Reads the tracks of `media` and writes them as `type`.
  private func copy(_ media: URL, as type: FileType, _ tracks: [MediaType]) async throws -> URL {
    let renderer = GStreamerRenderer()
    let asset = AssetReference(url: media)
    var formats: [PacketFormat] = []
    var packets: [[MediaPacket]] = []
    for track in tracks {
      let reader = try await renderer.packets(of: .init(asset: asset), track)
      defer { reader.close() }
      formats.append(reader.format)
      packets.append(try await all(reader))
    }
    let target = folder.url("copy.\(type.rawValue)")
    let settings = WriterSettings(
      MediaFormats.ExportSettings(fileType: type, video: nil, audio: nil), packets: formats)
    let writer = try await renderer.writer(settings, to: target, replacing: false) { _ in }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, packets) in packets.enumerated() {
        group.addTask {
          try await DedicatedThread.run(named: "write") {
            for packet in packets { try writer.write(packet, to: number) }
            try writer.endPackets(of: number)
          }
        }
      }
      try await group.waitForAll()
    }
    let file = try await DedicatedThread.run(named: "finish") { try writer.finish() }
    #expect(file.byteCount == (try Data(contentsOf: target)).count)
    return target
  }

  private func film() async throws -> URL {
    try await SmallPicture.film(35, frameCount: 100) { film in
      film.timing = .constant(FrameRate(25))
      film.codec = .h264OpenGroups
      film.sound = SoundFile(.noise(seed: 4)) { sound in
        sound.codec = .aac
        sound.count = 4 * 48_000
      }
    }.url()
  }

  @Test func `a film copied packet by packet has the same packets at the same times`() async throws {
    let media = try await film()
    let target = try await copy(media, as: .mp4, [.video, .audio])
    let (before, after) = (try await packets(of: media), try await packets(of: target))
    try #require(before.count == 2 && after.count == 2)
    for stream in 0..<2 { #expect(after[stream].map(\.hash) == before[stream].map(\.hash)) }
    let assets = [AssetReference(url: media), AssetReference(url: target)]
    let facts = try await GStreamerRenderer().facts(of: assets)
    func expectTimes(of stream: Int) {
      let shift = zip(before[stream], after[stream]).map { $1.time - $0.time }
      #expect(shift.allSatisfy { abs($0) < 0.000_1 }, "stream \(stream): \(shift.prefix(4))")
      let decodeShift = zip(before[stream], after[stream]).map { $1.decodeTime - $0.decodeTime }
      #expect(decodeShift.allSatisfy { abs($0) < 0.000_1 }, "stream \(stream): \(decodeShift.prefix(4))")
    }
    expectTimes(of: 1)
    #expect(facts[assets[0]]?.audioTracks == facts[assets[1]]?.audioTracks)
    expectTimes(of: 0)
    #expect(facts[assets[0]]?.videoTracks == facts[assets[1]]?.videoTracks)
  }

  @Test(arguments: [MediaType.video, .audio]) func `one track can be copied alone`(track: MediaType) async throws {
    let media = try await film()
    let target = try await copy(media, as: .mp4, [track])
    let (before, after) = (try await packets(of: media), try await packets(of: target))
    let stream = try #require(after.first)
    let original = before[track == .video ? 0 : 1]
    #expect(after.count == 1)
    #expect(stream.map(\.hash) == original.map(\.hash))
    let shift = zip(original, stream).map { $1.time - $0.time }
    #expect(shift.allSatisfy { abs($0) < 0.000_1 }, "\(shift.prefix(4))")
  }

  @Test func `packets say when they are shown, exactly`() async throws {
    let reader = try await GStreamerRenderer().packets(of: .init(asset: AssetReference(url: try await film())), .video)
    defer { reader.close() }
    let packets = try await all(reader)
    #expect(reader.format.codec == "H.264" && reader.format.mediaType == .video)
    #expect(packets.count == 100)
    #expect(packets.map(\.presentationTime).sorted() == (try (0..<100).map { try Rational($0, 25) }))
    let decodeTimes = packets.map { $0.decodeTime ?? $0.presentationTime }
    #expect(zip(decodeTimes, decodeTimes.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(packets, decodeTimes).allSatisfy { $0.presentationTime >= $1 })
    #expect(packets[0].isKeyFrame && packets[0].presentationTime == .zero)
    #expect(packets.allSatisfy { $0.duration == (try? Rational(1, 25)) })
    // A group has 24 frames.
    #expect(packets.filter(\.isKeyFrame).count == 5)
    #expect(try await reader.packet() == nil)
  }

  @Test func `a search leads to the key frame before`() async throws {
    let source = CompositionTrackSegment.Source(asset: AssetReference(url: try await film()))
    let reader = try await GStreamerRenderer().packets(of: source, .video)
    defer { reader.close() }
    let all = try await all(reader)
    let keys = all.filter(\.isKeyFrame).map(\.presentationTime)
    try #require(keys.count == 5)
    func found(_ wanted: Rational) async throws -> Rational? {
      try await DedicatedThread.run(named: "seek") { try reader.seek(to: wanted) }
      let packet = try await reader.packet()
      let isTheSame = packet == all.first { $0.presentationTime == packet?.presentationTime }
      #expect(packet == nil || packet?.isKeyFrame == true && isTheSame)
      return packet?.presentationTime
    }
    for (wanted, expected) in [
      (Rational(2), keys[2]), (try Rational(1, 3), keys[0]), (.zero, keys[0]), (Rational(-1), keys[0]),
      (keys[2], keys[2]), (keys[4], keys[4]), (try keys[3] + Rational(1, 2), keys[3]),
    ] {
      let place = try await found(wanted)
      #expect(place == expected, "\(wanted)")
    }
    // The key frame behind is decoded before this time, though presented after it.
    let before = try await found(try keys[3] - Rational(1, 1_000))
    #expect(before == keys[2])
    let beyond = try await found(Rational(100))
    #expect(beyond == keys[4])
  }

  @Test func `a cancelled reader of packets says so`() async throws {
    let reader = try await GStreamerRenderer().packets(of: .init(asset: AssetReference(url: try await film())), .audio)
    defer { reader.close() }
    _ = try await reader.packet()
    reader.cancel()
    let reading = await #expect(throws: RenderError.self) { _ = try await reader.packet() }
    let searching = await #expect(throws: RenderError.self) {
      try await DedicatedThread.run(named: "seek") { try reader.seek(to: .zero) }
    }
    #expect(reading?.code == .cancelled && searching?.code == .cancelled)
  }

  @Test func `packets that another engine describes are refused`() async throws {
    let settings = WriterSettings(
      MediaFormats.ExportSettings(fileType: .mp4, video: nil, audio: nil),
      packets: [PacketFormat(mediaType: .video, codec: "H.264", description: "avc1, (broken")])
    let error = await #expect(throws: RenderError.self) {
      _ = try await GStreamerRenderer().writer(settings, to: folder.url("film.mp4"), replacing: false) { _ in }
    }
    #expect(error?.code == .unsupported)
    #expect(try folder.names() == [])
  }

  @Test func `there are no packets of a track that is not there`() async throws {
    let asset = AssetReference(url: try await film())
    for (number, type) in [(1, MediaType.video), (1, .audio), (-1, .video)] {
      let error = await #expect(throws: RenderError.self) {
        _ = try await GStreamerRenderer().packets(of: .init(asset: asset, trackIndex: number), type)
      }
      #expect(error?.code == .invalidModel)
    }
  }
}
