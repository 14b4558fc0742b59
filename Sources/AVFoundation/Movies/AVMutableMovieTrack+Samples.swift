public import CoreMedia
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

// SAFETY: times are written where the caller says, once.

/// Samples that a program makes.
extension AVMutableMovieTrack {
  /// Appends the samples of `sampleBuffer` to the track's media, behind those that were appended before; they are seen when a range of the
  /// media is inserted (``insertMediaTimeRange(_:into:)``). `decodeTime` and `presentationTime` tell where in the media the first one is.
  ///
  /// Tracks of text, captions, timecode and metadata take samples; pictures and sound are inserted from other movies.
  /// - Throws: `AVError` where the track takes none, or none of this format.
  public func append(
    _ sampleBuffer: CMSampleBuffer, decodeTime: UnsafeMutablePointer<CMTime>?,
    presentationTime: UnsafeMutablePointer<CMTime>?
  ) throws {
    let start = try appended(sampleBuffer)
    unsafe decodeTime?.pointee = start
    unsafe presentationTime?.pointee = start
  }

  /// Appends the samples of `sampleBuffer`.
  ///
  /// - Returns: Where in the media the first one is.
  private func appended(_ sampleBuffer: CMSampleBuffer) throws -> CMTime {
    guard let data, let block = sampleBuffer.dataBuffer, let format = sampleBuffer.formatDescription?.format.data else {
      throw Self.refusal("A track of “\(mediaType.rawValue)” takes no such samples: it holds data, or is to hold some.")
    }
    let own = data.track
    guard own.samples.isEmpty || own.format == format, data.media?.format ?? format == format else {
      throw Self.refusal("The samples are of another format than those of the track.")
    }
    var media = data.media ?? DataTrack(own.kind, format)
    let start = media.end
    let bytes = block.bytes
    var (offset, time) = (0, start)
    for (size, timing) in zip(try sampleBuffer.sampleSizes(), try sampleBuffer.sampleTimingInfos()) {
      guard size >= 0, size <= bytes.count - offset, let duration = timing.duration.rational, duration >= .zero else {
        throw Self.refusal("A sample has more bytes than its buffer, or no duration.")
      }
      let end = try time + duration
      media.samples.append(DataTrack.Sample(Array(bytes[offset..<(offset + size)]), from: time, to: end))
      (offset, time) = (offset + size, end)
    }
    data.media = media
    return CMTime(notAfter: start).inMovieUnits
  }

  /// Inserts what was appended to the media in `mediaTimeRange` at the start of `trackTimeRange`, for as long as that lasts, and moves everything
  /// from there on.
  ///
  /// - Returns: False where nothing was appended there, or a range is none: the track is unchanged.
  public func insertMediaTimeRange(_ mediaTimeRange: CMTimeRange, into trackTimeRange: CMTimeRange) -> Bool {
    guard let data, let media = data.media, let start = trackTimeRange.start.rational,
      let length = trackTimeRange.duration.rational, start >= .zero, length > .zero
    else { return false }
    do {
      let range = try MovieData.range(mediaTimeRange, within: media)
      guard range.duration > .zero, range.end <= media.end else { return false }
      var piece = DataTrack(media.kind, media.format)
      try piece.insert(range, of: media, at: .zero)
      try piece.scale(RationalRange(start: .zero, duration: range.duration), to: length)
      try data.edit { own in
        own.format = media.format
        try own.insert(RationalRange(start: .zero, duration: length), of: piece, at: start)
      }
      return true
    } catch {
      Misuse.report("The track \(trackID) is not changed: \(error)")
      return false
    }
  }

  private static func refusal(_ sentence: String) -> AVError {
    AVError(.operationNotSupportedForAsset, userInfo: [NSLocalizedDescriptionKey: sentence])
  }
}
