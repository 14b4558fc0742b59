/// What takes a player item's pictures or sound while it plays, or is told of its moments (`AVPlayerItemOutput`): ``PlayerItemVideoOutput``,
/// ``PlayerItemAudioOutput``, ``PlayerItemTimedOutput`` and ``PlayerItemTimelineOutput``.
public protocol PlayerItemOutput: AnyObject, Sendable {}
