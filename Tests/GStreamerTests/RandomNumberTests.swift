import Testing

@testable import GStreamer

/// The random numbers that Matroska's tracks are called by: files that are begun side by side share them.
struct RandomNumberTests {
  @Test func `each beginning has numbers of its own, all of them long`() async {
    let seeds = await withTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<8 { group.addTask { (0..<50).map { _ in Framework.nextRandomSeed() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(seeds).count == 400)
    #expect(seeds.allSatisfy(Framework.hasLongNumbers))
  }
}
