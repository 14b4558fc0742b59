import CoreMedia
import EditServices
import EditingModel
public import Foundation
import MediaFormats
import Rendering
import Synchronization

/// A track of a file that is being written, and what is put into it (`AVAssetWriterInput`). Threads: any; buffers from one at a time.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock; the settings do not change.
  /// The kind of media.
  public let mediaType: AVMediaType
  /// Format of its packets, where they come as such.
  public let sourceFormatHint: CMFormatDescription?
  private let settings: Settings
  private let made: Result<AssetWriterInput, RenderError>
  private let state = Mutex(State())
  /// The passes over its media.
  let passes = WritingPasses()
  /// Scaler that brings pictures to the size that is written; nil where none is named.
  let scaler: PictureScaler?

  private struct Settings: @unchecked Sendable {
    // @unchecked: never changed, and handed out as it came.
    let values: [String: Any]?
  }

  private struct State: Sendable {
    var performsMultiPass = false
    var languageCode: String?
    var extendedLanguageTag: String?
    var items: [AVMetadataItem] = []
    var layout = Layout()
    var hasStarted = false
  }

  /// A track of `mediaType` that encodes what it is given as `outputSettings` say; if nil it takes packets, as readers give them.
  ///
  /// Settings that are not written here show where the input is added: ``AVAssetWriter/canAdd(_:)``.
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil) {
    (self.mediaType, self.sourceFormatHint) = (mediaType, sourceFormatHint)
    settings = Settings(values: outputSettings)
    var scaler: PictureScaler?
    do throws(RenderError) {
      if let data = try Self.dataInput(mediaType, outputSettings, sourceFormatHint) {
        (made, self.scaler) = (.success(data), nil)
        super.init()
        return
      }
      guard let type = mediaType.mediaType else {
        throw RenderError(
          .unsupported, "A writer's input is to be of “\(mediaType.rawValue)”.",
          remedy: "Make it of video, audio, text, subtitles, captions, timecode or metadata.")
      }
      var writing: WriterOutputSettings?
      if let outputSettings { writing = try WritingSettings.settings(outputSettings, for: mediaType) }
      if case .video(let video)? = writing, let size = video.size {
        scaler = PictureScaler(size: size, mode: .init(outputSettings?[AVVideoScalingModeKey] as? String))
      }
      made = .success(
        AssetWriterInput(
          mediaType: type, outputSettings: writing,
          sourceFormatHint: writing == nil ? sourceFormatHint?.packetFormat : nil)
      )
    } catch {
      made = .failure(error)
    }
    self.scaler = scaler
    super.init()
  }

  /// The engine's, of timecode, metadata or text, which are not encoded; nil of other media.
  private static func dataInput(
    _ mediaType: AVMediaType, _ settings: [String: Any]?, _ hint: CMFormatDescription?
  ) throws(RenderError) -> AssetWriterInput? {
    guard let kind = mediaType.dataKind else { return nil }
    let isFitting = hint.map { $0.format.data != nil && $0.mediaType.rawValue == mediaType.letters } ?? true
    guard settings == nil, isFitting else {
      throw RenderError(
        .unsupported, "An input of \(mediaType.rawValue) has settings, or a hint of other media.",
        remedy: "Give it no settings, and a description of its own samples.")
    }
    return AssetWriterInput(mediaType: kind, dataFormat: hint?.format.data)
  }

  /// The engine's; nil where it cannot be made.
  var engine: AssetWriterInput? { try? made.get() }

  /// The engine's.
  ///
  /// - Throws: The error by which it cannot be made.
  func demandedEngine() throws(RenderError) -> AssetWriterInput { try made.get() }

  /// Layout of its media in the file, as it is asked for.
  var layout: Layout {
    get { state.withLock(\.layout) }
    set { state.withLock { if !$0.hasStarted { $0.layout = newValue } } }
  }

  /// Whether its writer has started.
  var hasStarted: Bool {
    get { state.withLock(\.hasStarted) }
    set { state.withLock { $0.hasStarted = newValue } }
  }

  /// Settings of the encoding; nil where media come as packets, and stay so.
  public var outputSettings: [String: Any]? { settings.values }

  // MARK: Settings

  /// Transform of stored pictures for showing; the identity unless set. In MP4 and QuickTime only.
  public var transform: CGAffineTransform {
    get { engine.map { CGAffineTransform($0.transform) } ?? .identity }
    set { engine?.transform = newValue.transform }
  }
  /// The size that text is laid out for; zero, unless set, for that of the text's place in its format. Of text alone, in MP4 and QuickTime.
  public var naturalSize: CGSize {
    get { CGSize(width: engine?.naturalSize?.width ?? 0, height: engine?.naturalSize?.height ?? 0) }
    set {
      // A header has 16 bits for each side.
      let isPossible = [newValue.width, newValue.height].allSatisfy { $0 >= 1 && $0 < 65_536 }
      engine?.naturalSize =
        isPossible ? PixelSize(width: Int(newValue.width), height: Int(newValue.height)) : nil
    }
  }
  /// Whether media come when they come, as from a camera; false unless set.
  public var expectsMediaDataInRealTime: Bool {
    get { engine?.expectsMediaDataInRealTime ?? false }
    set { engine?.expectsMediaDataInRealTime = newValue }
  }
  /// Ticks a second of the track's times; 0, unless set, for those of the first picture's.
  public var mediaTimeScale: CMTimeScale {
    get { engine?.mediaTimeScale ?? 0 }
    set { engine?.mediaTimeScale = newValue }
  }
  /// Whether the track is played by default; true unless set. In MP4 and QuickTime only.
  public var marksOutputTrackAsEnabled: Bool {
    get { engine?.marksOutputTrackAsEnabled ?? true }
    set { engine?.marksOutputTrackAsEnabled = newValue }
  }
  /// Volume at which the track is to be played: 1, unless set, as it is. Of sound, in MP4 and QuickTime only.
  public var preferredVolume: Float {
    get { Float(engine?.preferredVolume ?? 1) }
    set { if mediaType == .audio { engine?.preferredVolume = Double(newValue) } }
  }
  /// The track's metadata: by QuickTime's keys, common ones among them, and in QuickTime's user data, whose names, tags
  /// and keys with © are written. Others are left out. In MP4 and QuickTime only.
  public var metadata: [AVMetadataItem] {
    get { state.withLock(\.items) }
    set {
      state.withLock { $0.items = newValue }
      engine?.metadata = newValue.compactMap(\.writtenItem)
    }
  }
  /// The language, ISO 639-2/T.
  public var languageCode: String? {
    get { state.withLock(\.languageCode) }
    set {
      state.withLock { $0.languageCode = newValue }
      engine?.languageTag = extendedLanguageTag ?? newValue
    }
  }
  /// The language, a BCP 47 tag.
  public var extendedLanguageTag: String? {
    get { state.withLock(\.extendedLanguageTag) }
    set {
      state.withLock { $0.extendedLanguageTag = newValue }
      engine?.languageTag = newValue ?? languageCode
    }
  }
  /// Whether pictures may be encoded in several passes, where that is possible: it is not here.
  public var performsMultiPassEncodingIfSupported: Bool {
    get { state.withLock(\.performsMultiPass) }
    set { state.withLock { $0.performsMultiPass = newValue } }
  }
  /// Whether pictures can be encoded in several passes: no.
  public var canPerformMultiplePasses: Bool { false }

  // MARK: Media

  /// Whether a buffer can be appended without waiting.
  open var isReadyForMoreMediaData: Bool { engine?.isReadyForMoreMediaData ?? false }

  /// Appends `sampleBuffer`; waits while there is no room, where AVFoundation raises an exception.
  ///
  /// - Returns: False where it could not be: the writer's `error` says why it has failed, or the standard error what is wrong with the
  ///   buffer.
  @discardableResult
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    do {
      try put(sampleBuffer)
      return true
    } catch {
      Misuse.report("\(error)")
      return false
    }
  }

  /// Appends `sampleBuffer`; waits while there is no room.
  ///
  /// - Throws: The error by which it could not be appended.
  func put(_ sampleBuffer: CMSampleBuffer) throws {
    let (engine, buffer) = try prepared(sampleBuffer)
    try engine.append(buffer) as Void
  }

  /// `sampleBuffer` as the engine takes it, in the size that is written, and the engine's input.
  ///
  /// - Throws: The error by which it could not be appended.
  func prepared(_ sampleBuffer: CMSampleBuffer) throws -> (engine: AssetWriterInput, buffer: SampleBuffer) {
    guard let engine, var buffer = sampleBuffer.engineBuffer() else {
      throw RenderError(
        .unsupported, "A buffer is appended that holds nothing, or to an input of settings that are not written.")
    }
    if let scaler, case .picture(let picture) = buffer.content {
      buffer.content = .picture(try scaler.scaled(picture))
    }
    return (engine, buffer)
  }

  /// Calls `block` on `queue` whenever the input is ready for more, until it is finished or the writer has ended.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    engine?.requestMediaDataWhenReady(on: queue, using: block)
  }

  /// Says that no more buffers come.
  open func markAsFinished() { engine?.markAsFinished() }
}
