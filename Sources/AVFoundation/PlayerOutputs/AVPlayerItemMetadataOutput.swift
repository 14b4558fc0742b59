import CoreMedia
public import Dispatch
public import Foundation
import Playing

/// Hears of what an item states (`AVPlayerItemMetadataOutputPushDelegate`).
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// `groups` of `track`, in order, hold from their time on.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
  /// Does nothing.
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {}
}

/// Statements of an item's tracks of metadata, group by group, when the item comes to each (`AVPlayerItemMetadataOutput`).
///
/// A sequence begins with what holds where the item stands. A file's metadata that holds all the time is not given, nor are chapters. It
/// belongs to one item at a time. Threads: any.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let identifiers: Set<String>?
  private let sequence: OutputSequence<Statement>

  /// A group, and the track that states it.
  private struct Statement: Sendable {
    let group: AVTimedMetadataGroup
    let track: AVPlayerItemTrack
  }

  /// Gives what has one of `identifiers`; everything if nil.
  public init(identifiers: [String]? = nil) {
    self.identifiers = identifiers.map { Set($0) }
    sequence = OutputSequence()
    super.init(telling: sequence)
    sequence.watch { [weak self] in self?.hear($0) }
  }

  /// The delegate.
  open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
    sequence.calls.delegate as? any AVPlayerItemMetadataOutputPushDelegate
  }
  /// Queue on which it hears of it; nil for the main queue.
  open var delegateQueue: DispatchQueue? { sequence.queue }

  /// Has `delegate` hear of it on `delegateQueue`, or on the main queue; it is not kept alive.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    sequence.setDelegate(delegate, on: delegateQueue)
  }

  /// Interval before a group's time at which the delegate is called while the item plays, in seconds from 0 on; 0 unless set.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { sequence.engine.advanceInterval }
    set { sequence.engine.advanceInterval = newValue }
  }

  // MARK: Events of the player

  private func hear(_ event: PlayerItemTimedOutput.Event) {
    switch event {
    case .needsTimes: sequence.read { [identifiers] in await Self.statements(of: $0, identifiers) }
    case .flushed: tellFlush(by: sequence.calls)
    case .begins(let time, let isForward): give(sequence.entries.holding(at: time, isForward: isForward))
    case .passes(let time, let isForward): give(sequence.entries.entering(at: time, isForward: isForward))
    }
  }

  private func give(_ statements: [Statement]) {
    for statement in statements where statement.track.isEnabled {
      _ = sequence.calls.call {
        ($0 as? any AVPlayerItemMetadataOutputPushDelegate)?.metadataOutput(
          self, didOutputTimedMetadataGroups: [statement.group], from: statement.track)
      }
    }
  }

  // MARK: Reading

  /// The metadata of the tracks of `item` with one of `identifiers`; none of tracks that cannot be read. Blocks.
  private static func statements(
    of item: AVPlayerItem, _ identifiers: Set<String>?
  ) async -> TimedEntries<Statement> {
    let tracks = (try? await item.asset.loadTracks(withMediaType: .metadata)) ?? []
    return TimedEntries(
      tracks.flatMap { track -> [TimedEntries<Statement>.Entry] in
        let (groups, shown) = (groups(of: track, in: item.asset), item.track(ofData: track))
        return groups.indices.compactMap { index in
          let group = groups[index]
          guard let wanted = group.containing(identifiers) else { return nil }
          let next = index + 1 < groups.count ? groups[index + 1].timeRange.start : .positiveInfinity
          let isTimed = group.timeRange.duration.isNumeric && group.timeRange.duration > .zero
          return .init(
            start: group.timeRange.start, end: isTimed ? group.timeRange.end : next,
            value: Statement(group: wanted, track: shown))
        }
      })
  }

  private static func groups(of track: AVAssetTrack, in asset: AVAsset) -> [AVTimedMetadataGroup] {
    guard let reader = try? AVAssetReader(asset: asset) else { return [] }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    guard reader.canAdd(output) else { return [] }
    reader.add(output)
    guard reader.startReading() else { return [] }
    var groups: [AVTimedMetadataGroup] = []
    while let group = adaptor.nextTimedMetadataGroup() { groups.append(group) }
    // A reader without a reference is cancelled.
    withExtendedLifetime(reader) {}
    return groups
  }
}

extension AVTimedMetadataGroup {
  /// The group without what has none of `identifiers`, itself if nil; nil where nothing is left.
  fileprivate func containing(_ identifiers: Set<String>?) -> AVTimedMetadataGroup? {
    guard let identifiers else { return self }
    let wanted = items.filter { $0.identifier.map { identifiers.contains($0.rawValue) } ?? false }
    return wanted.isEmpty ? nil : AVTimedMetadataGroup(items: wanted, timeRange: timeRange)
  }
}
