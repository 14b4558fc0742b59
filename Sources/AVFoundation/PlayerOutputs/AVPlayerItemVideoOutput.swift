import CoreMedia
import CoreVideo
public import Dispatch
public import Foundation
import MediaFormats
import Playing
import Synchronization

// SAFETY: a time is written where the caller says, once.

/// A player item's pictures, to be asked for (`AVPlayerItemVideoOutput`).
///
/// The last few pictures that were shown are kept. They come in the first format of the attributes that is made here; without one, in 4:2:0
/// of the limited range. Threads: any.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let output: PlayerItemVideoOutput
  private let format: CVPixelFormat?
  private let pullDelegate = PullDelegate()
  private let watching: [PlayerObservation]
  /// The events of jumps.
  private let moments = PlayerItemTimedOutput()

  /// Pictures as `pixelBufferAttributes` say. Those that name no format that is made here are said on the standard error, and passed over.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    let reading = try? PictureReading(pixelBufferAttributes)
    if reading == nil { Misuse.report("The pixel formats of a video output are not made; it gives '420v'.") }
    format = reading?.format
    output = PlayerItemVideoOutput(pixelFormat: format?.format ?? .nv12)
    let holder = OutputHolder()
    moments.times = []
    watching = [
      output.onPicture { [pullDelegate] _ in holder.output.map(pullDelegate.tell) },
      moments.onEvent { [pullDelegate] event in
        if event == .flushed { holder.output.map(pullDelegate.tellFlush) }
      },
    ]
    super.init(output)
    holder.output = self
  }

  deinit { for observation in watching { observation.cancel() } }

  /// Pictures as `outputSettings` say.
  public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

  /// Whether the picture of `itemTime` differs from the last copied one.
  open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool { output.hasNewPixelBuffer(forItemTime: itemTime) }

  /// The picture of `itemTime`, to be read only; when it begins to be shown is written to `outItemTimeForDisplay`. Nil before the first.
  open func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let (picture, time) = output.copyPixelBuffer(forItemTime: itemTime) else { return nil }
    unsafe outItemTimeForDisplay?.pointee = time.inMovieUnits
    guard let format else { return CVBuffer(picture) }
    guard format.isFullRange else { return CVBuffer(picture, as: format) }
    return (try? VideoRange.expanded(picture)).map { CVBuffer($0, as: format) }
  }

  /// The delegate for its pictures.
  open var delegate: (any AVPlayerItemOutputPullDelegate)? { pullDelegate.delegate }
  /// Queue on which it hears of them; nil for the main queue.
  open var delegateQueue: DispatchQueue? { pullDelegate.queue }

  /// Has `delegate` hear of pictures on `delegateQueue`, or on the main queue; it is not kept alive.
  open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    pullDelegate.set(delegate, queue: delegateQueue)
  }
  /// Requests one call of the delegate, when the next picture has arrived. Pictures arrive when they are due:
  /// `interval`, the lead of the call in seconds, has no effect.
  open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) { pullDelegate.ask() }

  override func begin(with item: AVPlayerItem) { item.engine.add(moments) }
  override func detach(from item: AVPlayerItem) { item.engine.remove(moments) }

  /// The item's time when the machine's clock, in seconds, shows `hostTimeInSeconds`, if nothing changes until then.
  open override func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
    output.itemTime(forHostTime: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000)).inMovieUnits
  }
}

/// The output that a call comes from, which does not keep it alive. Threads: any.
private final class OutputHolder: Sendable {
  private struct State: Sendable { weak var output: AVPlayerItemVideoOutput? }
  private let state = Mutex(State())

  /// The output, while it is there.
  var output: AVPlayerItemVideoOutput? {
    get { state.withLock { $0.output } }
    set { state.withLock { $0.output = newValue } }
  }
}
