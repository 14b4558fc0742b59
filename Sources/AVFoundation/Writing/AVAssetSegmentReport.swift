public import Foundation
import MediaTime
import Rendering

/// Kind of a movie's segment (`AVAssetSegmentType`).
public enum AVAssetSegmentType: Int, Sendable {
  /// The header.
  case initialization = 1
  /// Media, beginning with a key frame.
  case separable = 2

  init(_ kind: MovieSegment.Kind) {
    switch kind {
    case .initialization: self = .initialization
    case .separable: self = .separable
    }
  }
}

/// Contents of a segment that a writer hands over (`AVAssetSegmentReport`).
public final class AVAssetSegmentReport: NSObject, Sendable {
  /// Kind of the segment.
  public let segmentType: AVAssetSegmentType
  /// Reports of each track; none for the header.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ segment: MovieSegment) {
    segmentType = AVAssetSegmentType(segment.kind)
    trackReports = segment.tracks.map(AVAssetSegmentTrackReport.init)
  }
}

/// Contents of a segment from one track (`AVAssetSegmentTrackReport`). Times are those of the movie, which begins at zero with its session.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
  /// The track's number.
  public let trackID: CMPersistentTrackID
  /// Pictures or sound.
  public let mediaType: AVMediaType
  /// Presentation time of the first of its samples.
  public let earliestPresentationTimeStamp: CMTime
  /// From there to the end of the last.
  public let duration: CMTime
  /// The first picture; nil of sound.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(_ track: MovieSegment.Track) {
    trackID = CMPersistentTrackID(clamping: track.trackID)
    mediaType = AVMediaType(track.mediaType)
    earliestPresentationTimeStamp = CMTime(notAfter: track.earliestPresentation)
    duration = CMTime(notAfter: track.duration)
    firstVideoSampleInformation = track.firstPicture.map(AVAssetSegmentReportSampleInformation.init)
  }
}

/// A picture of a segment (`AVAssetSegmentReportSampleInformation`).
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
  /// Presentation time of the sample.
  public let presentationTimeStamp: CMTime
  /// Offset in the segment, in bytes.
  public let offset: Int
  /// Number of bytes.
  public let length: Int
  /// Whether decoding can start with it.
  public let isSyncSample: Bool

  init(_ picture: MovieSegment.Picture) {
    presentationTimeStamp = CMTime(notAfter: picture.presentation)
    (offset, length) = (picture.bytes.lowerBound, picture.bytes.count)
    isSyncSample = picture.isKeyFrame
  }
}
