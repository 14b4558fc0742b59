import GstEdit
import MediaFormats
import Rendering

/// Brings sound to another number of channels: fewer than there are of more than two are mixed as everywhere here, from the usual speakers to
/// the usual speakers; else as ``SoundBlock/inOrder(_:)`` does. Used by the thread that renders.
final class ChannelMixer {
  private var converter: (from: Int, to: Int, converter: any SoundConverter)?

  /// `block` in `channels` channels.
  func mix(_ block: SoundBlock, to channels: Int) -> SoundBlock {
    let width = block.channels.count
    guard width > 2, channels < width, channels > 0, block.count > 0 else { return block.inOrder(channels) }
    if converter?.from != width || converter?.to != channels {
      let made = try? Engine.renderer().soundConverter(
        from: SoundFormat(sampleRate: Self.rate, layout: .standard(width)),
        to: SoundFormat(sampleRate: Self.rate, layout: .standard(channels)))
      converter = made.map { (width, channels, $0) }
    }
    guard let samples = converter?.converter.convert(block.interleaved), samples.count == block.count * channels else {
      return block.inOrder(channels)
    }
    return SoundBlock(interleaved: samples, channels: channels)
  }

  /// Any: it stays the same.
  private static let rate = 48_000
}
