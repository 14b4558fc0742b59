import GStreamer
import MediaFormats
import PictureFiles
import Rendering

extension RawPicture {
  /// The picture as GStreamer has it, presented at `time` in nanoseconds.
  func decoded(at time: Int64) throws -> StreamReader.Decoded {
    let caps = try Caps(
      "video/x-raw,format=\(formatName),width=\(width),height=\(height),framerate=0/1,pixel-aspect-ratio=1/1"
        + ",interlace-mode=progressive,colorimetry=\(color.capsField)")
    let buffer = try Buffer(rows: bytes, rowBytes: rowBytes, of: VideoFormat(caps))
    return StreamReader.Decoded(buffer: buffer, streamTime: time, caps: caps)
  }

  /// GStreamer's name of the layout.
  private var formatName: String {
    switch layout {
    case .rgb: "RGB"
    case .rgba: "RGBA"
    case .rgbx: "RGBx"
    }
  }
}

extension RenderError {
  /// Why a picture is not read.
  init(_ error: PictureError) {
    self.init(
      error.reason == .unreadable ? .mediaUnreadable : .unsupported, error.message, remedy: error.remedy)
  }
}

/// Runs `body` and translates the errors of files of pictures.
func translatingPictures<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as PictureError {
    throw RenderError(error)
  }
}
