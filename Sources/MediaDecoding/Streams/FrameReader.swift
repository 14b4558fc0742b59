import Containers
import EditingModel
import Foundation
import GStreamer
package import MediaFormats

/// Delivers the pictures of one stream of one file in order, from one position on.
package protocol FrameReader: Sendable {
  /// The next picture with its stream time, or nil at the end of the stream.
  ///
  /// - Throws: `RenderError` if decoding fails, stalls or is cancelled.
  func next() throws -> StreamReader.Decoded?

  /// The orientation of the pictures in the file, once one was delivered.
  func orientation() throws -> Orientation

  /// Stops decoding and frees everything, on a background thread.
  @discardableResult
  func close() -> BackgroundTask<Void>
}

extension StreamReader: FrameReader {
  package func orientation() throws -> Orientation {
    if let tag = try reports().imageOrientation { return Orientation(imageOrientationTag: tag) }
    guard case .still(_, let decoder, _) = address.container, decoder == .pixbufDecoder || decoder == .pngDecoder else {
      return .up
    }
    return try Orientation(exifOf: FileBytes(address.asset.url.path, isReadOnly: true))
  }
}
