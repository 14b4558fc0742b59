import EditingModel
import MediaFormats
public import MediaTime
import Rendering

/// A place among the packets of a track, which steps from one to another (`AVSampleCursor`).
///
/// ```swift
/// let samples = try await TrackSamples(of: track, renderer: renderer)
/// var cursor = samples.makeSampleCursor(presentationTimeStamp: CMTime(value: 3, timescale: 1))
/// while !cursor.currentSampleSyncInfo.sampleIsFullSync, cursor.stepInDecodeOrder(byCount: -1) != 0 {}
/// print(cursor.presentationTimeStamp, cursor.currentSampleStorageRange)
/// ```
///
/// A value: a copy stays where it is. The media are not read.
public struct SampleCursor: Sendable {
  /// The track's packets.
  public let samples: TrackSamples
  /// The number of the packet in the order of decoding, from 0.
  public private(set) var index: Int

  init(_ samples: TrackSamples, at index: Int) {
    (self.samples, self.index) = (samples, index)
  }

  var entry: SampleTable.Entry { samples.table.entries[index] }

  // MARK: Steps

  /// Steps over `count` packets in the order of decoding, back where it is negative (`stepInDecodeOrder(byCount:)`).
  ///
  /// - Returns: The number of packets that were stepped over: fewer where the track ends.
  @discardableResult
  public mutating func stepInDecodeOrder(byCount count: Int64) -> Int64 {
    let wanted = Int64(index).addingReportingOverflow(count)
    let target = clamped(wanted.overflow ? (count < 0 ? 0 : .max) : wanted.partialValue)
    defer { index = target }
    return Int64(target - index)
  }

  /// Steps over `count` packets in the order of presentation, back where it is negative
  /// (`stepInPresentationOrder(byCount:)`).
  ///
  /// - Returns: The number of packets that were stepped over: fewer where the track ends.
  @discardableResult
  public mutating func stepInPresentationOrder(byCount count: Int64) -> Int64 {
    let place = samples.presentationRanks[index]
    let wanted = Int64(place).addingReportingOverflow(count)
    let target = clamped(wanted.overflow ? (count < 0 ? 0 : .max) : wanted.partialValue)
    index = samples.presentationOrder[target]
    return Int64(target - place)
  }

  /// Moves to the packet that is decoded at the time `delta` later, or at the last one before it
  /// (`step(byDecodeTime:wasPinned:)`).
  ///
  /// - Returns: The distance that it moved, and whether the track ends before.
  @discardableResult
  public mutating func step(byDecodeTime delta: CMTime) -> (moved: CMTime, wasPinned: Bool) {
    let start = decodeTimeStamp
    let wanted = start + delta
    let count = samples.table.entries.count
    let table = samples
    let next = (0..<count).partitionPoint { table.decodeTime(of: $0) > wanted }
    index = max(0, next - 1)
    let last = table.decodeTime(of: count - 1)
    return (decodeTimeStamp - start, wanted > last || wanted < table.decodeTime(of: 0))
  }

  /// Moves to the packet that is presented at the time `delta` later, or at the last one before it
  /// (`step(byPresentationTime:wasPinned:)`).
  ///
  /// - Returns: The distance that it moved, and whether the track ends before.
  @discardableResult
  public mutating func step(byPresentationTime delta: CMTime) -> (moved: CMTime, wasPinned: Bool) {
    let start = presentationTimeStamp
    let wanted = start + delta
    index = samples.index(presentedAt: wanted)
    let order = samples.presentationOrder
    let (first, last) = (samples.presentationTime(of: order[0]), samples.presentationTime(of: order[order.count - 1]))
    return (presentationTimeStamp - start, wanted > last || wanted < first)
  }

  private func clamped(_ index: Int64) -> Int { Int(max(0, min(index, Int64(samples.table.entries.count - 1)))) }

  // MARK: The packet

  /// Its presentation time (`presentationTimeStamp`).
  public var presentationTimeStamp: CMTime { samples.presentationTime(of: index) }
  /// Its decode time; its presentation time where the file does not state one (`decodeTimeStamp`).
  public var decodeTimeStamp: CMTime { samples.decodeTime(of: index) }
  /// The duration of its presentation; invalid where the file does not state it (`currentSampleDuration`).
  public var currentSampleDuration: CMTime {
    guard let duration = entry.duration, let exact = try? Rational(duration, samples.table.timescale) else {
      return .invalid
    }
    return CMTime(notAfter: exact)
  }

  /// Whether decoding can start at a packet, and whether it can be left out (`AVSampleCursorSyncInfo`).
  public struct SyncInfo: Hashable, Sendable {
    /// Decoding can start here.
    public var sampleIsFullSync: Bool
    /// No other packet needs it.
    public var sampleIsDroppable: Bool
  }

  /// Whether decoding can start here, and whether it can be left out (`currentSampleSyncInfo`).
  public var currentSampleSyncInfo: SyncInfo {
    SyncInfo(sampleIsFullSync: entry.isSync, sampleIsDroppable: entry.isDependedOnByOthers == false)
  }

  /// Dependencies between packets, as far as the file states them (`AVSampleCursorDependencyInfo`).
  public struct DependencyInfo: Hashable, Sendable {
    /// Whether it takes others to decode it; nil where the file does not say.
    public var sampleDependsOnOthers: Bool?
    /// Whether others need it; nil where the file does not say.
    public var sampleHasDependentSamples: Bool?
  }

  /// The dependencies of the packet, in both directions (`currentSampleDependencyInfo`).
  public var currentSampleDependencyInfo: DependencyInfo {
    DependencyInfo(
      sampleDependsOnOthers: entry.dependsOnOthers, sampleHasDependentSamples: entry.isDependedOnByOthers)
  }

  // MARK: Where it is stored

  /// The place of its bytes in the file (`currentSampleStorageRange`).
  public var currentSampleStorageRange: Range<UInt64> { entry.offset..<entry.offset + UInt64(entry.byteCount) }

  /// The place of the bytes of its chunk in the file (`currentChunkStorageRange`). Those of other tracks may lie
  /// between in Matroska, whose chunks are clusters.
  public var currentChunkStorageRange: Range<UInt64> {
    let chunk = samples.chunk(around: index)
    let (first, last) = (samples.table.entries[chunk.lowerBound], samples.table.entries[chunk.upperBound - 1])
    return first.offset..<max(first.offset, last.offset + UInt64(last.byteCount))
  }

  /// The number of its chunk's packets, and whether all have the same size, duration and kind
  /// (`AVSampleCursorChunkInfo`).
  public struct ChunkInfo: Hashable, Sendable {
    /// The number of packets in the chunk.
    public var chunkSampleCount: Int
    /// All have as many bytes.
    public var chunkHasUniformSampleSizes: Bool
    /// All last as long.
    public var chunkHasUniformSampleDurations: Bool
  }

  /// The properties of its chunk (`currentChunkInfo`).
  public var currentChunkInfo: ChunkInfo {
    let entries = samples.table.entries[samples.chunk(around: index)]
    return ChunkInfo(
      chunkSampleCount: entries.count, chunkHasUniformSampleSizes: Set(entries.map(\.byteCount)).count <= 1,
      chunkHasUniformSampleDurations: Set(entries.map(\.duration)).count <= 1)
  }

  /// Its number in its chunk, from 0 (`currentSampleIndexInChunk`).
  public var currentSampleIndexInChunk: Int { index - samples.chunk(around: index).lowerBound }

  /// Whether a packet before this one is presented after it, in the order of decoding
  /// (`samplesWithEarlierDecodeTimeStampsMayHaveLaterPresentationTimeStamps(than:)`).
  public var hasEarlierSamplesPresentedLater: Bool { samples.latestPresentation(before: index) > entry.presentation }
}

extension Range<Int> {
  /// The first index for which `holds`, which does so for all after it; the end where there is none.
  func partitionPoint(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
