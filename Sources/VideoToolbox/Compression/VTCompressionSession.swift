// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AVFoundation
import Compositing
import CoreMedia
import CoreVideo
import Dispatch
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization
import Waiting

/// Encodes pictures into packets (`VTCompressionSession`).
///
/// ```
///  encode: picture ─► copy in the encoder's format ─► queue "encoding": FrameEncoder ─► queue "output": callbacks, one after the other
/// ```
///
/// A picture is copied before the call returns. An encoder begins with the first frame, and anew where frames were completed that it held
/// back, or another picture's colors are others: then with a key frame. Threads: any; frames in the order in which they are shown.
@safe public final class VTCompressionSession: PropertySession, Hashable, @unchecked Sendable {
  // @unchecked: what changes is used on the queue "encoding" alone.
  let properties: SessionProperties
  /// The receiver of packets, unless a frame has a handler of its own.
  let output: FrameOutput?
  private let settings: CompressionSettings
  private let source: CFDictionaryBox
  private let transfer = BufferTransfer()
  private let queue = DispatchQueue(label: "encoding")
  private let outputQueue = DispatchQueue(label: "output")
  private let isOver = Atomic(false)
  private let pendingCount = Atomic(0)
  /// Rooms for frames that wait to be encoded.
  private let room = Monitor(VTCompressionSession.capacity)
  private let pool: Mutex<CVPixelBufferPool?>

  // On the queue "encoding".
  private var encoder: FrameEncoder?
  private var lastKeyTime: CMTime?
  private var lastDecodeTime: CMTime?

  /// Is given a packet: the frame's context, what came of it, the packet.
  typealias FrameOutput = (UnsafeMutableRawPointer?, OSStatus, VTEncodeInfoFlags, CMSampleBuffer?) -> Void

  /// The attributes of expected pictures.
  private struct CFDictionaryBox: @unchecked Sendable {
    // @unchecked: it is kept and read; what it is is the caller's business.
    let values: CFDictionary
  }

  /// Limit of the pictures that wait to be encoded.
  private static let capacity = 8
  /// The limit of a wait: what takes as long as this takes forever.
  private static let limit = Duration.seconds(30)

  /// A session of pictures of `size` in `codec`, which come as `attributes` say.
  init(
    _ codec: VideoCodec, _ size: PixelSize, from attributes: CFDictionary?, isLowLatency: Bool = false,
    to output: FrameOutput?
  ) {
    properties = SessionProperties(CompressionSettings.table(of: codec))
    settings = CompressionSettings(
      codec: codec, size: size, properties: properties, isLowLatency: isLowLatency)
    unsafe self.output = output
    source = CFDictionaryBox(values: attributes ?? [:])
    pool = Mutex(nil)
    outputQueue.setSpecific(key: Self.session, value: ObjectIdentifier(self))
  }

  var isInvalidated: Bool { isOver.load(ordering: .acquiring) }

  func value(of key: CFString) -> Any? {
    switch key {
    case kVTCompressionPropertyKey_NumberOfPendingFrames: pendingCount.load(ordering: .acquiring)
    case kVTCompressionPropertyKey_VideoEncoderPixelBufferAttributes: bufferAttributes
    case kVTCompressionPropertyKey_EncoderID: VideoEncoderList.identifier(of: settings.codec)
    default: CompressionSettings.usual(key)
    }
  }

  /// The attributes of buffers that the session takes best: those that were announced, of its size.
  private var bufferAttributes: CFDictionary {
    let asked = CVPixelFormat.types(in: source.values).first { BufferTransfer.types.contains($0) }
    return [
      kCVPixelBufferPixelFormatTypeKey: Int(asked ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
      kCVPixelBufferWidthKey: settings.size.width, kCVPixelBufferHeightKey: settings.size.height,
    ]
  }

  /// A pool of such buffers, always the same one.
  var bufferPool: CVPixelBufferPool? {
    guard !isInvalidated else { return nil }
    return pool.withLock { pool in
      // SAFETY: the out parameter is a local variable.
      if pool == nil { _ = unsafe CVPixelBufferPoolCreate(nil, nil, bufferAttributes, &pool) }
      return pool
    }
  }

  /// Finds out whether the encoder is there, and takes the settings.
  func prepare() -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    let coding = settings.coding(.bt709, lasting: Self.usualDuration)
    do { _ = try FrameEncoder(coding, after: nil) } catch { return Self.status(of: error) }
    return noErr
  }

  private static let usualDuration = (try? Rational(1, 30)) ?? .one

  private static func status(of error: any Error) -> OSStatus {
    (error as? RenderError)?.code == .missingPlugin ? kVTCouldNotFindVideoEncoderErr : kVTCouldNotCreateInstanceErr
  }

  // MARK: Encoding

  /// Encodes `buffer`, shown at `time` for `duration`, and has `outputHandler` be given its packet.
  func encode(
    _ buffer: CVImageBuffer, at time: CMTime, lasting duration: CMTime, asKeyFrame: Bool,
    _ outputHandler: @escaping VTCompressionOutputHandler
  ) -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    guard time.isNumeric else { return kVTParameterErr }
    guard BufferTransfer.types.contains(buffer.format.type) else { return kVTPixelTransferNotSupportedErr }
    let usual = duration.rational.flatMap { $0 > .zero ? $0 : nil } ?? Self.usualDuration
    let coding = settings.coding(settings.colorimetry(of: buffer), lasting: usual)
    let picture: PixelBuffer
    do {
      picture = try PixelBuffer(format: coding.pixelFormat, width: coding.size.width, height: coding.size.height)
      try transfer.transfer(buffer, into: picture, encodedAs: coding.colorimetry)
    } catch {
      return kVTPixelTransferNotSupportedErr
    }
    let hasRoom = room.wait(upTo: Self.limit) { rooms -> Bool? in
      guard rooms > 0 else { return nil }
      rooms -= 1
      return true
    }
    guard hasRoom == true else { return kVTVideoEncoderNotAvailableNowErr }
    pendingCount.add(1, ordering: .acquiringAndReleasing)
    let frame = FrameEncoder.Frame(shown: time, duration: duration, outputHandler: outputHandler)
    let work = Work {
      self.encode(picture, frame, coding, asKeyFrame)
      self.room.change { $0 += 1 }
    }
    queue.async { work.run() }
    return noErr
  }

  /// Something to be done on a queue.
  private struct Work: @unchecked Sendable {
    // @unchecked: handed to one queue, and run there once.
    let run: () -> Void
  }

  private func encode(_ picture: PixelBuffer, _ frame: FrameEncoder.Frame, _ coding: PicturePacketCoding, _ isKey: Bool)
  {
    guard !isInvalidated else { return }
    if let known = encoder, !known.fits(coding) { complete() }
    if encoder == nil {
      do {
        encoder = try FrameEncoder(coding, after: lastDecodeTime)
        lastKeyTime = nil
      } catch {
        hand([(frame, Self.status(of: error), nil)])
        return
      }
    }
    var asKeyFrame = isKey
    if let most = settings.keyFrameDuration, let last = lastKeyTime, (frame.shown - last).seconds >= most - 1e-6 {
      asKeyFrame = true
    }
    if asKeyFrame || lastKeyTime == nil { lastKeyTime = frame.shown }
    hand(encoder?.encode(picture, frame, asKeyFrame: asKeyFrame) ?? [])
  }

  /// Has all packets come that the encoder holds back, and ends it.
  private func complete() {
    guard var ended = encoder else { return }
    encoder = nil
    hand(ended.finish())
    lastDecodeTime = ended.lastDecodeTime
  }

  private func hand(_ results: [FrameEncoder.Result]) {
    guard !results.isEmpty else { return }
    let work = Work {
      for (frame, status, buffer) in results {
        self.pendingCount.subtract(1, ordering: .acquiringAndReleasing)
        guard !self.isInvalidated else { continue }
        let flags: VTEncodeInfoFlags = buffer == nil ? [.asynchronous, .frameDropped] : .asynchronous
        frame.outputHandler(status, flags, buffer)
      }
    }
    outputQueue.async { work.run() }
  }

  /// Tells a bit rate that was set to the encoder that works.
  func noticeChange() {
    guard let bitrate = settings.bitrate else { return }
    let work = Work {
      if let encoder = self.encoder, encoder.coding.settings.rateControl?.bitrate != nil {
        _ = encoder.setBitrate(bitrate)
      }
    }
    queue.async { work.run() }
  }

  // MARK: The end

  /// Blocks until all frames that are shown until `time` have been given; all of them where that is no number.
  func completeFrames(until time: CMTime) -> OSStatus {
    guard !isInvalidated else { return kVTInvalidSessionErr }
    queue.sync { if encoder?.holds(until: time) == true { complete() } }
    // A call from the output callback does not wait for that callback.
    if DispatchQueue.getSpecific(key: Self.session) != ObjectIdentifier(self) { outputQueue.sync {} }
    return noErr
  }

  private static let session = DispatchSpecificKey<ObjectIdentifier>()

  func invalidate() {
    isOver.store(true, ordering: .releasing)
    let work = Work { self.encoder = nil }
    queue.async { work.run() }
  }

  /// A session equals itself alone.
  public static func == (left: VTCompressionSession, right: VTCompressionSession) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FrameEncoder {
  /// Whether pictures that are encoded as `other` says go on in it: those of other colors do not, nor those that another format has.
  fileprivate func fits(_ other: PicturePacketCoding) -> Bool {
    coding.colorimetry == other.colorimetry && coding.pixelFormat == other.pixelFormat
  }
}
