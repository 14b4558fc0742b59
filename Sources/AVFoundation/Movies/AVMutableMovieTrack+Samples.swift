public import CoreMedia
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

// SAFETY: times are written where the caller says, once.

/// Samples that a program makes.
extension AVMutableMovieTrack {
  /// Appends the samples of `sampleBuffer` to the track's media, behind those that are there; they are seen when a range of the media is
  /// inserted (``insertMediaTimeRange(_:into:)``). `decodeTime` and `presentationTime` tell where in the media the first one is.
  ///
  /// A sample lasts until the next one is decoded, by the difference of their times; its duration holds where that is not later, and of
  /// the last one.
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
  /// - Returns: The place of the first one in the media.
  private func appended(_ sampleBuffer: CMSampleBuffer) throws -> CMTime {
    guard let data, let block = sampleBuffer.dataBuffer, let format = sampleBuffer.formatDescription?.format.data else {
      throw Self.refusal("A track of “\(mediaType.rawValue)” takes no such samples: it holds data, or is to hold some.")
    }
    let bytes = block.bytes
    var (samples, offset) = ([AppendedSample](), 0)
    for (size, timing) in zip(try sampleBuffer.sampleSizes(), try sampleBuffer.sampleTimingInfos()) {
      guard size >= 0, size <= bytes.count - offset, let duration = timing.duration.rational, duration >= .zero else {
        throw Self.refusal("A sample has more bytes than its buffer, or no duration.")
      }
      samples.append(
        AppendedSample(
          bytes: Array(bytes[offset..<(offset + size)]),
          decodeTime: timing.decodeTimeStamp.rational ?? timing.presentationTimeStamp.rational, duration: duration))
      offset += size
    }
    guard let start = try data.append(samples, in: format) else {
      throw Self.refusal("The samples are of another format than those of the track.")
    }
    return CMTime(notAfter: start).inMovieUnits
  }

  /// Inserts what was appended to the media in `mediaTimeRange` at the start of `trackTimeRange`, for as long as that lasts, and moves everything
  /// from there on. A start that is `CMTime.invalid` is the track's end.
  ///
  /// - Returns: False where nothing was appended there, or a range is none: the track is unchanged.
  @discardableResult
  public func insertMediaTimeRange(_ mediaTimeRange: CMTimeRange, into trackTimeRange: CMTimeRange) -> Bool {
    let start = trackTimeRange.start
    guard let data, let media = data.media, let length = trackTimeRange.duration.rational, length > .zero,
      start.isNumeric ? start >= .zero : !start.isValid
    else { return false }
    do {
      let range = try MovieData.range(mediaTimeRange, within: media)
      guard range.duration > .zero, range.end <= media.end else { return false }
      var piece = DataTrack(media.kind, media.format)
      try piece.insert(range, of: media, at: .zero)
      try piece.scale(RationalRange(start: .zero, duration: range.duration), to: length)
      try data.edit { own in
        guard own.samples.isEmpty || own.format == media.format else {
          throw Self.refusal("The track holds samples of another format.")
        }
        own.format = media.format
        try own.insert(RationalRange(start: .zero, duration: length), of: piece, at: start.rational ?? own.end)
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
