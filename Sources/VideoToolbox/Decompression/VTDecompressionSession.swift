// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AVFoundation
import Compositing
import CoreMedia
import CoreVideo
import Dispatch
import MediaFormats
import MediaTime
import Rendering
import Synchronization

// SAFETY: contexts of the caller's are handed to his callbacks and not looked into.

/// Decodes packets of one format into pictures (`VTDecompressionSession`).
///
/// ```
///  decode ─► queue "decoding": PacketGroupDecoder ─► queue "output": callbacks, one after the other
/// ```
///
/// Where a frame is not to be decoded asynchronously its picture is there before the call returns, and its callback is called on the
/// calling thread. Other frames come in the order in which they are shown, as soon as none can come before them. Pictures that come in
/// another order than they are shown, and are wanted at once, cost the decoding of all that were decoded since the last key frame. Threads:
/// any.
@safe public final class VTDecompressionSession: PropertySession, Hashable, @unchecked Sendable {
  // @unchecked: what changes is used on the queue "decoding" alone.
  let properties = SessionProperties([
    kVTDecompressionPropertyKey_RealTime: .boolean,
    kVTDecompressionPropertyKey_UsingHardwareAcceleratedVideoDecoder: .readOnly(.boolean),
    kVTDecompressionPropertyKey_NumberOfFramesBeingDecoded: .readOnly(.number),
    kVTDecompressionPropertyKey_MinOutputPresentationTimeStampOfFramesBeingDecoded: .readOnly(.dictionary),
    kVTDecompressionPropertyKey_MaxOutputPresentationTimeStampOfFramesBeingDecoded: .readOnly(.dictionary),
    kVTDecompressionPropertyKey_ContentHasInterframeDependencies: .readOnly(.boolean),
    kVTDecompressionPropertyKey_PixelBufferPool: .readOnly(.object),
    kVTDecompressionPropertyKey_PixelBufferPoolIsShared: .readOnly(.boolean),
    kVTDecompressionPropertyKey_SupportedPixelFormatsOrderedByQuality: .readOnly(.array),
  ])
  let format: CMVideoFormatDescription
  let pictures: DecodedBuffers
  /// The receiver of pictures, unless a frame has a handler of its own.
  let output: FrameOutput?
  private let queue = DispatchQueue(label: "decoding")
  private let outputQueue = DispatchQueue(label: "output")
  private let isOver = Atomic(false)
  private let waitingTimes = Mutex<[CMTime]>([])

  // On the queue "decoding".
  private var decoder: PacketGroupDecoder
  private var frames: [Frame] = []
  private var lastPush = ContinuousClock.now
  private var isDraining = false
  /// Whether a picture was wanted at once, and did not come.
  private var holdsBack = false

  /// Is given a picture: the frame's context, what came of it, the picture.
  typealias FrameOutput = (UnsafeMutableRawPointer?, OSStatus, VTDecodeInfoFlags, CVImageBuffer?, CMTime, CMTime) ->
    Void

  /// A frame whose picture has not come.
  private struct Frame {
    let time: Rational
    let shown: CMTime
    let duration: CMTime
    let isAsynchronous: Bool
    let isWanted: Bool
    let outputHandler: VTDecompressionOutputHandler
  }

  /// The wait for a picture that is wanted at once, before the decoder is asked for what it holds back.
  private static let patience = Duration.milliseconds(200)
  /// The same, of pictures that are decoded in the order in which they are shown.
  private static let longPatience = Duration.seconds(2)
  /// The same, where the decoder has held a picture back before.
  private static let shortPatience = Duration.milliseconds(50)
  /// The limit of a wait: what takes as long as this takes forever.
  private static let limit = Duration.seconds(10)

  /// A session of packets of `format`, whose pictures are given as `pictures` has them.
  ///
  /// - Throws: `RenderError` where they are not decoded.
  init(_ format: CMVideoFormatDescription, as pictures: DecodedBuffers, to output: FrameOutput?) throws {
    (self.format, self.pictures) = (format, pictures)
    unsafe self.output = output
    decoder = PacketGroupDecoder()
    if let packets = format.pictureFormat { try decoder.prepare(packets) }
  }

  var isInvalidated: Bool { isOver.load(ordering: .acquiring) }

  func value(of key: CFString) -> Any? {
    let times = waitingTimes.withLock { $0.filter(\.isNumeric) }
    func dictionary(_ time: CMTime?) -> CFDictionary? {
      time.flatMap { CMTimeCopyAsDictionary($0, allocator: nil) }
    }
    return switch key {
    case kVTDecompressionPropertyKey_RealTime: true
    case kVTDecompressionPropertyKey_NumberOfFramesBeingDecoded: waitingTimes.withLock(\.count)
    case kVTDecompressionPropertyKey_MinOutputPresentationTimeStampOfFramesBeingDecoded: dictionary(times.min())
    case kVTDecompressionPropertyKey_MaxOutputPresentationTimeStampOfFramesBeingDecoded: dictionary(times.max())
    case kVTDecompressionPropertyKey_ContentHasInterframeDependencies: format.mediaSubType != .jpeg
    case kVTDecompressionPropertyKey_PixelBufferPool: pictures.pool(of: format)
    case kVTDecompressionPropertyKey_SupportedPixelFormatsOrderedByQuality: BufferTransfer.types.map { Int($0) }
    default: false
    }
  }

  func canAccept(_ other: CMFormatDescription) -> Bool {
    other.mediaSubType == format.mediaSubType && other.dimensions == format.dimensions
      && (other.pictureFormat != nil || format.pictureFormat == nil)
  }

  // MARK: Decoding

  /// Decodes `buffer` as `flags` say, and has `outputHandler` be given its picture.
  func decode(
    _ buffer: CMSampleBuffer, _ flags: VTDecodeFrameFlags, _ outputHandler: @escaping VTDecompressionOutputHandler
  ) -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    guard let data = buffer.dataBuffer, data.dataLength > 0 else { return kVTParameterErr }
    let known = buffer.formatDescription ?? format
    guard canAccept(known) else { return kVTFormatDescriptionChangeNotSupportedErr }
    guard let packets = buffer.origin as? PacketFormat ?? known.pictureFormat ?? format.pictureFormat else {
      return kVTVideoDecoderUnsupportedDataFormatErr
    }
    let isAsynchronous = flags.contains(._EnableAsynchronousDecompression)
    let shown = buffer.presentationTimeStamp
    let frame = Frame(
      time: shown.rational ?? .zero, shown: shown, duration: buffer.duration, isAsynchronous: isAsynchronous,
      isWanted: !flags.contains(._DoNotOutputFrame), outputHandler: outputHandler)
    let packet = buffer.packet(of: data, in: packets, known, at: frame.time)
    waitingTimes.withLock { $0.append(shown) }
    guard isAsynchronous else {
      // Handlers are called outside of the session's queue and locks.
      for call in queue.sync(execute: { decodeAtOnce(packet, of: packets, frame) }) { call() }
      return noErr
    }
    let work = Work {
      self.push(packet, of: packets, frame)
      self.drain()
    }
    queue.async { work.run() }
    return noErr
  }

  /// Something to be done on the queue "decoding".
  private struct Work: @unchecked Sendable {
    // @unchecked: handed to one queue, and run there once.
    let run: () -> Void
  }

  private func push(_ packet: MediaPacket, of format: PacketFormat, _ frame: Frame) {
    guard !isInvalidated else { return }
    frames.append(frame)
    lastPush = .now
    do { try decoder.push(packet, of: format) } catch { fail() }
  }

  /// Decodes `frame`, and what waits before it; returns the calls to be made on the calling thread.
  private func decodeAtOnce(_ packet: MediaPacket, of format: PacketFormat, _ frame: Frame) -> [() -> Void] {
    var calls: [() -> Void] = []
    push(packet, of: format, frame)
    if let patience = patience(for: packet) {
      let limit = ContinuousClock.now + patience
      while frames.contains(where: { !$0.isAsynchronous }), ContinuousClock.now < limit,
        take(&calls, .milliseconds(20))
      {}
    }
    // Without the group what comes then could not be decoded.
    if frames.contains(where: { !$0.isAsynchronous }), decoder.canEnd {
      holdsBack = true
      flush(&calls)
    }
    return calls
  }

  /// The longest time for the picture of `packet` to come by itself; nil where it does not.
  private func patience(for packet: MediaPacket) -> Duration? {
    guard let decoded = packet.decodeTime else { return holdsBack ? Self.shortPatience : Self.patience }
    guard decoded == packet.presentationTime else { return nil }
    return holdsBack ? Self.shortPatience : Self.longPatience
  }

  /// Takes the next picture, if it comes within `limit`; whether another one may come.
  private func take(_ calls: inout [() -> Void], _ limit: Duration) -> Bool {
    do {
      switch try decoder.next(within: limit) {
      case .nothingYet: return true
      case .ended: return false
      case .picture(let picture, let time, let colorimetry):
        guard let place = frames.firstIndex(where: { $0.time == time }) else { return true }
        let frame = frames.remove(at: place)
        let buffer = frame.isWanted ? try? pictures.buffer(of: picture, meaning: colorimetry) : nil
        deliver(frame, frame.isWanted && buffer == nil ? kVTPixelTransferNotSupportedErr : noErr, buffer, &calls)
        return true
      }
    } catch {
      fail(&calls)
      return false
    }
  }

  /// Waits for all pictures that the decoder holds back; the remaining frames are given without a picture.
  private func flush(_ calls: inout [() -> Void]) {
    decoder.end()
    let limit = ContinuousClock.now + Self.limit
    while !frames.isEmpty, decoder.isOpen, ContinuousClock.now < limit, take(&calls, .milliseconds(100)) {}
    decoder.forget()
    let lost = frames
    frames = []
    for frame in lost { deliver(frame, kVTVideoDecoderBadDataErr, nil, &calls) }
  }

  /// Gives all frames without a picture: the packets cannot be decoded.
  private func fail(_ calls: inout [() -> Void]) {
    let lost = frames
    frames = []
    decoder.close()
    for frame in lost { deliver(frame, kVTVideoDecoderBadDataErr, nil, &calls) }
  }

  private func fail() {
    var calls: [() -> Void] = []
    fail(&calls)
    hand(calls)
  }

  /// Gives `buffer` to the handler of `frame`: on the queue "output", or by one of `calls`.
  private func deliver(_ frame: Frame, _ status: OSStatus, _ buffer: CVImageBuffer?, _ calls: inout [() -> Void]) {
    waitingTimes.withLock { times in
      if let place = times.firstIndex(of: frame.shown) { times.remove(at: place) }
    }
    var flags: VTDecodeInfoFlags = frame.isAsynchronous ? .asynchronous : []
    if buffer == nil { flags.insert(.frameDropped) }
    let call = { frame.outputHandler(status, flags, buffer, frame.shown, frame.duration) }
    if frame.isAsynchronous { hand([call]) } else { calls.append(call) }
  }

  private func hand(_ calls: [() -> Void]) {
    guard !calls.isEmpty else { return }
    let work = Work { for call in calls where !self.isInvalidated { call() } }
    outputQueue.async { work.run() }
  }

  /// Takes pictures as they come, until none has come for a while.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    takeDecodedPictures()
  }

  private func takeDecodedPictures() {
    var calls: [() -> Void] = []
    let before = frames.count
    _ = take(&calls, .milliseconds(10))
    hand(calls)
    if frames.count < before { lastPush = .now }
    guard !frames.isEmpty, decoder.isOpen, !isInvalidated, ContinuousClock.now < lastPush + .seconds(5) else {
      isDraining = false
      return
    }
    // Packets that have come meanwhile go in before.
    let work = Work { self.takeDecodedPictures() }
    queue.async { work.run() }
  }

  // MARK: The end

  func finishDelayedFrames() -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    let work = Work { self.finish() }
    queue.async { work.run() }
    return noErr
  }

  private func finish() {
    guard !frames.isEmpty, !isInvalidated else { return }
    var calls: [() -> Void] = []
    flush(&calls)
    hand(calls)
  }

  func waitForAsynchronousFrames() -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    queue.sync { finish() }
    // A call from the output callback does not wait for that callback.
    if DispatchQueue.getSpecific(key: Self.session) != ObjectIdentifier(self) { outputQueue.sync {} }
    return noErr
  }

  private static let session = DispatchSpecificKey<ObjectIdentifier>()

  /// Has the queue "output" be known.
  func begin() { outputQueue.setSpecific(key: Self.session, value: ObjectIdentifier(self)) }

  func invalidate() {
    isOver.store(true, ordering: .releasing)
    let work = Work {
      self.decoder.close()
      self.frames = []
    }
    queue.async { work.run() }
  }

  /// A session equals itself alone.
  public static func == (left: VTDecompressionSession, right: VTDecompressionSession) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
