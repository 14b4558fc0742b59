public import EditingModel
import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// The packets of a file's track as the file lists them, which cursors step over: of movies that are not in fragments, and of
/// Matroska and WebM.
///
/// ```swift
/// let track = try await asset.loadTracks(withMediaType: .video)[0]
/// let samples = try await TrackSamples(of: track, renderer: renderer)
/// print(samples.count, samples.makeSampleCursorAtLastSampleInDecodeOrder().presentationTimeStamp)
/// ```
///
/// Only lists are read: of a movie its header, of Matroska the heads of its blocks. Threads: any.
public final class TrackSamples: Sendable {
  /// The track.
  public let track: AssetTrack
  let table: SampleTable
  let renderer: any MediaReading
  /// The numbers of the packets in the order of presentation, and the place of each packet in that.
  let presentationOrder: [Int]
  let presentationRanks: [Int]
  /// The latest presentation of all packets before each.
  private let latest: [Int64]
  private let knownFormat = Mutex<PacketFormat?>(nil)

  /// The packets of `track`, which was loaded from a file.
  ///
  /// - Throws: `RenderError`: `.unsupported` for a composition's track, and for a file that lists no packets; as
  ///   `Renderer.packets(of:_:)`.
  public init(of track: AssetTrack, renderer: any MediaReading) async throws(RenderError) {
    guard let source = track.source else {
      throw RenderError(
        .unsupported, "A composition's track has no packets of its own.", remedy: "Step over those of its files.")
    }
    (self.track, self.renderer) = (track, renderer)
    do {
      table = try await renderer.sampleTable(of: source, track.mediaType)
    } catch {
      throw RenderError(describing: error)
    }
    guard !table.entries.isEmpty else {
      throw RenderError(.mediaUnreadable, "The track has no packets.", remedy: "Check the file.", asset: track.asset)
    }
    let entries = table.entries
    presentationOrder = entries.indices.sorted { (entries[$0].presentation, $0) < (entries[$1].presentation, $1) }
    var ranks = [Int](repeating: 0, count: entries.count)
    for (rank, index) in presentationOrder.enumerated() { ranks[index] = rank }
    presentationRanks = ranks
    var latest: [Int64] = []
    latest.reserveCapacity(entries.count)
    var last = Int64.min
    for entry in entries {
      latest.append(last)
      last = max(last, entry.presentation)
    }
    self.latest = latest
  }

  /// The number of packets.
  public var count: Int { table.entries.count }

  /// The format of the packets, as a reader of them says; found out once.
  ///
  /// - Throws: As `Renderer.packets(of:_:)`.
  public func packetFormat() async throws(RenderError) -> PacketFormat {
    if let known = knownFormat.withLock({ $0 }) { return known }
    guard let source = track.source else { throw RenderError(.mediaMissing, "The track has no file.") }
    do {
      let reader = try await renderer.packets(of: source, track.mediaType)
      defer { reader.close() }
      let format = reader.format
      knownFormat.withLock { $0 = format }
      return format
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// A cursor at the packet that is presented at `time`, or at the last one before it; at the first where there is none
  /// (`makeSampleCursor(presentationTimeStamp:)`).
  public func makeSampleCursor(presentationTimeStamp time: CMTime) -> SampleCursor {
    SampleCursor(self, at: index(presentedAt: time))
  }

  /// A cursor at the packet that is decoded first (`makeSampleCursorAtFirstSampleInDecodeOrder()`).
  public func makeSampleCursorAtFirstSampleInDecodeOrder() -> SampleCursor { SampleCursor(self, at: 0) }

  /// A cursor at the packet that is decoded last (`makeSampleCursorAtLastSampleInDecodeOrder()`).
  public func makeSampleCursorAtLastSampleInDecodeOrder() -> SampleCursor { SampleCursor(self, at: count - 1) }

  // MARK: Times

  func presentationTime(of index: Int) -> CMTime { time(table.entries[index].presentation) }

  func decodeTime(of index: Int) -> CMTime {
    let entry = table.entries[index]
    return time(entry.decoding ?? entry.presentation)
  }

  private func time(_ ticks: Int64) -> CMTime { (try? table.time(ticks)).map(CMTime.init(notAfter:)) ?? .invalid }

  func index(presentedAt time: CMTime) -> Int {
    let next = (0..<count).partitionPoint { presentationTime(of: presentationOrder[$0]) > time }
    return presentationOrder[max(0, next - 1)]
  }

  func latestPresentation(before index: Int) -> Int64 { latest[index] }

  /// The packets of the chunk of packet `index`.
  func chunk(around index: Int) -> Range<Int> {
    let chunk = table.entries[index].chunk
    let first = (0..<count).partitionPoint { table.entries[$0].chunk >= chunk }
    return first..<(first..<count).partitionPoint { table.entries[$0].chunk > chunk }
  }
}
