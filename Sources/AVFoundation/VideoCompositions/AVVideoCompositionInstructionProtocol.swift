public import Foundation

/// The instruction for a part of the film (`AVVideoCompositionInstructionProtocol`): an object of your own class with
/// the data that your compositor needs.
///
/// A request has the same object as the video composition.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// Range in which it applies, in the film's time.
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
