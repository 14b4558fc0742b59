/// What takes a player item's pictures or sound while it plays (`AVPlayerItemOutput`): ``PlayerItemVideoOutput`` and
/// ``PlayerItemAudioOutput``.
public protocol PlayerItemOutput: AnyObject, Sendable {}
