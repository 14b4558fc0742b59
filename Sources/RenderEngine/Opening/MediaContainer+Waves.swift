import Containers
import MediaFormats
import Rendering

extension SampleFile {
  /// How the file is opened.
  func container() throws -> MediaContainer {
    try WaveHeader.container(ofFormat: format, name: name) ?? .single([.waveParser], name: name)
  }
}

extension WaveHeader {
  /// How a WAVE file is opened that holds packets of a codec, which a parser has to find; nil for others.
  static func container(of file: FileBytes) throws -> MediaContainer? {
    let head = try file.read(at: 0, 12)
    guard head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WAVE".utf8),
      let format = try RIFFChunks.body(of: "fmt ", in: file)
    else { return nil }
    return try container(ofFormat: file.read(at: format, 2), name: "WAVE")
  }

  /// The same of a file called `name` whose `format` is WAVE's.
  static func container(ofFormat format: [UInt8], name: String) throws -> MediaContainer? {
    switch format.littleEndian(at: 0, 2) {
    case 0x50, 0x55: return .single([.waveParser, .mpegAudioParser], name: name)
    case 0x2000, 0x2001:
      throw RenderError(
        .unsupported, "The WAVE file holds AC-3 or DTS, of which much would be lost.",
        remedy: "Put it into another container, as with: ffmpeg -i FILE -c copy NEW.mka.")
    case 0xFF: return .single([.waveParser, .aacParser], name: name)
    default: return nil
    }
  }
}
