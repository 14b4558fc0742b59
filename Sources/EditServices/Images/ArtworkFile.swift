import EditingModel
import Foundation
import MediaFormats
import Rendering

/// The cover of a sound as a file of its own, for as long as images are made of it: where files of pictures are read, it is
/// one.
///
/// It lies among the temporary files, for its user's eyes alone, and is removed when the last reference to it goes.
final class ArtworkFile: Sendable {
  /// The file, which error messages call the owner's artwork.
  let asset: AssetReference

  /// A file of `artwork`, which `owner` holds.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput`.
  init(_ artwork: Artwork, of owner: AssetReference) throws(RenderError) {
    let folder = FileManager.default.temporaryDirectory
    let url = folder.appending(path: "gstedit-artwork-\(UUID().uuidString)")
    guard
      FileManager.default.createFile(
        atPath: url.path, contents: Data(artwork.bytes), attributes: [.posixPermissions: 0o600])
    else {
      throw RenderError(
        .cannotCreateOutput, "The artwork of \(owner.name) cannot be put into \(folder.path) to be decoded.",
        remedy: "Set TMPDIR to a folder that can be written to, and do not isolate the reading of media.", asset: owner)
    }
    asset = AssetReference(url: url, name: "artwork of \(owner.name)")
  }

  deinit { try? FileManager.default.removeItem(at: asset.url) }
}

extension FileMetadata {
  /// The pictures among its items, of those whose bytes have been read.
  var artwork: [Artwork] {
    items.compactMap { item in
      guard item.commonKey == .artwork, case .data(let data) = item.value, let bytes = data.bytes else { return nil }
      return Artwork(mediaType: data.mediaType, bytes: bytes)
    }
  }
}
