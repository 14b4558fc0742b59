import CGStreamer

/// Speakers by the bits of the masks in caps.
///
/// Threads: any.
public enum ChannelMask {
  /// The speakers that `count` channels usually are for; 0 where there are no usual ones. C: `gst_audio_channel_get_fallback_mask`.
  public static func usual(channels count: Int) -> UInt64 {
    UInt64(gst_audio_channel_get_fallback_mask(Int32(clamping: count)))
  }
}
