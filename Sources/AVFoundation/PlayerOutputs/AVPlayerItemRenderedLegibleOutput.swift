import CoreMedia
public import CoreVideo
public import Dispatch
public import Foundation
import LayerDrawing
import Layers
import MediaFormats
import ModelValues
import Playing
import Subtitles
import Synchronization

/// Hears of an item's text as pictures (`AVPlayerItemRenderedLegibleOutputPushDelegate`).
public protocol AVPlayerItemRenderedLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// From `itemTime` on `captionImages` are seen, and nothing else of the item's text; nothing where there are none.
  func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput, didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime)
}

extension AVPlayerItemRenderedLegibleOutputPushDelegate {
  /// Does nothing.
  public func renderedLegibleOutput(
    _ output: AVPlayerItemRenderedLegibleOutput, didOutputRenderedCaptionImages captionImages: [AVRenderedCaptionImage],
    forItemTime itemTime: CMTime
  ) {}
}

/// A picture of text, to be laid over those of a film (`AVRenderedCaptionImage`). Immutable. Threads: any.
open class AVRenderedCaptionImage: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The picture, to be read only, in BGRA, colors not multiplied by opacity.
  public let pixelBuffer: CVPixelBuffer
  /// Position of its upper left corner, from that of the film's pictures on, in pixels of the size that was asked for.
  public let position: CGPoint

  init(_ pixelBuffer: CVPixelBuffer, at position: CGPoint) {
    (self.pixelBuffer, self.position) = (pixelBuffer, position)
    super.init()
  }
}

/// The text of an item that is read at each moment, of the option that is presented, as pictures (`AVPlayerItemRenderedLegibleOutput`).
///
/// They have the file's style, and for missing attributes that of subtitles in films made here: the item's rules of
/// style do not apply. A sequence begins with the text at the item's time. It belongs to one item at a time. Threads:
/// any. Lock order: only `size`.
open class AVPlayerItemRenderedLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // @unchecked: as its superclass; what changes is under a lock.
  private let sequence: OutputSequence<LegibleSample>
  private let size: Mutex<CGSize>

  /// Gives pictures for films that are seen in `videoDisplaySize`, in pixels; none where that is empty.
  public init(videoDisplaySize: CGSize) {
    size = Mutex(videoDisplaySize)
    sequence = OutputSequence()
    super.init(telling: sequence)
    sequence.watch { [weak self] in self?.hear($0) }
  }

  /// Size in which films are seen, in pixels: counts from the next text on.
  open var videoDisplaySize: CGSize {
    get { size.withLock { $0 } }
    set { size.withLock { $0 = newValue } }
  }

  /// The delegate.
  open var delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)? {
    sequence.calls.delegate as? any AVPlayerItemRenderedLegibleOutputPushDelegate
  }
  /// Queue on which it hears of it; nil for the main queue.
  open var delegateQueue: DispatchQueue? { sequence.queue }

  /// Has `delegate` hear of it on `delegateQueue`, or on the main queue; it is not kept alive.
  open func setDelegate(
    _ delegate: (any AVPlayerItemRenderedLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    sequence.setDelegate(delegate, on: delegateQueue)
  }

  /// Interval before an image's time at which the delegate is called while the item plays, in seconds from 0 on; 0 unless set.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { sequence.engine.advanceInterval }
    set { sequence.engine.advanceInterval = newValue }
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
      give(sequence.entries.holding(at: time, isForward: isForward).compactMap(\.cue), at: time)
    }
  }

  private func read() { sequence.read { await LegibleSample.samples(of: $0, native: []) } }

  private func give(_ cues: [SubtitleCue], at time: CMTime) {
    guard sequence.isNews(!cues.isEmpty) else { return }
    let size = videoDisplaySize
    _ = sequence.calls.call { delegate in
      (delegate as? any AVPlayerItemRenderedLegibleOutputPushDelegate)?.renderedLegibleOutput(
        self, didOutputRenderedCaptionImages: Self.images(of: cues, in: size), forItemTime: time.inMovieUnits)
    }
  }

  /// Pictures of `cues` for films of `size`; none of one that cannot be drawn, which is reported on the standard error.
  private static func images(of cues: [SubtitleCue], in size: CGSize) -> [AVRenderedCaptionImage] {
    guard let width = Int(exactly: size.width.rounded()), let height = Int(exactly: size.height.rounded()), width > 0,
      height > 0, width <= longestSide, height <= longestSide
    else { return [] }
    let renderer = LayerRenderer(size: PixelSize(width: width, height: height))
    // Whole, as they are seen in the middle of their time.
    let lasting = cues.map { cue in
      var cue = cue
      (cue.fadeIn, cue.fadeOut) = (.zero, .zero)
      return cue
    }
    guard let start = lasting.map(\.start).max() else { return [] }
    let layers = SubtitleOverlay(SubtitleDocument(lasting)).layers(
      in: ModelValues.Size(width: Double(width), height: Double(height)))
    return layers.compactMap { layer in
      do {
        guard let tree = try layer.presentation(at: start), let drawn = try renderer.draw(tree),
          let buffer = CVBuffer(drawn.picture)
        else { return nil }
        return AVRenderedCaptionImage(buffer, at: CGPoint(x: Double(drawn.area.x), y: Double(drawn.area.y)))
      } catch {
        Misuse.report("Text is not drawn: \(error)")
        return nil
      }
    }
  }

  /// The longest side of a film, in pixels.
  private static let longestSide = 16_384
}
