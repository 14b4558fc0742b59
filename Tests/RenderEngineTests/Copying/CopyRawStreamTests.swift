import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import class TestSupport.ScratchFolder

@testable import Containers

/// Copies of H.264 and HEVC without a container, whose packets have no times.
@Suite("Copies of raw streams")
struct CopyRawStreamTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Sixty pictures at `rate` with pictures that others refer to amid those presented between, in three sequences.
  private static func film(_ type: String, rate: String) -> WildFile {
    let source = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=\(rate)", "-frames:v", "60", "-pix_fmt", "yuv420p"]
    let settings = "keyint=25:min-keyint=25:scenecut=0:bframes=3:b-adapt=0:"
    return WildFile(
      "raw-\(rate.replacing("/", with: "-"))", type,
      source
        + (type == "hevc"
          ? ["-c:v", "libx265", "-x265-params", settings + "b-pyramid=1:open-gop=1:log-level=none"]
          : ["-c:v", "libx264", "-x264-params", settings + "b-pyramid=normal"]))
  }

  @Test(
    arguments: [("h264", "25"), ("h264", "30000/1001"), ("hevc", "24")] as [(String, String)],
    [FileType.mp4, .mkv, .ts])
  func `raw pictures are copied at the times that their order says`(
    source: (type: String, rate: String), type: FileType
  ) async throws {
    let url = try await Self.film(source.type, rate: source.rate).url()
    let copy = folder.url("copied.\(type.rawValue)")
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(url))], as: type), to: copy)
    #expect(file.packetCounts == [60] && file.damage.isEmpty && file.isExact)
    let parts = source.rate.split(separator: "/").compactMap { Double($0) }
    let rate = parts[0] / (parts.count > 1 ? parts[1] : 1)
    let times = try await CopiedFilm.times(of: copy).pictures
    #expect(times.map { ((($0 - (times.first ?? 0)) * rate).rounded(.toNearestOrEven)) } == (0..<60).map(Double.init))
    // Decoders give pictures in their order, so that a wrong time would be another picture's.
    #expect(try await StoredFilm.witnessedPictures(of: copy) == StoredFilm.witnessedPictures(of: url))
    let (raw, copied) = (try await WildFile.facts(of: url), try await WildFile.facts(of: copy))
    #expect(raw.videoTracks.first?.timing.count == 60 && copied.videoTracks.first?.timing.count == 60)
    if type == .mp4 { #expect(copied.videoTracks.first?.timing == raw.videoTracks.first?.timing) }
  }

  @Test func `a part of raw pictures is copied from its key frame on`() async throws {
    let url = try await Self.film("h264", rate: "25").url()
    let copy = folder.url("part.mp4")
    let range = try CopiedFilm.range(Rational(32, 25), Rational(40, 25))
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(CopiedFilm.asset(url), range: range)], as: .mp4), to: copy)
    let duration = try Rational(8, 25)
    #expect(file.isExact && file.duration == duration)
    let size = 96 * 64 * 3 / 2
    let whole = try await StoredFilm.witnessedPictures(of: url)
    #expect(try await StoredFilm.witnessedPictures(of: copy).elementsEqual(whole[32 * size..<40 * size]))
  }

  @Test func `raw pictures are joined`() async throws {
    let url = try await Self.film("h264", rate: "25").url()
    let copy = folder.url("joined.mp4")
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(CopiedFilm.asset(url)), .init(CopiedFilm.asset(url))], as: .mp4), to: copy)
    #expect(file.packetCounts == [120])
    let whole = try await StoredFilm.witnessedPictures(of: url)
    #expect(try await StoredFilm.witnessedPictures(of: copy) == whole + whole)
  }

  @Test func `behind the end of a sequence the pictures of HEVC count anew`() async throws {
    let url = try await Self.film("hevc", rate: "24").url()
    let bytes = try Data(contentsOf: url)
    // The parameter sets before the last picture with clean random access, whose number is among those of the pictures before it.
    let picture = try #require(bytes.range(of: Data([0, 0, 1, 0x2A, 1]), options: .backwards))
    let sets = try #require(bytes.range(of: Data([0, 0, 1, 0x40, 1]), options: .backwards, in: 0..<picture.lowerBound))
    let spliced = folder.url("spliced.hevc")
    try (bytes + [0, 0, 0, 1, 0x48, 1] + bytes[sets.lowerBound...]).write(to: spliced)
    let source = try PacketSource(spliced.path)
    try source.noteOrder(at: spliced.path, cancellation: Cancellation())
    let order = try #require(source.pictureOrders.values.first)
    // Those behind the end that refer to what stood before it have none.
    let presented = try (0..<100).compactMap { try order.times(of: $0)?.presentation }
    let (last, next) = (presented.prefix(60).max(), presented.dropFirst(60).min())
    #expect(presented.count >= 65 && Set(presented).count == presented.count)
    #expect(try #require(last) < #require(next))
  }
}

extension CopyRawStreamTests {
  @Test(arguments: [FileType.mp4, .mkv]) func `pictures that no decoder shows are not copied`(type: FileType)
    async throws
  {
    let bytes = try Data(contentsOf: try await Self.film("hevc", rate: "24").url())
    // The stream begins with its second random access, before which pictures are presented that follow it.
    let picture = try #require(bytes.range(of: Data([0, 0, 1, 0x2A, 1])))
    let sets = try #require(bytes.range(of: Data([0, 0, 1, 0x40, 1]), options: .backwards, in: 0..<picture.lowerBound))
    let (cut, copy) = (folder.url("cut.hevc"), folder.url("cut.\(type.rawValue)"))
    try bytes[sets.lowerBound...].write(to: cut)
    let file = try await CopiedFilm.copy(PacketCopy([.init(CopiedFilm.asset(cut))], as: type), to: copy)
    let (facts, copied) = (try await WildFile.facts(of: cut), try await WildFile.facts(of: copy))
    let timing = try #require(facts.videoTracks.first?.timing)
    #expect(timing.count > 30 && file.packetCounts == [timing.count] && file.isExact && file.duration == facts.duration)
    #expect(copied.videoTracks.first?.timing.count == timing.count && copied.duration == facts.duration)
    #expect(try await CopiedFilm.times(of: copy).pictures.count == timing.count)
    #expect(try await StoredFilm.witnessedPictures(of: copy) == StoredFilm.witnessedPictures(of: cut))
  }
}

/// The order of pictures by what their slices say.
@Suite("The order of pictures without times")
struct PictureOrderTests {
  private func order(
    _ numbers: [Int32], keys: Set<Int> = [0], fields: [FieldParity?] = []
  ) throws -> PictureOrder {
    let packets = numbers.enumerated().map { index, number in
      PictureOrder.Coded(
        order: number, beginsSequence: keys.contains(index), field: index < fields.count ? fields[index] : nil)
    }
    return PictureOrder(packets, frameDuration: try Rational(1, 25))
  }

  private func times(_ order: PictureOrder, count: Int) throws -> (presented: [Int64], decoded: [Int64]) {
    let times = try (0..<count).map { try #require(try order.times(of: $0)) }
    func frames(_ time: Rational) throws -> Int64 { try (time * Rational(25)).rounded() }
    return (try times.map { try frames($0.presentation) }, try times.map { try frames($0.decoding) })
  }

  @Test func `each sequence counts anew, and decoding is ahead as far as it has to be`() throws {
    let order = try order([0, 8, 4, 2, 6, 0, 2], keys: [0, 5])
    let (presented, decoded) = try times(order, count: 7)
    #expect(presented == [0, 4, 2, 1, 3, 5, 6])
    #expect(decoded == [-2, -1, 0, 1, 2, 3, 4])
    #expect(zip(presented, decoded).allSatisfy(>=))
    #expect(try order.times(of: 7) == nil && order.times(of: -1) == nil)
  }

  @Test func `both fields of a frame are one picture`() throws {
    let order = try order(
      [0, 1, 8, 9, 4, 5, 2], fields: [.top, .bottom, .bottom, .top, .top, .bottom, nil])
    #expect((0..<7).map { order.isSecondField($0) } == [false, true, false, true, false, true, false])
    #expect(try times(order, count: 7).presented == [0, 0, 3, 3, 2, 2, 1])
  }

  @Test func `a field that is not shown completes no frame`() throws {
    let packets = [
      PictureOrder.Coded(order: 0, beginsSequence: true, field: .top),
      PictureOrder.Coded(order: -2, beginsSequence: false, field: .bottom, isSkipped: true),
      PictureOrder.Coded(order: 2, beginsSequence: false, field: .bottom),
    ]
    let order = PictureOrder(packets, frameDuration: try Rational(1, 25))
    #expect((0..<3).allSatisfy { !order.isSecondField($0) })
    #expect(try (0..<3).map { try order.times(of: $0)?.presentation } == [.zero, nil, Rational(1, 25)])
  }

  @Test func `a picture that more would follow than can wait begins to count anew`() throws {
    let first = (0..<20).map { Int32(2 * $0) }
    let order = try order(first + [0, 4, 2])
    #expect(try times(order, count: 23).presented == Array(0..<20) + [20, 22, 21])
  }
}
