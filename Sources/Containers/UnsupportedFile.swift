package import Rendering

/// Files that are no media this engine reads, by the marks at their beginning: what to call them.
package struct UnsupportedFile {
  /// The kind of file, with its article.
  package let name: String
  /// The way to make media of it.
  package let remedy: String

  /// The kind of `file`; nil where it has none of these marks.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 64)
    let convert = "Convert it first, as with: convert FILE NEW.png."
    let lossless = "Convert it first, as with: ffmpeg -i FILE NEW.flac."
    let lossy = "Convert it first, as with: ffmpeg -i FILE -c:a libopus NEW.opus."
    let open = "Name the media inside it."
    let kinds: [(mark: [UInt8], name: String, remedy: String)] = [
      (Array("SDPX".utf8), "a DPX picture", convert), (Array("XPDS".utf8), "a DPX picture", convert),
      ([0x76, 0x2F, 0x31, 0x01], "an OpenEXR picture", convert),
      (Array("8BPS".utf8), "a Photoshop document", convert),
      ([0, 0, 0, 0x0C] + Array("JXL ".utf8), "a JPEG XL picture", convert),
      ([0xFF, 0x0A], "a JPEG XL picture", convert),
      ([0, 0, 1, 0], "a Windows icon", convert), (Array("%PDF".utf8), "a PDF document", "Name a media file."),
      ([0x50, 0x4B, 3, 4], "a ZIP archive, or a document in one", open), ([0x1F, 0x8B], "a gzip archive", open),
      (Array("7z".utf8) + [0xBC, 0xAF], "a 7-Zip archive", open), (Array("Rar!".utf8), "a RAR archive", open),
      ([0x7F] + Array("ELF".utf8), "a program", "Name a media file."),
      (Array(".RMF".utf8), "a RealMedia film", "Convert it first, as with: ffmpeg -i FILE NEW.mp4."),
      (Array("nut/multimedia".utf8), "a NUT film", "Convert it first, as with: ffmpeg -i FILE -c copy NEW.mkv."),
      (Array("MAC ".utf8), "a sound of Monkey's Audio", lossless),
      (Array("OFR ".utf8), "a sound of OptimFROG", lossless),
      (Array("tBaK".utf8), "a sound of TAK", lossless), (Array("ajkg".utf8), "a sound of Shorten", lossless),
      (Array("DSD ".utf8), "a DSD stream (DSF)", lossless), (Array("FRM8".utf8), "a DSD stream (DSDIFF)", lossless),
      (Array("MPCK".utf8), "a sound of Musepack", lossy), (Array("MP+".utf8), "a sound of Musepack", lossy),
      (Array("MThd".utf8), "a MIDI file, notes without sounds", "Make a sound of it first."),
      (Array("#EXTM3U".utf8), "a playlist", open), (Array("<?xml".utf8), "an XML document", "Name a media file."),
      (Array("<!DOCTYPE".utf8), "a web page", "Name a media file."),
      (Array("<html".utf8), "a web page", "Name a media file."),
    ]
    guard let kind = kinds.first(where: { head.starts(with: $0.mark) }) else { return nil }
    (name, remedy) = (kind.name, kind.remedy)
  }

  /// The error of such a file.
  package var error: RenderError {
    RenderError(.unsupported, "The file is \(name), which is not read.", remedy: remedy)
  }
}
