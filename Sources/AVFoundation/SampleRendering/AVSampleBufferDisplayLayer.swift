// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreGraphics
import CoreMedia
import CoreVideo
public import Foundation
public import QuartzCore
import Synchronization

/// A layer that shows sample buffers with pictures, or with packets of pictures, at their times (`AVSampleBufferDisplayLayer`).
///
/// ```swift
/// let layer = AVSampleBufferDisplayLayer()
/// layer.controlTimebase = timebase
/// layer.enqueue(sampleBuffer)
/// layer.render(in: context)   // the picture that is due now
/// ```
///
/// There is no window here: its ``contents`` are the picture that is due when they are read, as in rendering the layer.
/// In the tree of a film it shows the picture that was due when the film was made. Threads: the layer one at a time,
/// its renderer any.
open class AVSampleBufferDisplayLayer: CALayer, SynchronizedRendering, AVKeyValueObservable {
  private let renderer: AVSampleBufferVideoRenderer
  private let notices: LayerNotices
  private let conversion = CapturedPictures()
  private var image: (of: CVPixelBuffer, number: Int, image: CGImage)?

  /// Its first picture is there, or none is any more.
  public class var readyForDisplayDidChangeNotification: Notification.Name {
    Notification.Name("AVSampleBufferDisplayLayerReadyForDisplayDidChangeNotification")
  }

  /// A layer that has nothing.
  public override init() {
    (renderer, notices) = (AVSampleBufferVideoRenderer(), LayerNotices())
    super.init()
    contentsGravity = .resizeAspect
    notices.layer = self
    renderer.tell(notices)
  }

  /// A layer from the contents of `coder`, without pictures.
  public required init?(coder: NSCoder) {
    (renderer, notices) = (AVSampleBufferVideoRenderer(), LayerNotices())
    super.init(coder: coder)
    notices.layer = self
    renderer.tell(notices)
  }

  /// A layer that has what `layer` has; it shows the same pictures where that is one that does.
  public override init(layer: Any) {
    let other = layer as? AVSampleBufferDisplayLayer
    (renderer, notices) = (other?.renderer ?? AVSampleBufferVideoRenderer(), other?.notices ?? LayerNotices())
    super.init(layer: layer)
    videoGravity = other?.videoGravity ?? .resizeAspect
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { notices.observers }

  /// Clock that it goes by.
  var clock: RenderingClock { renderer.clock }

  /// Renderer that shows its pictures.
  open var sampleBufferRenderer: AVSampleBufferVideoRenderer { renderer }

  // MARK: What it is given

  /// The timebase by which pictures are shown; the machine's clock while it is nil. A synchronizer's timebase overrides
  /// it.
  open var controlTimebase: CMTimebase? {
    get { clock.control }
    set {
      clock.control = newValue
      notices.observers.look()
    }
  }
  /// The timebase that times refer to: the synchronizer's, ``controlTimebase``, or the machine's clock.
  open var timebase: CMTimebase { renderer.timebase }
  /// Takes `sampleBuffer`, to be shown at its output presentation time.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    renderer.enqueue(sampleBuffer)
    notices.observers.look()
  }
  /// Forgets what is not shown yet; the picture that is shown stays. Ends a failure.
  open func flush() { renderer.flush() }
  /// Forgets what is not shown yet and the picture that is shown.
  open func flushAndRemoveImage() { renderer.flush(removingDisplayedImage: true, completionHandler: nil) }
  /// Whether it has room for more.
  open var isReadyForMoreMediaData: Bool { renderer.isReadyForMoreMediaData }
  /// Calls `block` on `queue` whenever there is room, until ``stopRequestingMediaData()``.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    renderer.requestMediaDataWhenReady(on: queue, using: block)
  }
  /// Ends what ``requestMediaDataWhenReady(on:using:)`` began.
  open func stopRequestingMediaData() { renderer.stopRequestingMediaData() }
  /// Whether it has a picture, or a packet of one.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
    renderer.hasSufficientMediaDataForReliablePlaybackStart
  }

  // MARK: What it does

  /// Whether it shows what it is given.
  open var status: AVQueuedSampleBufferRenderingStatus { renderer.status }
  /// Error for which it shows nothing more; nil while nothing has failed.
  open var error: (any Error)? { renderer.error }
  /// Whether it takes nothing more until it is flushed: after a failure.
  open var requiresFlushToResumeDecoding: Bool { renderer.requiresFlushToResumeDecoding }
  /// Whether it has a picture to show.
  open var isReadyForDisplay: Bool { renderer.shown != nil }
  /// Whether pictures are hidden as the screen is not protected enough: never.
  open var outputObscuredDueToInsufficientExternalProtection: Bool { false }
  /// Whether others may not capture what it shows: kept as it is set, as there is no screen.
  open var preventsCapture = false
  /// Whether the screen stays on: kept as it is set, as there is none.
  open var preventsDisplaySleepDuringVideoPlayback = true
  /// Whether the program stays in front: kept as it is set, as nothing is.
  open var preventsAutomaticBackgroundingDuringVideoPlayback = true

  // MARK: How it looks

  /// Placing of pictures in the bounds.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { placeContents(by: videoGravity) }
  }

  /// The picture that is due now, a `CGImage`; before the first, what it was set to. Blocks while it is decoded.
  open override var contents: Any? {
    get { shownImage ?? super.contents }
    set { super.contents = newValue }
  }

  private var shownImage: CGImage? {
    guard let shown = renderer.shown else { return nil }
    // A program may draw into a buffer anew, and give it again.
    let number = renderer.pictures.changeCount
    if let image, image.of === shown.buffer, image.number == number { return image.image }
    guard let made = try? shown.image(by: conversion) else { return nil }
    image = (shown.buffer, number, made)
    return made
  }
}

/// A display layer's link to notifications, which may come on any thread.
///
/// Threads: any. Lock order: only `state`.
final class LayerNotices: Sendable {
  /// The layer's observers.
  let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: @unchecked Sendable {
    // @unchecked: the layer is passed on to observers, and not used.
    weak var layer: AVSampleBufferDisplayLayer?
  }

  /// The layer.
  var layer: AVSampleBufferDisplayLayer? {
    get { state.withLock { $0 }.layer }
    set {
      let new = State(layer: newValue)
      state.withLock { $0 = new }
    }
  }

  /// Posts `name`, which is the layer's.
  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: layer, userInfo: userInfo)
  }
}

extension Notification.Name {
  /// A display layer failed to decode; ``AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey`` says why.
  public static let AVSampleBufferDisplayLayerFailedToDecode = Notification.Name(
    "AVSampleBufferDisplayLayerFailedToDecodeNotification")
  /// Whether a display layer takes nothing more until it is flushed changed.
  public static let AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange = Notification.Name(
    "AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChangeNotification")
  /// Whether a display layer's pictures are hidden changed: they never are.
  public static let AVSampleBufferDisplayLayerOutputObscuredDueToInsufficientExternalProtectionDidChange =
    Notification.Name(
      "AVSampleBufferDisplayLayerOutputObscuredDueToInsufficientExternalProtectionDidChangeNotification")
}

/// The key of the error of ``Foundation/Notification/Name/AVSampleBufferDisplayLayerFailedToDecode``.
public let AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey =
  "AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey"
