import CoreMedia
public import Dispatch
public import Foundation
import Playing
import Subtitles
import Synchronization

/// Hears of an item's text (`AVPlayerItemLegibleOutputPushDelegate`).
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// From `itemTime` on `strings`, or `nativeSamples` in their place, are read, and nothing else of the item; nothing where both are empty.
  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
  /// Does nothing.
  public func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {}
}

/// The text of an item that is read at each moment, of the option that is presented (`AVPlayerItemLegibleOutput`).
///
/// A sequence begins with the text at the item's time. Strings have the attributes of `kCMTextMarkupAttribute_…`: the
/// file's, and for missing ones those of the item's rules of style. It belongs to one item at a time. Threads: any.
/// Lock order: only `resolution`.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // @unchecked: as its superclass; what changes is under a lock.
  private let nativeSubtypes: Set<UInt32>
  private let sequence: OutputSequence<LegibleSample>
  private let resolution = Mutex(TextStylingResolution.default)

  /// Source of the text's style (`AVPlayerItemLegibleOutput.TextStylingResolution`).
  public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The resolution of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// By the file, the item's rules, and the user's preferences; here there are no preferences.
    public static let `default` = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
    /// By the file and the item's rules.
    public static let sourceAndRulesOnly = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
  }

  /// Gives text as strings.
  public convenience init() { self.init(mediaSubtypesForNativeRepresentation: []) }

  /// Gives text whose format is one of `subtypes`, four letters as numbers, as its samples stand in the file, where these are read here, and
  /// other text as strings. Captions by CEA-608 among them end the process, with the words of AVFoundation's exception.
  public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
    nativeSubtypes = Set(subtypes.map(\.uint32Value))
    if nativeSubtypes.contains(0x6336_3038) {
      Misuse.raise(
        "*** -[AVPlayerItemLegibleOutput initWithMediaSubtypesForNativeRepresentation:] c608 is not supported")
    }
    sequence = OutputSequence()
    super.init(telling: sequence)
    sequence.watch { [weak self] in self?.hear($0) }
  }

  /// The delegate.
  open var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? {
    sequence.calls.delegate as? any AVPlayerItemLegibleOutputPushDelegate
  }
  /// Queue on which it hears of it; nil for the main queue.
  open var delegateQueue: DispatchQueue? { sequence.queue }

  /// Has `delegate` hear of it on `delegateQueue`, or on the main queue; it is not kept alive.
  open func setDelegate(
    _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    sequence.setDelegate(delegate, on: delegateQueue)
  }

  /// Interval before a cue's time at which the delegate is called while the item plays, in seconds from 0 on; 0 unless set.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { sequence.engine.advanceInterval }
    set { sequence.engine.advanceInterval = newValue }
  }

  /// Source of the text's style; another than the two ends the process, with the words of AVFoundation's exception.
  open var textStylingResolution: TextStylingResolution {
    get { resolution.withLock { $0 } }
    set {
      guard [.default, .sourceAndRulesOnly].contains(newValue) else {
        Misuse.raise("*** -[AVPlayerItemLegibleOutput setTextStylingResolution:] \(newValue.rawValue) is not supported")
      }
      resolution.withLock { $0 = newValue }
    }
  }

  override func selectionChanged() { if sequence.hasBegun { read() } }

  // MARK: Events of the player

  private func hear(_ event: PlayerItemTimedOutput.Event) {
    switch event {
    case .needsTimes: read()
    case .flushed:
      sequence.flush()
      tellFlush(by: sequence.calls)
    case .begins(let time, let isForward), .passes(let time, let isForward):
      give(sequence.entries.holding(at: time, isForward: isForward), at: time)
    }
  }

  private func read() {
    sequence.read { [nativeSubtypes] in await LegibleSample.samples(of: $0, native: nativeSubtypes) }
  }

  private func give(_ samples: [LegibleSample], at time: CMTime) {
    guard sequence.isNews(!samples.isEmpty) else { return }
    let rules = sequence.item?.textStyleRules ?? []
    _ = sequence.calls.call { delegate in
      (delegate as? any AVPlayerItemLegibleOutputPushDelegate)?.legibleOutput(
        self, didOutputAttributedStrings: samples.compactMap { $0.cue?.attributedString(styledBy: rules) },
        nativeSampleBuffers: samples.compactMap(\.buffer), forItemTime: time.inMovieUnits)
    }
  }
}
