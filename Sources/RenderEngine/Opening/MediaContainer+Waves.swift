import Containers
import MediaFormats
import Rendering

extension SampleFile {
  /// How the file is opened.
  var container: MediaContainer { .listed(.samples, name: name) }
}

extension WaveFile {
  /// How a file is opened that holds packets of a codec which a parser has to find, or whose lengths `wavparse` does not read; nil for
  /// others.
  func container() throws -> MediaContainer? {
    switch format.littleEndian(at: 0, 2) {
    case 0x50, 0x55: return .single([.waveParser, .mpegAudioParser], name: name)
    case 0x2000, 0x2001:
      throw RenderError(
        .unsupported, "The WAVE file holds AC-3 or DTS, of which much would be lost.",
        remedy: "Put it into another container, as with: ffmpeg -i FILE -c copy NEW.mka.")
    case 0xFF: return .single([.waveParser, .aacParser], name: name)
    default: return isLong ? .single([.waveParser], name: name) : nil
    }
  }
}
