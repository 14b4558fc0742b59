import MediaTime

/// The boxes of a sample table (ISO/IEC 14496-12 §8.6.1, 8.7).
extension MovieSampleTable {
  /// The content of a box of the table.
  package struct Entries {
    package var bytes: [UInt8]

    /// The box `type`, unless there is none, or more of it than a header holds.
    package init?(_ type: String, in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let box = boxes[type], box.end <= file.count, box.end - box.body < 1 << 28 else {
        return nil
      }
      bytes = try file.read(at: box.body, Int(box.end - box.body))
    }

    /// The box `type` of a header of `bytes`, unless there is none.
    init?(_ type: String, in boxes: MovieBoxes, of bytes: [UInt8]) {
      guard let box = boxes[type] else { return nil }
      self.bytes = Array(bytes[box.content..<Int(box.end)])
    }

    /// Version and flags come first, then the number of entries.
    package var count: Int { min(Int(number(at: 4)), bytes.count / 4) }

    package func number(at offset: Int) -> UInt64 { bytes.bigEndian(at: offset, 4) }

    /// The entries as numbers of samples, which a box counts from 1, counted from 0.
    package var keyNumbers: Set<Int> { Set((0..<count).map { Int(number(at: 8 + 4 * $0)) - 1 }) }

    /// Entries of a count and a value.
    package func pairs(from start: Int) -> [(count: UInt64, value: UInt64)] {
      (0..<max(0, min(count, (bytes.count - start) / 8))).map {
        (number(at: start + 8 * $0), number(at: start + 8 * $0 + 4))
      }
    }
  }

  /// Composition offsets of all samples, in the track's units, raised so that the least is zero.
  package struct ShiftedOffsets: Sequence {
    private let runs: [(count: UInt64, value: UInt64)]?
    /// The addend that keeps every presentation from preceding its decoding.
    package let lead: UInt64

    /// Nil where an offset cannot be meant.
    package init?(in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let entries = try Entries("ctts", in: boxes, of: file) else {
        (runs, lead) = (nil, 0)
        return
      }
      let offsets = entries.pairs(from: 8).map { ($0.count, Int64(Int32(truncatingIfNeeded: $0.value))) }
      // A box that says the shift itself may say another.
      guard offsets.allSatisfy({ abs($0.1) < 1 << 30 }), boxes["cslg"] == nil else {
        return nil
      }
      let least = Swift.min(0, offsets.map(\.1).min() ?? 0)
      lead = UInt64(-least)
      runs = offsets.map { ($0, UInt64($1 - least)) }
    }

    package func makeIterator() -> AnyIterator<UInt64> {
      guard let runs else { return AnyIterator { 0 } }
      var position = runs.makeIterator()
      var current = position.next() ?? (0, 0)
      return AnyIterator {
        while current.count == 0 {
          guard let next = position.next() else { return nil }
          current = next
        }
        current.count -= 1
        return current.value
      }
    }
  }

  /// The sizes of samples.
  package struct SampleSizes {
    private let entries: Entries
    private let uniform: UInt64
    /// The number of samples.
    package let count: Int

    package init?(in boxes: MovieBoxes, of file: FileBytes) throws {
      guard let entries = try Entries("stsz", in: boxes, of: file) else { return nil }
      self.init(entries)
    }

    /// The sizes in `entries`, the box `stsz`; nil without samples, or where sizes are missing.
    init?(_ entries: Entries) {
      self.entries = entries
      uniform = entries.number(at: 4)
      count = Int(entries.number(at: 8))
      guard count > 0, uniform > 0 || entries.bytes.count >= 12 + 4 * count else { return nil }
    }

    /// Whether all are equally large.
    package var isUniform: Bool { uniform > 0 }

    /// Bytes of all samples.
    package var total: UInt64 {
      uniform > 0
        ? uniform.multipliedReportingOverflow(by: UInt64(count)).partialValue
        : (0..<count).reduce(0) { $0 &+ self[$1] }
    }

    package subscript(sample: Int) -> UInt64 { uniform > 0 ? uniform : entries.number(at: 12 + 4 * sample) }
  }

  /// Samples that lie behind one another in the file.
  package struct Chunk {
    package var offset: UInt64
    package var samples: Range<Int>
    /// The number of their description, from 0.
    var description = 0

    /// Whether all of it is inside `file`; samples that are all alike are not counted one by one.
    package func isInside(_ file: FileBytes, _ sizes: SampleSizes) -> Bool {
      guard sizes.isUniform else { return holds(sizes, within: file.count) }
      let (length, overflows) = UInt64(samples.count).multipliedReportingOverflow(by: sizes[0])
      return !overflows && offset <= file.count && length <= file.count - offset
    }

    /// Whether all of it is inside the first `end` bytes.
    package func holds(_ sizes: SampleSizes, within end: UInt64) -> Bool {
      let last = samples.reduce(offset) { $0 &+ sizes[$1] }
      return last >= offset && last <= end
    }
  }

  /// The offsets of chunks, and the number of samples that each of them can hold.
  package struct Chunks {
    private let offsets: [UInt64]
    /// The number of the first chunk of each run, from 0, how many samples its chunks hold, and the number of their description, from 0.
    private let runs: [(chunk: Int, samples: Int, description: Int)]

    /// The chunks of a table of `boxes`, whose samples have one of the first `descriptions` descriptions.
    package init?(in boxes: MovieBoxes, of file: FileBytes, descriptions: Int = 1) throws {
      try self.init(
        Entries("stsc", in: boxes, of: file), short: Entries("stco", in: boxes, of: file),
        long: Entries("co64", in: boxes, of: file), descriptions: descriptions)
    }

    /// The chunks of the boxes `stsc`, and `stco` or `co64`; nil where one is missing or cannot be meant. By default all samples have the
    /// first description: another one is another codec.
    init?(_ runs: Entries?, short: Entries?, long: Entries?, descriptions: Int = 1) {
      guard let runs else { return nil }
      if let short {
        guard short.bytes.count >= 8 + 4 * short.count else { return nil }
        offsets = (0..<short.count).map { short.number(at: 8 + 4 * $0) }
      } else if let long {
        guard long.bytes.count >= 8 + 8 * long.count else { return nil }
        offsets = (0..<long.count).map { long.bytes.bigEndian(at: 8 + 8 * $0, 8) }
      } else {
        return nil
      }
      var found: [(chunk: Int, samples: Int, description: Int)] = []
      for entry in 0..<min(runs.count, (runs.bytes.count - 8) / 12) {
        let first = Int(runs.number(at: 8 + 12 * entry)) - 1
        let description = Int(runs.number(at: 8 + 12 * entry + 8)) - 1
        guard first >= 0, first > found.last?.chunk ?? -1, (0..<descriptions).contains(description) else { return nil }
        found.append((first, Int(runs.number(at: 8 + 12 * entry + 4)), description))
      }
      guard found.first?.chunk == 0 else { return nil }
      self.runs = found
    }

    /// The chunks that `count` samples fill; nil where they hold fewer.
    package func filled(with count: Int) -> [Chunk]? {
      var chunks: [Chunk] = []
      var sample = 0
      for (number, offset) in offsets.enumerated() where sample < count {
        let run = runs[runs.partitioningIndex { $0.chunk > number } - 1]
        let next = sample + min(run.samples, count - sample)
        chunks.append(Chunk(offset: offset, samples: sample..<next, description: run.description))
        sample = next
      }
      return sample == count ? chunks : nil
    }
  }
}
