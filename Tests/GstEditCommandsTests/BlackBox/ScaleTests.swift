import TestSupport
import Testing

/// C7: ten times the cuts, the same memory, threads and open files, and ten times the work.
@Suite(.serialized) struct ScaleTests {
  private func usage(cuts: Int) async throws -> ProcessUsage {
    let films = (1...3).map { IndexedFilm(film: UInt8($0)) }
    var document = try await FilmEdit.random(
      cuts, of: ProofScope.isFull ? 15 : 4, from: films, frameDuration: FrameRate.ntsc.frameDuration, seed: 6
    ).document()
    document.export = .quick("mkv")
    let exported = try await Exported(document)
    #expect(try await FilmReader.times(exported.url).count == cuts * (ProofScope.isFull ? 15 : 4))
    return exported.outcome.usage
  }

  @Test func `A project of ten times the cuts needs no more memory, threads or files`() async throws {
    // Both films are longer than a segment.
    let count = ProofScope.isFull ? 100 : 70
    // Peaks are sampled, and a short run may be over before its own has been seen.
    var few = try await usage(cuts: count)
    for _ in 0..<2 {
      let again = try await usage(cuts: count)
      few.peakMemory = max(few.peakMemory, again.peakMemory)
      few.peakThreads = max(few.peakThreads, again.peakThreads)
      few.peakOpenFiles = max(few.peakOpenFiles, again.peakOpenFiles)
    }
    // Peaks are caught by looking now and then: from 70 to 1,600 cuts a process is seen with 22 to 25 threads.
    let spread = 4
    var many = try await usage(cuts: count * 10)
    for _ in 0..<2 where many.peakThreads > few.peakThreads + spread || many.peakOpenFiles > few.peakOpenFiles + 2 {
      let again = try await usage(cuts: count * 10)
      many.peakThreads = min(many.peakThreads, again.peakThreads)
      many.peakOpenFiles = min(many.peakOpenFiles, again.peakOpenFiles)
    }
    // What a process works grows with what else the machine does meanwhile: runs are compared that followed each other.
    var ratio = many.processorSeconds / few.processorSeconds
    for _ in 0..<2 where ratio > 12 {
      let before = try await usage(cuts: count)
      ratio = min(ratio, try await usage(cuts: count * 10).processorSeconds / before.processorSeconds)
    }
    let told = "\(count) cuts: \(few), \(count * 10) cuts: \(many)"
    #expect(Double(many.peakMemory) <= 1.1 * Double(few.peakMemory), "\(told)")
    #expect(many.peakThreads <= few.peakThreads + spread, "\(told)")
    #expect(many.peakOpenFiles <= few.peakOpenFiles + 2, "\(told)")
    #expect(ratio <= 12, "\(told)")
  }
}
