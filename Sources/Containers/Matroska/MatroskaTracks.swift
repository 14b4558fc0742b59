package import Rendering

/// The description of the tracks in a Matroska file that libavformat wrote (RFC 9559 §5.1.4).
package enum MatroskaTracks {
  /// The error that the file is not as its muxer writes it.
  package static let unexpectedLayout = RenderError(
    .engineFailed, "The finished file has no tracks whose description could be completed.")

  /// Has `change` change it, as long as it is, in `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where it is not as the muxer writes it; what `change` throws.
  package static func change(in file: FileBytes, _ change: (inout [UInt8]) throws -> Void) throws {
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      guard element.id == MatroskaID.tracks else {
        offset = element.id == MatroskaID.segment ? element.body : element.body + element.size
        continue
      }
      var bytes = try file.read(at: element.body, Int(min(element.size, 1 << 24)))
      try change(&bytes)
      // A sum of all that follows it may stand in front.
      if let first = MatroskaElement.children(of: bytes).first, first.id == MatroskaID.checksum, first.size == 4 {
        let place = Int(first.body)
        let sum = Checksum.reflected(bytes[(place + 4)...])
        bytes.setLittleEndian(UInt64(sum), at: place, 4)
      }
      return try file.write(bytes, at: element.body)
    }
    throw Self.unexpectedLayout
  }
}
