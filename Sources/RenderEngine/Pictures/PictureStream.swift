import Compositing
import GStreamer
import MediaDecoding
import MediaFormats
import Synchronization

/// The format of the pictures of a stream of buffers, as its caps say: they are looked into where they change.
///
/// Threads: any.
final class PictureStream: Sendable {
  private let known = Mutex<Known?>(nil)

  private struct Known {
    let caps: Caps
    let video: VideoFormat
  }

  /// The picture in `buffer`, of `caps`, or of those of the one before where they are nil; to be read.
  ///
  /// - Throws: `GStreamerError` where nothing says what it is.
  func picture(_ buffer: Buffer, _ caps: Caps?) throws -> (picture: PixelBuffer, video: VideoFormat) {
    guard let video = try video(of: caps), let format = PixelFormat(gstreamerName: video.name) else {
      throw GStreamerError.refused("A picture has no format.")
    }
    let picture = PixelBuffer(
      format: format, width: video.width, height: video.height, pixelAspectRatio: .square,
      storage: try FrameStorage(buffer, as: format, video: video, isWritable: false), isReadOnly: true)
    return (picture, video)
  }

  private func video(of caps: Caps?) throws -> VideoFormat? {
    let last = known.withLock { $0 }
    guard let caps, last.map({ !$0.caps.isEqual(to: caps) }) ?? true else { return last?.video }
    let new = try VideoFormat(caps)
    known.withLock { $0 = Known(caps: caps, video: new) }
    return new
  }
}
