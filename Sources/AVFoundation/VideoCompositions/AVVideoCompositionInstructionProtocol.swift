public import Foundation

/// What happens during a part of the film (`AVVideoCompositionInstructionProtocol`): of a class of your own, with whatever your compositor
/// needs to know.
///
/// The object that a request has is the one that the video composition was given.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// When it applies, in the film's time.
  var timeRange: CMTimeRange { get }
  /// Whether layers are drawn over its frames.
  var enablePostProcessing: Bool { get }
  /// Whether its frames may change while their sources do not. Where not, one frame is used as long as its sources stay the same.
  var containsTweening: Bool { get }
  /// The numbers of the tracks whose frames the compositor gets; nil for all, none for one that generates its frames.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// A track that is shown as it is, without asking the compositor; `kCMPersistentTrackID_Invalid` for none.
  var passthroughTrackID: CMPersistentTrackID { get }
  /// The numbers of tracks whose data the compositor gets: none, since there are no such tracks here.
  var requiredSourceSampleDataTrackIDs: [NSNumber] { get }
}

extension AVVideoCompositionInstructionProtocol {
  /// None.
  public var requiredSourceSampleDataTrackIDs: [NSNumber] { [] }
}
