public import Foundation

/// Layout of an input's media in the file. Muxers here lay files out themselves: what is asked for is kept, and nothing follows.
extension AVAssetWriterInput {
  /// Layout of media in the file, as it is asked for.
  struct Layout: Sendable {
    var location = MediaDataLocation.interleavedWithMainMediaData
    var chunkDuration = CMTime.invalid
    var chunkAlignment = 0
    var referenceBase: URL?
  }

  /// Place of a track's media in the file (`AVAssetWriterInput.MediaDataLocation`).
  public struct MediaDataLocation: RawRepresentable, Hashable, Sendable {
    /// A word.
    public let rawValue: String
    /// The place of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// By turns with those of other tracks.
    public static let interleavedWithMainMediaData = MediaDataLocation(
      rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData")
    /// Before those of other tracks.
    public static let beforeMainMediaDataNotInterleaved = MediaDataLocation(
      rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved")
    /// By turns with those of other tracks, many at once.
    public static let sparselyInterleavedWithMainMediaData = MediaDataLocation(
      rawValue: "AVAssetWriterInputMediaDataLocationSparselyInterleavedWithMainMediaData")
  }

  /// Place of its media in the file: by turns with the others' unless set. Pictures and sound always lie so; text, timecode and metadata lie behind
  /// them.
  public var mediaDataLocation: MediaDataLocation {
    get { layout.location }
    set { layout.location = newValue }
  }

  /// Duration of the track's media that are to stand together; invalid, unless set, for what a muxer chooses, which it does in any case.
  public var preferredMediaChunkDuration: CMTime {
    get { layout.chunkDuration }
    set { layout.chunkDuration = newValue }
  }

  /// At multiples of how many bytes what stands together is to begin; 0, unless set, for anywhere. It begins anywhere.
  public var preferredMediaChunkAlignment: Int {
    get { layout.chunkAlignment }
    set { layout.chunkAlignment = newValue }
  }

  /// URL that the places of samples in other files are counted from; nil unless set. Samples that are in other files are not written here:
  /// ``append(_:)`` returns false for a buffer without media.
  public var sampleReferenceBaseURL: URL? {
    get { layout.referenceBase }
    set { layout.referenceBase = newValue }
  }
}
