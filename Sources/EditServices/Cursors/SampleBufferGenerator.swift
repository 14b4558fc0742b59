import EditingModel
import MediaTime
public import Rendering

/// Makes sample buffers of the packets that cursors stand at, with their bytes or without (`AVSampleBufferGenerator`).
///
/// ```swift
/// let generator = SampleBufferGenerator()
/// let buffer = try await generator.sampleBuffer(at: cursor)
/// ```
///
/// A packet's bytes are read when they are asked for, and no others. They carry no description of the engine's: a writer takes
/// packets from a reader. Threads: any.
public struct SampleBufferGenerator: Sendable {
  /// A generator.
  public init() {}

  /// The packet at `cursor`, with its bytes (`makeSampleBuffer(for:)`).
  ///
  /// - Throws: `RenderError` with `.mediaMissing` or `.mediaUnreadable`.
  public func sampleBuffer(at cursor: SampleCursor) async throws(RenderError) -> SampleBuffer {
    try await sampleBuffers(from: cursor, count: 1)[0]
  }

  /// Up to `count` packets from that at `cursor` on, in the order of decoding, with their bytes; those that lie behind one
  /// another are read at once.
  ///
  /// - Throws: As ``sampleBuffer(at:)``.
  public func sampleBuffers(from cursor: SampleCursor, count: Int) async throws(RenderError) -> [SampleBuffer] {
    do {
      return try await DedicatedThread.run(named: "sample buffers") { try Self.read(from: cursor, count: count) }
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// The packet at `cursor` without its bytes: its times and what it depends on (`AVSampleBufferRequest` of a sample reference).
  public func sampleReference(at cursor: SampleCursor) -> SampleBuffer {
    var buffer = Self.buffer(at: cursor, [])
    buffer.storedBytes = cursor.currentSampleStorageRange
    return buffer
  }

  /// Limit of the bytes that are read at once.
  private static let mostBytes = 4 << 20

  private static func read(from cursor: SampleCursor, count: Int) throws -> [SampleBuffer] {
    guard let asset = cursor.samples.track.asset else { throw RenderError(.mediaMissing, "The track has no file.") }
    let entries = cursor.samples.table.entries
    let wanted = cursor.index..<min(entries.count, cursor.index + max(1, count))
    var buffers: [SampleBuffer] = []
    var place = cursor
    var next = wanted.lowerBound
    while next < wanted.upperBound {
      // Neighbors in the file are read together.
      var last = next
      while last + 1 < wanted.upperBound,
        entries[last + 1].offset == entries[last].offset + UInt64(entries[last].byteCount),
        entries[last + 1].offset - entries[next].offset < UInt64(mostBytes)
      {
        last += 1
      }
      let start = entries[next].offset
      let length = Int(clamping: entries[last].offset - start) + entries[last].byteCount
      let bytes = try cursor.samples.renderer.bytes(of: asset, at: start, length)
      guard bytes.count == length else {
        throw RenderError(
          .mediaUnreadable, "The file ends before packet \(last) of the track.", remedy: "Check the file.", asset: asset
        )
      }
      for index in next...last {
        let offset = Int(entries[index].offset - start)
        buffers.append(buffer(at: place, Array(bytes[offset..<offset + entries[index].byteCount])))
        place.stepInDecodeOrder(byCount: 1)
      }
      next = last + 1
    }
    return buffers
  }

  private static func buffer(at cursor: SampleCursor, _ bytes: [UInt8]) -> SampleBuffer {
    var buffer = SampleBuffer(
      .data(bytes), presentationTime: cursor.presentationTimeStamp, decodeTime: cursor.decodeTimeStamp,
      duration: cursor.currentSampleDuration, formatDescription: cursor.samples.track.formatDescriptions.first)
    let needs = cursor.currentSampleDependencyInfo
    buffer.isSync = cursor.currentSampleSyncInfo.sampleIsFullSync
    (buffer.dependsOnOthers, buffer.isDependedOnByOthers) = (
      needs.sampleDependsOnOthers, needs.sampleHasDependentSamples
    )
    return buffer
  }
}
