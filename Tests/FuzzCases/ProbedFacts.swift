import Foundation
import TestSupport

/// What `gstedit probe --json` says of a file, as far as a project is made of it.
struct ProbedFacts: Decodable {
  /// A picture track.
  struct Video: Decodable {
    var displaySize: [Int]
    var frameDuration: String?
    var isStill: Bool
  }

  /// A sound track.
  struct Audio: Decodable {
    var codec: String
    var sampleRate: Int
    var samples: Int
    var channels: Int
  }

  var duration: String
  var video: [Video]
  var audio: [Audio]

  /// How long a still is shown.
  private static let stillSeconds = Fraction(1, 5)

  /// How long the project is: as long as the file.
  var length: Fraction {
    let length = Fraction(text: duration) ?? .zero
    return length == .zero && video.first?.isStill == true ? Self.stillSeconds : length
  }

  /// How long a frame of the project is: as in its first picture track, or a thirtieth of a second.
  var frameDuration: Fraction {
    guard let video = video.first, !video.isStill else { return Fraction(1, 30) }
    return video.frameDuration.flatMap { Fraction(text: $0) } ?? Fraction(1, 30)
  }

  /// The frames that the project has.
  var frames: Int {
    guard !video.isEmpty, Fraction.zero < frameDuration else { return 0 }
    let exact = length / frameDuration
    return exact.numerator / exact.denominator > 1_000_000_000 ? .max : exact.ceiling
  }

  /// The pixels of all frames.
  var pixels: Double {
    Double(frames) * (video.first?.displaySize ?? []).reduce(1) { $0 * Double($1) }
  }

  /// More samples than the bytes of a file can hold, as samples that are not compressed take a byte each at least.
  func impossible(inBytes count: Int) -> String? {
    guard let audio = audio.first, audio.codec == "PCM", audio.samples > count / max(audio.channels, 1) else {
      return nil
    }
    return "\(count) bytes hold no \(audio.samples) samples of \(audio.channels) channels"
  }

  /// A project that shows and plays all of a file.
  func project(of file: URL) -> ProjectDocument {
    let segment = ProjectDocument.Segment(asset: "file", in: .zero, duration: length)
    return ProjectDocument(
      assets: ["file": file],
      tracks: (video.isEmpty ? [] : [.video(1, [segment])]) + (audio.isEmpty ? [] : [.audio(2, [segment])]))
  }
}

extension Fraction {
  /// The fraction of a text like `1001/30000`; nil where it is none.
  init?(text: String) {
    let parts = text.split(separator: "/").map { Int128($0) }
    guard let numerator = parts.first ?? nil, let denominator = parts.count > 1 ? parts[1] : 1, denominator != 0 else {
      return nil
    }
    self.init(numerator, denominator)
  }
}
