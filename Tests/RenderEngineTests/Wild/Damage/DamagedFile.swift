import Foundation
import SeededRandom

import enum TestSupport.MediaTools

/// What happens to a few bytes of a file on its way.
enum Accident: String, CaseIterable, Sendable {
  /// They become others.
  case overwritten
  /// They are gone.
  case cut
  /// They come twice.
  case repeated
  /// One bit is another.
  case flipped
}

/// A film with damage to one packet.
struct DamagedFile: Sendable, CustomStringConvertible {
  var file: WildFile
  var accident: Accident
  var seed: UInt64

  var description: String { "\(file.name).\(file.type) \(accident) \(seed)" }

  /// The film, damaged, in `folder`.
  func url(in folder: URL) async throws -> URL {
    let packets = try await Packets.shared.places(in: file.url())
    var random = SeededGenerator(seed: seed)
    return try await file.changed(in: folder) { bytes in
      let packet = packets[Int.random(in: 2..<packets.count - 2, using: &random)].clamped(to: 0..<bytes.count)
      let middle =
        packet.lowerBound + packet.count / 3..<max(packet.lowerBound + 1, packet.upperBound - packet.count / 3)
      switch accident {
      case .overwritten:
        for place in middle { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case .cut: bytes.removeSubrange(middle)
      case .repeated: bytes.insert(contentsOf: bytes[packet], at: packet.lowerBound)
      case .flipped: bytes[middle.lowerBound + middle.count / 2] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
  }

  /// Where the packets of whole files lie, looked for once.
  private actor Packets {
    static let shared = Packets()
    private var known: [URL: [Range<Int>]] = [:]

    /// Where the packets of the file at `url` lie, in bytes.
    func places(in url: URL) async throws -> [Range<Int>] {
      if let places = known[url] { return places }
      let text = try await MediaTools.ffprobe(["-show_entries", "packet=pos,size", "-of", "csv=p=0", url.path])
      let places = text.split(separator: "\n").compactMap { line -> Range<Int>? in
        let numbers = line.split(separator: ",").compactMap { Int($0) }
        return numbers.count >= 2 && numbers[0] > 1 ? numbers[1]..<numbers[1] + numbers[0] : nil
      }
      known[url] = places
      return places
    }
  }
}
