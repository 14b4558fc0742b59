/// A way to encode sound.
public enum AudioCodec: String, Hashable, Sendable, Codable, CaseIterable {
  case aac, opus, mp3, flac, pcm, vorbis
}
