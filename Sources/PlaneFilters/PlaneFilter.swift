private import CPlaneFilters

/// The inner loops of drawing: sums of samples times weights, in whole numbers, so that every processor computes the same.
///
/// - A *weight* has 14 fractional bits.
/// - A *level* is a sample on a scale on which 16,384 is one more than the largest sample: whatever its depth, it fits
///   16 bits with what a filter overshoots.
/// - A *fine sample* has 16 bits and does not overshoot.
///
/// Threads: any.
public enum PlaneFilter {
  /// One, as a weight.
  public static let one = 1 << 14

  /// Rows mixed to one: level i is the sum of `weights[t]` times sample i of the row that begins at byte `starts[t]` of
  /// `samples`.
  ///
  /// - Parameters:
  ///   - samples: rows of samples of `depth` bits, each in one byte if that is 8 or else in two, the lower one first. A depth
  ///     of 17 leaves as much room again for what a filter overshoots.
  ///   - weights: as many as there are rows: an even number.
  ///   - count: how many samples of each row are mixed, not more than `levels` has room for.
  public static func mixRows<Sample: FixedWidthInteger & BitwiseCopyable>(
    of samples: Span<Sample>, depth: Int, startingAt starts: Span<Int>, weights: Span<Int16>, count: Int,
    into levels: inout MutableSpan<Int16>
  ) {
    let bytesPerSample = depth > 8 ? 2 : 1
    let byteCount = samples.count * Sample.bitWidth / 8
    precondition(starts.count == weights.count && weights.count.isMultiple(of: 2) && 0...levels.count ~= count)
    for index in starts.indices {
      precondition(starts[index] >= 0 && starts[index] + count * bytesPerSample <= byteCount)
    }
    guard count > 0 else { return }
    // SAFETY: every row lies within the samples and the levels have room, as checked; nothing keeps the pointers.
    unsafe samples.withUnsafeBytes { samples in
      unsafe starts.withUnsafeBufferPointer { starts in
        unsafe weights.withUnsafeBufferPointer { weights in
          unsafe levels.withUnsafeMutableBufferPointer { levels in
            unsafe plane_filters_mix_rows(
              samples.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytesPerSample), Int32(depth),
              starts.baseAddress, weights.baseAddress,
              Int32(weights.count), Int32(count), levels.baseAddress)
          }
        }
      }
    }
  }

  /// A row of levels sampled at many places: fine sample i is the sum of `places.weights[i * places.taps + t]` times
  /// `levels[places.starts[i] + t]`, brought to 0…`largest`.
  public static func sample(
    _ levels: Span<Int16>, at places: borrowing RowPlaces, largest: UInt16, into fine: inout MutableSpan<UInt16>
  ) {
    precondition(places.reach <= levels.count && places.starts.count <= fine.count)
    guard !places.starts.isEmpty else { return }
    // SAFETY: `reach` is past what any place reads, and the fine samples have room, as checked; nothing keeps the pointers.
    unsafe levels.withUnsafeBufferPointer { levels in
      unsafe places.starts.span.withUnsafeBufferPointer { starts in
        unsafe places.weights.span.withUnsafeBufferPointer { weights in
          unsafe fine.withUnsafeMutableBufferPointer { fine in
            unsafe plane_filters_sample_row(
              levels.baseAddress, starts.baseAddress, weights.baseAddress, Int32(places.taps), Int32(starts.count),
              Int32(largest), fine.baseAddress)
          }
        }
      }
    }
  }

  /// A plane of levels, `stride` of them a row, sampled at the first `count` places of a line: the sum of what the kernels
  /// of `across` and `down` weigh, brought to 0…`largest`.
  public static func sample(
    _ levels: Span<Int16>, stride: Int, along line: PlaneLine, count: Int, across: PhaseWeights, down: PhaseWeights,
    largest: UInt16, into fine: inout MutableSpan<UInt16>
  ) {
    let columns = line.last.across >> 32 + 1 + Int64(across.taps)
    let rows = line.last.down >> 32 + 1 + Int64(down.taps)
    precondition(
      line.last.across >= 0 && line.last.down >= 0 && columns <= stride && rows <= levels.count / max(1, stride)
        && 0...fine.count ~= count)
    guard count > 0 else { return }
    let described = plane_filters_line(
      x: line.start.across, y: line.start.down, step_x: line.step.across, step_y: line.step.down,
      last_x: line.last.across, last_y: line.last.down, count: Int32(count))
    // SAFETY: places are brought to where all that is read lies in the plane, as checked; nothing keeps the pointers.
    unsafe levels.withUnsafeBufferPointer { levels in
      unsafe across.weights.span.withUnsafeBufferPointer { weightsAcross in
        unsafe down.weights.span.withUnsafeBufferPointer { weightsDown in
          unsafe fine.withUnsafeMutableBufferPointer { fine in
            unsafe plane_filters_sample_line(
              levels.baseAddress, stride, described, weightsAcross.baseAddress, Int32(across.taps),
              weightsDown.baseAddress, Int32(down.taps), Int32(largest), fine.baseAddress)
          }
        }
      }
    }
  }

  /// A row of `samples` of eight bits, each as `table`, of 256, has it, written into `mapped` from `offset` on.
  public static func map(
    _ samples: Span<UInt8>, by table: Span<UInt8>, into mapped: inout MutableSpan<UInt8>, at offset: Int
  ) {
    precondition(table.count == 256 && offset >= 0 && samples.count <= mapped.count - offset)
    // SAFETY: the table has a place for each sample and there is room, as checked; nothing keeps the pointers.
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe table.withUnsafeBufferPointer { table in
        unsafe mapped.withUnsafeMutableBufferPointer { mapped in
          guard let first = mapped.baseAddress else { return }
          unsafe plane_filters_map_row(samples.baseAddress, table.baseAddress, Int32(samples.count), first + offset)
        }
      }
    }
  }
}

/// Places on a line through a plane, in samples with 32 fractional bits.
public struct PlaneLine: Sendable {
  /// A place, or a way from one to another.
  public typealias Place = (across: Int64, down: Int64)

  /// The first place.
  public var start: Place
  /// From one place to the next.
  public var step: Place
  /// The last place that there is: one beyond it, or before 0, is brought there.
  public var last: Place

  /// The places from `start` on, `step` apart, brought to what lies between 0 and `last`.
  public init(from start: Place, step: Place, upTo last: Place) {
    self.start = start
    self.step = step
    self.last = last
  }
}
