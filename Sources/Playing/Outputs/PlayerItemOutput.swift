/// Takes a player item's pictures or sound while it plays, or follows its times (`AVPlayerItemOutput`):
/// ``PlayerItemVideoOutput``, ``PlayerItemAudioOutput``, ``PlayerItemTimedOutput`` and ``PlayerItemTimelineOutput``.
public protocol PlayerItemOutput: AnyObject, Sendable {}
