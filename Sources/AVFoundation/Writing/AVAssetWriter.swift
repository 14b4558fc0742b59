import EditServices
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization
public import UniformTypeIdentifiers
import Waiting

/// Writes a file of pictures, samples and packets that a program makes or reads (`AVAssetWriter`). It writes once.
///
/// An existing file is never replaced; whatever goes wrong, nothing is left. Threads: any.
open class AVAssetWriter: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// The file; `/dev/null` of a movie that is handed over in segments.
  public let outputURL: URL
  /// Its kind.
  public let outputFileType: AVFileType
  let writer: AssetWriter
  /// Delivery of segments, of a movie that is handed over in some.
  let delivery: SegmentDelivery?
  private let state = Mutex(State())

  private struct State: Sendable {
    var inputs: [AVAssetWriterInput] = []
    var groups: [AVAssetWriterInputGroup] = []
    var durationHint = CMTime.invalid
    var failure: (any Error)?
    var items: [AVMetadataItem] = []
    var isCombinable = false
  }

  /// Status of a writer.
  public enum Status: Int, Sendable {
    /// It has not started.
    case unknown
    /// It takes buffers.
    case writing
    /// The file is there.
    case completed
    /// It could not go on.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// A writer of a file of `fileType` at `outputURL`.
  ///
  /// - Throws: `AVError` for a kind of file that is not written here.
  public init(outputURL: URL, fileType: AVFileType) throws {
    guard let type = fileType.fileType else {
      throw AVError(
        .unsupportedOutputSettings,
        userInfo: [NSLocalizedDescriptionKey: "Files of the type \(fileType.rawValue) are not written here."])
    }
    (self.outputURL, outputFileType) = (outputURL, fileType)
    writer = AssetWriter(outputURL: outputURL, fileType: type, renderer: Engine.renderer())
    delivery = nil
    super.init()
  }

  /// A writer that hands a movie to its ``delegate`` in segments while it is written, without a file: MP4
  /// (`UTType.mpeg4Movie`) or QuickTime. Other types fail when writing starts.
  public init(contentType outputContentType: UTType) {
    outputFileType = AVFileType(outputContentType.identifier)
    outputURL = URL(fileURLWithPath: "/dev/null")
    let delivery = SegmentDelivery()
    writer = AssetWriter(fileType: outputFileType.fileType ?? .mp4, renderer: Engine.renderer()) { delivery.take($0) }
    self.delivery = delivery
    super.init()
    delivery.set(self)
  }

  /// As ``init(outputURL:fileType:)``.
  public convenience init(url outputURL: URL, fileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: fileType)
  }

  // MARK: Settings

  /// The file's metadata. QuickTime movies have common items under QuickTime's own keys (`mdta`); MP4 has them in the list of iTunes,
  /// unless one of the items is of the key space `mdta`, which keeps its keys there too.
  public var metadata: [AVMetadataItem] {
    get { state.withLock(\.items) }
    set {
      state.withLock { $0.items = newValue }
      let stated = FileMetadata(stating: newValue)
      (writer.metadata, writer.keepsQuickTimeKeys) = (stated.items, stated.keepsQuickTimeKeys)
    }
  }
  /// Whether a movie's header stands before its media; false unless set.
  public var shouldOptimizeForNetworkUse: Bool {
    get { writer.shouldOptimizeForNetworkUse }
    set { writer.shouldOptimizeForNetworkUse = newValue }
  }
  /// Duration of a movie's fragments; invalid, unless set, for a movie without.
  public var movieFragmentInterval: CMTime {
    get { writer.movieFragmentInterval }
    set { writer.movieFragmentInterval = newValue }
  }
  /// Duration of the first fragment; invalid, unless set, for as long as ``movieFragmentInterval`` says.
  public var initialMovieFragmentInterval: CMTime {
    get { writer.initialMovieFragmentInterval }
    set { writer.initialMovieFragmentInterval = newValue }
  }
  /// Whether segments are to be put together with those of other writers of the same settings; false unless set. They can be in any case: each
  /// says when it begins, and ``initialMovieFragmentSequenceNumber`` counts on.
  public var producesCombinableFragments: Bool {
    get { state.withLock(\.isCombinable) }
    set { state.withLock { $0.isCombinable = newValue } }
  }
  /// Folder that holds packets of inputs that are ahead of others, where they are too many for memory; nil, unless set, for the folder of the file,
  /// and the system's for temporary files where there is no file. The file itself is written beside its place, under another name, so that it gets
  /// its own at once.
  public var directoryForTemporaryFiles: URL? {
    get { writer.directoryForTemporaryFiles }
    set { writer.directoryForTemporaryFiles = newValue }
  }
  /// Ticks a second of a movie's own header; 0, unless set, for those in which all lengths are exact.
  public var movieTimeScale: CMTimeScale {
    get { writer.movieTimeScale }
    set { writer.movieTimeScale = newValue }
  }
  /// The kinds of media that such a file has.
  public var availableMediaTypes: [AVMediaType] {
    let type = outputFileType.fileType
    let media: [AVMediaType] = type?.isSoundOnly ?? true ? [.audio] : [.video, .audio]
    return type?.isMovie == true ? media + [.text, .subtitle, .closedCaption, .timecode, .metadata] : media
  }

  /// Whether an input with `outputSettings` can be part of such a file.
  open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    if let kind = mediaType.dataKind {
      return outputSettings == nil && (try? writer.check(kind, isOfData: true)) != nil
    }
    guard let type = mediaType.mediaType else { return false }
    guard let outputSettings else { return writer.canApply(outputSettings: nil, forMediaType: type) }
    guard let settings = try? WritingSettings.settings(outputSettings, for: mediaType) else { return false }
    return writer.canApply(outputSettings: settings, forMediaType: type)
  }

  /// The groups of its tracks.
  var groups: [AVAssetWriterInputGroup] { state.withLock(\.groups) }

  /// Adds `group` to them.
  func keep(_ group: AVAssetWriterInputGroup) { state.withLock { $0.groups.append(group) } }

  /// Probable duration of the file; invalid unless set. It is a statement: files are laid out when their length is known.
  public var overallDurationHint: CMTime {
    get { state.withLock(\.durationHint) }
    set { state.withLock { $0.durationHint = newValue } }
  }

  /// The file's tracks.
  public var inputs: [AVAssetWriterInput] { state.withLock(\.inputs) }

  /// Whether `input` can be added: the writer has not started, the input is no other's, and the file can have such a track more.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool { input.engine.map { writer.canAdd($0) } ?? false }

  /// Adds `input`; one that cannot be ends the process, with the words of AVFoundation's exception, and why.
  open func add(_ input: AVAssetWriterInput) {
    do {
      try writer.add(try input.demandedEngine())
    } catch {
      Misuse.raise("*** -[AVAssetWriter addInput:] cannot add the input: \(error)")
    }
    state.withLock { $0.inputs.append(input) }
  }

  // MARK: Writing

  /// Status of the writer.
  public var status: Status {
    if state.withLock({ $0.failure != nil }) { return .failed }
    return Status(rawValue: writer.status.rawValue) ?? .unknown
  }

  /// Error by which it failed; nil otherwise.
  public var error: (any Error)? {
    if let failure = state.withLock(\.failure) { return failure }
    return writer.status == .failed ? writer.error.map { $0.writerError } : nil
  }

  /// Starts writing.
  ///
  /// - Returns: False where it cannot start: ``error`` says why.
  @discardableResult
  open func startWriting() -> Bool {
    do throws(RenderError) {
      try checkSegments()
      try writer.startWriting()
      for input in inputs { input.hasStarted = true }
      return true
    } catch {
      let failure = error.writerError
      state.withLock { $0.failure = failure }
      return false
    }
  }

  /// Begins the session: media at `startTime` stand at the file's zero, and what lies before is left out. A session that cannot begin is reported on
  /// the standard error.
  open func startSession(atSourceTime startTime: CMTime) {
    attempt { () throws(RenderError) in try writer.startSession(atSourceTime: startTime) }
  }

  /// Ends the session: what lies at `endTime` or after it is left out.
  open func endSession(atSourceTime endTime: CMTime) {
    attempt { () throws(RenderError) in try writer.endSession(atSourceTime: endTime) }
  }

  private func attempt(_ body: () throws(RenderError) -> Void) {
    do throws(RenderError) { try body() } catch { Misuse.report(error.description) }
  }

  /// Finishes all inputs and the file, and calls `handler` once, on any thread, when that has ended: ``status`` and ``error`` say how.
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      await finishWriting()
      handler()
    }
  }

  /// Finishes all inputs and the file; when it returns, ``status`` and ``error`` say how that ended.
  open func finishWriting() async { _ = try? await writer.finishWriting() }

  /// Gives the file up: nothing is left of it.
  open func cancelWriting() { writer.cancelWriting() }
}

extension RenderError {
  /// The same as a writer reports it.
  fileprivate var writerError: any Error {
    code == .unsupported
      ? AVError(
        .unsupportedOutputSettings, userInfo: [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self])
      : avError()
  }
}
