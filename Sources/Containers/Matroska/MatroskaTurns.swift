import Rendering

// QUIRK: Matroska, written: libavformat says how pictures are turned only of those that surround the viewer. In: FFmpeg 5.1.
// Test: "a turn goes into Matroska and back".

/// Has the header of a Matroska file that libavformat wrote say how flat pictures are turned (RFC 9559 §5.1.4.1.28.41).
///
/// ```
///  as the muxer writes it   Projection │ type 1 │ its bounds, 20 bytes │ roll │
///  as it is in the end      Projection │ type 0 │ nothing (Void)       │ roll │
/// ```
package struct MatroskaTurns {
  /// The numbers of the tracks whose pictures are flat.
  package var tracks: Set<UInt64>

  /// The turns of `tracks`, by number.
  package init(tracks: Set<UInt64>) {
    self.tracks = tracks
  }

  /// Corrects the header of `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where it is not as the muxer writes it.
  package func correct(_ file: FileBytes) throws {
    guard !tracks.isEmpty else { return }
    try MatroskaTracks.change(in: file, flatten)
  }

  private func flatten(_ bytes: inout [UInt8]) throws {
    var rest = tracks
    func child(_ id: UInt32, of parent: MatroskaElement) -> MatroskaElement? {
      MatroskaElement.children(of: bytes, in: Int(parent.body)..<Int(parent.body + parent.size)).first { $0.id == id }
    }
    for entry in MatroskaElement.children(of: bytes) where entry.id == MatroskaID.trackEntry {
      guard let number = child(MatroskaID.trackNumber, of: entry),
        rest.remove(bytes.bigEndian(at: Int(number.body), Int(min(number.size, 8)))) != nil
      else { continue }
      guard let video = child(MatroskaID.video, of: entry), let projection = child(MatroskaID.projection, of: video),
        let kind = child(MatroskaID.projectionType, of: projection), kind.size == 1,
        child(MatroskaID.projectionRoll, of: projection) ?? child(MatroskaID.projectionYaw, of: projection) != nil
      else { throw MatroskaTracks.unexpectedLayout }
      bytes[Int(kind.body)] = 0
      guard let bounds = child(MatroskaID.projectionPrivate, of: projection) else { continue }
      // An identifier and a length of one byte each stand for three bytes.
      guard bounds.size < 0x7E, bounds.body >= 3, bytes[Int(bounds.body) - 1] == 0x80 | UInt8(bounds.size) else {
        throw MatroskaTracks.unexpectedLayout
      }
      let start = Int(bounds.body) - 3
      let void = [0xEC, 0x81 + UInt8(bounds.size)] + [UInt8](repeating: 0, count: Int(bounds.size) + 1)
      bytes.replaceSubrange(start..<start + void.count, with: void)
    }
    guard rest.isEmpty else { throw MatroskaTracks.unexpectedLayout }
  }
}
