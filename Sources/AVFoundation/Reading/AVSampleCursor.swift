import CoreMedia
import EditServices
public import Foundation
import GstEdit
import Rendering
import Synchronization
import Waiting

// SAFETY: whether a step was pinned is written where the caller says, once.

/// Place of bytes in a file (`AVSampleCursorStorageRange`).
public struct AVSampleCursorStorageRange: Hashable, Sendable {
  /// The first byte.
  public var offset: Int64
  /// Number of bytes.
  public var length: Int64
  /// Nothing.
  public init() { self.init(offset: 0, length: 0) }
  /// `length` bytes from `offset` on.
  public init(offset: Int64, length: Int64) { (self.offset, self.length) = (offset, length) }
  init(_ range: Range<UInt64>) {
    self.init(offset: Int64(clamping: range.lowerBound), length: Int64(clamping: range.count))
  }
}

/// Whether decoding can start at a sample (`AVSampleCursorSyncInfo`).
public struct AVSampleCursorSyncInfo {
  /// Decoding can start here.
  public var sampleIsFullSync: ObjCBool = false
  /// Decoding can start here, and what comes soon after may lack something: never said.
  public var sampleIsPartialSync: ObjCBool = false
  /// No other sample needs it.
  public var sampleIsDroppable: ObjCBool = false
  /// All flags false.
  public init() {}
}

/// Dependencies among samples (`AVSampleCursorDependencyInfo`).
public struct AVSampleCursorDependencyInfo {
  /// The file says whether others need it.
  public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool = false
  /// Others need it.
  public var sampleHasDependentSamples: ObjCBool = false
  /// The file says whether it needs others.
  public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool = false
  /// It needs others.
  public var sampleDependsOnOthers: ObjCBool = false
  /// The file says whether it is there twice: it never does.
  public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool = false
  /// It is there twice.
  public var sampleHasRedundantCoding: ObjCBool = false
  /// All flags false.
  public init() {}
}

/// Whether a packet of sound can be decoded by itself (`AVSampleCursorAudioDependencyInfo`).
public struct AVSampleCursorAudioDependencyInfo {
  /// It can be decoded by itself.
  public var audioSampleIsIndependentlyDecodable: ObjCBool = false
  /// Number of packets, from this one on, that are to be decoded until what comes is exact: 0, as files do not say.
  public var audioSamplePacketRefreshCount: Int = 0
  /// All flags false.
  public init() {}
}

/// Properties of a file's chunk (`AVSampleCursorChunkInfo`).
public struct AVSampleCursorChunkInfo {
  /// Number of samples.
  public var chunkSampleCount: Int64 = 0
  /// All have as many bytes.
  public var chunkHasUniformSampleSizes: ObjCBool = false
  /// All last as long.
  public var chunkHasUniformSampleDurations: ObjCBool = false
  /// All have the same format.
  public var chunkHasUniformFormatDescriptions: ObjCBool = false
  /// An empty one.
  public init() {}
}

/// A place among the samples of a file's track, which steps from one to another (`AVSampleCursor`). The media are not
/// read.
///
/// Threads: one at a time.
open class AVSampleCursor: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  var cursor: SampleCursor
  private let url: URL?

  init(_ cursor: SampleCursor, in url: URL?) {
    (self.cursor, self.url) = (cursor, url)
    super.init()
  }

  /// Another one, at the same sample.
  open func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(cursor, in: url) }

  // MARK: Steps

  /// Steps over `stepCount` samples in the order of decoding, back where it is negative; returns how many it were, fewer where the track
  /// ends.
  @discardableResult
  open func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 { cursor.stepInDecodeOrder(byCount: stepCount) }
  /// Steps over `stepCount` samples in the order of presentation, back where it is negative; returns how many it were, fewer where the
  /// track ends.
  @discardableResult
  open func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
    cursor.stepInPresentationOrder(byCount: stepCount)
  }
  /// Moves to the sample that is decoded `deltaDecodeTime` later, or the last one before; returns how far it moved.
  @discardableResult
  open func step(byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?)
    -> CMTime
  {
    let (moved, wasPinned) = cursor.step(byDecodeTime: deltaDecodeTime)
    unsafe outWasPinned?.pointee = ObjCBool(wasPinned)
    return moved.inUnits(of: cursor.mediaTimescale)
  }
  /// Moves to the sample that is presented `deltaPresentationTime` later, or the last one before; returns how far it moved.
  @discardableResult
  open func step(
    byPresentationTime deltaPresentationTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    let (moved, wasPinned) = cursor.step(byPresentationTime: deltaPresentationTime)
    unsafe outWasPinned?.pointee = ObjCBool(wasPinned)
    return moved.inUnits(of: cursor.mediaTimescale)
  }

  // MARK: The sample

  /// Presentation time of the sample.
  open var presentationTimeStamp: CMTime {
    cursor.presentationTimeStamp.inUnits(of: cursor.mediaTimescale)
  }
  /// Decode time of the sample; its presentation time where the file does not say.
  open var decodeTimeStamp: CMTime { cursor.decodeTimeStamp.inUnits(of: cursor.mediaTimescale) }
  /// Duration of its presentation; indefinite where the file does not say.
  open var currentSampleDuration: CMTime {
    let duration = cursor.currentSampleDuration
    return duration.isValid ? duration.inUnits(of: cursor.mediaTimescale) : .indefinite
  }
  /// Its format, with what decoders of H.264 and HEVC need. Blocks the first time.
  ///
  /// - Throws: `AVError` where that is not known.
  open func currentSampleFormatDescription() throws -> CMFormatDescription {
    guard let format = cursor.samples.track.formatDescriptions.first else { throw AVError(.unknown) }
    return CMFormatDescription(format, stating: cursor.packetFormat?.formatExtensions ?? .init())
  }
  /// Its format.
  open func copyCurrentSampleFormatDescription() -> CMFormatDescription? { try? currentSampleFormatDescription() }
  /// Whether decoding can start here.
  open var currentSampleSyncInfo: AVSampleCursorSyncInfo {
    let known = cursor.currentSampleSyncInfo
    var info = AVSampleCursorSyncInfo()
    info.sampleIsFullSync = ObjCBool(known.sampleIsFullSync)
    info.sampleIsDroppable = ObjCBool(known.sampleIsDroppable)
    return info
  }
  /// Dependencies of the sample on others, and of others on it.
  open var currentSampleDependencyInfo: AVSampleCursorDependencyInfo {
    let known = cursor.currentSampleDependencyInfo
    var info = AVSampleCursorDependencyInfo()
    info.sampleIndicatesWhetherItDependsOnOthers = ObjCBool(known.sampleDependsOnOthers != nil)
    info.sampleDependsOnOthers = ObjCBool(known.sampleDependsOnOthers ?? false)
    info.sampleIndicatesWhetherItHasDependentSamples = ObjCBool(known.sampleHasDependentSamples != nil)
    info.sampleHasDependentSamples = ObjCBool(known.sampleHasDependentSamples ?? false)
    return info
  }
  /// Whether it can be decoded by itself, of sound; it cannot, of other media.
  open var currentSampleAudioDependencyInfo: AVSampleCursorAudioDependencyInfo {
    var info = AVSampleCursorAudioDependencyInfo()
    let isSound = cursor.samples.track.mediaType == .audio
    info.audioSampleIsIndependentlyDecodable = ObjCBool(isSound && cursor.currentSampleSyncInfo.sampleIsFullSync)
    return info
  }
  /// Dependencies of the sample on others and of others on it, as attachments of sample buffers; nil where the file
  /// gives none.
  open var currentSampleDependencyAttachments: [AnyHashable: Any]? {
    let known = cursor.currentSampleDependencyInfo
    var attachments: [AnyHashable: Any] = [:]
    attachments[kCMSampleAttachmentKey_DependsOnOthers] = known.sampleDependsOnOthers
    attachments[kCMSampleAttachmentKey_IsDependedOnByOthers] = known.sampleHasDependentSamples
    if !cursor.currentSampleSyncInfo.sampleIsFullSync { attachments[kCMSampleAttachmentKey_NotSync] = true }
    return attachments.isEmpty ? nil : attachments
  }
  /// Number of samples before this one that are to be decoded so that it can be: back to the last at which decoding can start.
  open var samplesRequiredForDecoderRefresh: Int {
    var place = cursor
    while !place.currentSampleSyncInfo.sampleIsFullSync, place.stepInDecodeOrder(byCount: -1) != 0 {}
    return cursor.index - place.index
  }

  // MARK: Its order

  /// Whether it stands before `cursor` in the order of decoding, at the same sample, or behind.
  open func comparePositionInDecodeOrder(withPositionOf cursor: AVSampleCursor) -> ComparisonResult {
    let (own, other) = (self.cursor.index, cursor.cursor.index)
    return own < other ? .orderedAscending : own > other ? .orderedDescending : .orderedSame
  }
  /// Whether a sample that is decoded before this one is presented after that at `cursor`.
  open func samplesWithEarlierDecodeTimeStampsMayHaveLaterPresentationTimeStamps(than cursor: AVSampleCursor) -> Bool {
    hasNeighbor(-1) { $0 > cursor.presentationTimeStamp }
  }
  /// Whether a sample that is decoded after this one is presented before that at `cursor`.
  open func samplesWithLaterDecodeTimeStampsMayHaveEarlierPresentationTimeStamps(than cursor: AVSampleCursor) -> Bool {
    hasNeighbor(1) { $0 < cursor.presentationTimeStamp }
  }

  /// As many samples as a decoder may put into another order, and some.
  private static let reach = 64

  private func hasNeighbor(_ step: Int64, where holds: (CMTime) -> Bool) -> Bool {
    var place = cursor
    for _ in 0..<Self.reach {
      guard place.stepInDecodeOrder(byCount: step) != 0 else { return false }
      if holds(place.presentationTimeStamp) { return true }
    }
    return false
  }

  // MARK: Where it is stored

  /// The file of its chunk.
  open var currentChunkStorageURL: URL? { url }
  /// Place of its chunk in the file.
  open var currentChunkStorageRange: AVSampleCursorStorageRange { .init(cursor.currentChunkStorageRange) }
  /// Properties of its chunk.
  open var currentChunkInfo: AVSampleCursorChunkInfo {
    let known = cursor.currentChunkInfo
    var info = AVSampleCursorChunkInfo()
    info.chunkSampleCount = Int64(known.chunkSampleCount)
    info.chunkHasUniformSampleSizes = ObjCBool(known.chunkHasUniformSampleSizes)
    info.chunkHasUniformSampleDurations = ObjCBool(known.chunkHasUniformSampleDurations)
    info.chunkHasUniformFormatDescriptions = ObjCBool(cursor.samples.track.formatDescriptions.count <= 1)
    return info
  }
  /// Its number in its chunk, from 0.
  open var currentSampleIndexInChunk: Int64 { Int64(cursor.currentSampleIndexInChunk) }
  /// Place of the sample in the file.
  open var currentSampleStorageRange: AVSampleCursorStorageRange { .init(cursor.currentSampleStorageRange) }
}

extension SampleCursor {
  /// Units a second of the track's times.
  var mediaTimescale: CMTimeScale { samples.track.naturalTimeScale }
  /// Format of the track's packets; nil where that cannot be found out. Blocks the first time.
  var packetFormat: PacketFormat? {
    let samples = samples
    return try? CallingThread.run { try await samples.packetFormat() }
  }
}

extension AVAssetTrack {
  /// Whether there are cursors over it: of movies that are not in fragments, and of Matroska and WebM. Blocks.
  public var canProvideSampleCursors: Bool { samples() != nil }
  /// A cursor at the sample that is presented at `presentationTimeStamp`, or at the last one before; nil where there are none. Blocks.
  public func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
    samples().map { cursor($0.makeSampleCursor(presentationTimeStamp: presentationTimeStamp)) }
  }
  /// A cursor at the sample that is decoded first; nil where there are none. Blocks.
  public func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? {
    samples().map { cursor($0.makeSampleCursorAtFirstSampleInDecodeOrder()) }
  }
  /// A cursor at the sample that is decoded last; nil where there are none. Blocks.
  public func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? {
    samples().map { cursor($0.makeSampleCursorAtLastSampleInDecodeOrder()) }
  }

  private func cursor(_ cursor: SampleCursor) -> AVSampleCursor {
    AVSampleCursor(cursor, in: cursor.samples.track.asset?.url)
  }

  /// Its samples as the file lists them, which is done once.
  private func samples() -> TrackSamples? {
    if let known = listedSamples.withLock({ $0 }) { return known }
    guard case .file = content, let track = try? facts(),
      let listed = try? CallingThread.run({ try await TrackSamples(of: track) })
    else { return nil }
    listedSamples.withLock { $0 = listed }
    return listed
  }
}
