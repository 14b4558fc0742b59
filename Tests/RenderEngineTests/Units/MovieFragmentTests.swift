import Testing

@testable import Containers
@testable import RenderEngine

/// The description of a fragment, box by box.
@Suite("Fragments of movies") struct MovieFragmentTests {
  private static func sample(_ track: Int, _ place: Int64, _ count: Int64, _ time: Int64) -> MovieFragment.Sample {
    MovieFragment.Sample(
      track: track, place: place, byteCount: count, decoding: time, duration: 9, offset: Int64(-track),
      isKeyFrame: time == 0)
  }

  @Test func `samples are found where they lie`() throws {
    // Two of the first track, one of the second, and one of the first.
    let fragment = MovieFragment(
      number: 3,
      samples: [
        Self.sample(0, 1_000, 10, 0), Self.sample(0, 1_010, 20, 5), Self.sample(1, 1_030, 30, 0),
        Self.sample(0, 1_060, 40, 7),
      ])
    let bytes = fragment.bytes(at: 900)
    #expect(bytes.count == fragment.bytes(at: 0).count)
    let whole = try #require(MovieBoxes(bytes)["moof"])
    #expect(whole.size == UInt64(bytes.count))
    let parts = MovieBoxes(bytes, inside: whole).all("traf")
    let runs = parts.map { part in MovieBoxes(bytes, inside: part).all("trun") }
    #expect(runs.map(\.count) == [2, 1])
    func numbers(_ box: MovieBoxes.Box) -> [Int32] {
      stride(from: box.content + 4, to: Int(box.end), by: 4).map {
        Int32(truncatingIfNeeded: bytes.bigEndian(at: $0, 4))
      }
    }
    // How many, where from the description on; and of each its duration, size, flags and offset.
    #expect(numbers(runs[0][0]) == [2, 100, 5, 10, 0x0200_0000, 0, 2, 20, 0x0101_0000, 0])
    #expect(numbers(runs[0][1]) == [1, 160, 9, 40, 0x0101_0000, 0])
    #expect(numbers(runs[1][0]) == [1, 130, 9, 30, 0x0200_0000, -1])
  }
}
