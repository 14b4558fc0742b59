import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering
import Synchronization
import Waiting

extension MediaScan {
  /// Reads `extent` of the packets of `file`, at `asset`; with `endsAtErrors`, up to where it cannot be read any more.
  ///
  /// - Throws: `RenderError` if it cannot be read to its end, or stalls.
  init(
    _ file: StoredFile, at asset: AssetReference, extent: Extent, endsAtErrors: Bool, cancellation: Cancellation
  ) throws {
    self.init()
    declaredDuration = file.duration
    unread = file.unread
    let tracks = try readable(file.entries, of: asset, extent: extent)
    defer { for track in tracks { track.stop() } }
    // A movie lists its packets, which may lie anywhere; those of other files are read once for all tracks.
    for group in file.kind == .movie ? tracks.map({ [$0] }) : [tracks] {
      do {
        try Self.read(group, of: asset, extent: extent, cancellation: cancellation)
      } catch let error as PacketFileError {
        guard endsAtErrors, group.contains(where: { $0.count > 0 }) else { throw error }
        faults.append(ContainerFault(offset: 0, finding: "it cannot be read any further: \(error)", isEnd: true))
      }
    }
    streams = try tracks.map { try $0.stream() }
  }

  /// The tracks of `entries` whose codec is read. Others are left out where one of their kind is read, and ``unread`` has their numbers: as the
  /// spatial sound of a telephone's film, which has the same in stereo.
  ///
  /// - Throws: `RenderError` where no track of a kind is read, and where the decoder is not installed.
  private mutating func readable(
    _ entries: [StoredFile.Entry], of asset: AssetReference, extent: Extent
  ) throws -> [StoredTrackScan] {
    var tracks: [StoredTrackScan] = []
    var refusals: [(entry: StoredFile.Entry, error: RenderError)] = []
    for entry in entries {
      do {
        tracks.append(try StoredTrackScan(entry, of: asset, extent: extent))
      } catch let error as RenderError where error.code == .unsupported {
        refusals.append((entry, error))
      }
    }
    for (entry, error) in refusals {
      guard tracks.contains(where: { $0.entry.mediaType == entry.mediaType }) else { throw error }
      if let number = entry.identity.number { unread.insert(number) }
    }
    return tracks
  }

  /// Has `tracks` of the file at `asset` take their packets.
  private static func read(
    _ tracks: [StoredTrackScan], of asset: AssetReference, extent: Extent, cancellation: Cancellation
  ) throws {
    let isStopped = StopSignal()
    defer { isStopped.send() }
    let outcome = OneShotChannel<Result<Void, any Error>>()
    let path = asset.url.path
    DedicatedThread.start(named: "packets") {
      outcome.send(Result { try pass(packetsOf: path, to: tracks, until: isStopped) })
      for track in tracks { track.end() }
    }
    var watchdog = Watchdog()
    var result: Result<Void, any Error>?
    while true {
      if result == nil { result = outcome.take(within: extent.pollInterval) }
      let rest = try tracks.filter { try !$0.isOver(within: 0) }
      if let result {
        guard let first = rest.first else { return try result.get() }
        _ = try first.isOver(within: extent.pollInterval)
      }
      try cancellation.check()
      let count = tracks.reduce(0) { $0 + $1.count }
      if extent == .beginning, count > 0 { return }
      watchdog.note(count)
      try watchdog.check(waitingFor: "the packets of \(asset.name)") { rest.first?.graph ?? "" }
    }
  }

  /// The signal to end for the thread that reads packets.
  private final class StopSignal: Sendable {
    private let isSent = Atomic(false)

    func send() { isSent.store(true, ordering: .relaxed) }
    var wasSent: Bool { isSent.load(ordering: .relaxed) }
  }

  /// Passes the packets of the file at `path` to `tracks`, in the file's order, until none wants any.
  private static func pass(
    packetsOf path: String, to tracks: [StoredTrackScan], until signal: StopSignal
  ) throws {
    let source = try PacketSource(path, for: .decoding, finding: Set(tracks.map(\.entry.stored.kind)))
    var rest = Dictionary(tracks.map { ($0.entry.stored.index, $0) }) { first, _ in first }
    source.selectOnly(Set(rest.keys))
    while !rest.isEmpty, !signal.wasSent, let packet = try source.next() {
      guard let track = rest[packet.stream], try !track.take(packet, of: source) else { continue }
      rest[packet.stream] = nil
      source.selectOnly(Set(rest.keys))
    }
  }
}
