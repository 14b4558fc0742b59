import Foundation

import class TestSupport.MediaCache
import enum TestSupport.MediaTools

/// A file of the survey: what it is, how it is made, and what is known about it.
struct SurveyRow: Hashable, Sendable {
  /// The part of the table that it stands in.
  var chapter: SurveyChapter
  /// What the file's name ends in.
  var type: String
  var codec: String
  /// What sets it apart from the plain file of its kind.
  var oddity: String
  var making: SurveyMaking
  /// The change of the finished bytes.
  var change: SurveyChange = .none

  /// Whether its bytes are bare samples, so that any value is valid.
  var isRaw: Bool { codec.hasPrefix("pcm") || type == "bmp" }

  /// How the table calls the row.
  var name: String { "\(type) | \(codec) | \(oddity)" }
}

/// The parts of the table.
enum SurveyChapter: String, CaseIterable, Sendable {
  case h264 = "H.264"
  case timelines = "Picture and sound in time"
  case tracks = "Tracks beside each other"
  case pictures = "Other codecs of pictures"
  case sounds = "Codecs of sound"
  case samples = "Rates, widths and channels of sound"
  case changing = "Joined from two, or changing in mid-stream"
  case stills = "Stills"
  case recorders = "From phones, cameras and recorders"
  case cutShort = "Cut short: the last three tenths are missing"
  case damaged = "Damaged: some bytes in the middle are others"
  case foreign = "Something else"
}

/// Where the bytes of a file come from.
enum SurveyMaking: Hashable, Sendable {
  /// ffmpeg, with these arguments before the file's name.
  case ffmpeg([String])
  /// ffmpeg, with these arguments after a file that it has made before.
  case copy(of: WildFile, options: [String], before: [String] = [])
  /// The files that ffmpeg makes with each of these arguments, one behind the other.
  case joined([[String]])
  /// ffmpeg, which copies the packets of another row's file.
  indirect case packets(of: SurveyRow)
  /// These bytes.
  case bytes([UInt8])
}

/// A change of a file after it is made.
enum SurveyChange: Hashable, Sendable {
  case none
  /// The last three tenths are taken away.
  case cutShort
  /// Some bytes in the middle become others.
  case damage
  /// The first track of a movie has this matrix: a, b, c and d.
  case matrix([Int32])
  /// Track number `track` of a movie is switched off.
  case disable(track: Int)
  /// The file follows itself, as where recordings are joined.
  case twice
  /// Tags of APE and of ID3 follow.
  case tags
  /// The encoder's tag counts as many frames as this.
  case count(Int32)

  /// Changes `bytes`.
  func apply(to bytes: inout [UInt8]) {
    switch self {
    case .none: return
    case .cutShort: bytes.removeLast(bytes.count - bytes.count * 7 / 10)
    case .damage:
      // A linear congruential generator: the same bytes in every run.
      var state: UInt32 = 1
      let start = bytes.count / 2
      for index in start..<min(bytes.count, start + max(8, min(400, bytes.count / 30))) {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
      }
    case .matrix(let numbers):
      guard let header = bytes.contents(ofBoxes: "tkhd").first else { return }
      for (index, number) in zip([0, 4, 12, 16], numbers) { bytes.write(number * 65_536, at: header + 40 + index) }
    case .disable(let track):
      let headers = bytes.contents(ofBoxes: "tkhd")
      guard headers.indices.contains(track) else { return }
      bytes[headers[track] + 3] &= 0xFE
    case .twice: bytes += bytes
    case .tags:
      // Version 2000, 50 bytes without the header: one item and the footer.
      let item: [UInt8] = [4, 0, 0, 0, 0, 0, 0, 0] + Array("Title".utf8) + [0] + Array("Tone".utf8)
      bytes += item + Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 50, 0, 0, 0, 1, 0, 0, 0]
      bytes += [UInt8](repeating: 0, count: 12)
      bytes += Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
    case .count(let number):
      guard let tag = ["Info", "Xing"].compactMap({ bytes.places(of: $0).first }).min() else { return }
      bytes.write(number, at: tag + 8)
    }
  }
}

extension SurveyRow {
  /// The file, made once and kept.
  func url() async throws -> URL {
    let (making, change, type) = (making, change, type)
    return try await MediaCache.shared.file(
      named: "survey", extension: type, recipe: ["\(making)", "\(change)"]
    ) { target in
      switch making {
      case .ffmpeg(let arguments): try await MediaTools.ffmpeg(arguments + [target.path])
      case .copy(let source, let options, let before):
        try await MediaTools.ffmpeg(before + ["-i", try await source.url().path] + options + [target.path])
      case .packets(let row):
        try await MediaTools.ffmpeg(["-i", try await row.url().path, "-c", "copy", target.path])
      case .joined(let parts):
        var bytes = Data()
        for arguments in parts {
          try await MediaTools.ffmpeg(arguments + [target.path])
          let part = [UInt8](try Data(contentsOf: target))
          bytes += type == "ivf" && !bytes.isEmpty ? Data(part.dropFirst(32)) : Data(part)
          try FileManager.default.removeItem(at: target)
        }
        var whole = [UInt8](bytes)
        if type == "ivf" { whole.numberFrames() }
        try Data(whole).write(to: target)
      case .bytes(let bytes): try Data(bytes).write(to: target)
      }
      guard change != .none else { return }
      var bytes = [UInt8](try Data(contentsOf: target))
      change.apply(to: &bytes)
      try Data(bytes).write(to: target)
    }
  }
}

extension [UInt8] {
  /// Has the frames of an IVF file follow one another, as its header says how many there are.
  fileprivate mutating func numberFrames() {
    func put(_ number: Int, at offset: Int, in bytes: inout [UInt8]) {
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
    var (offset, number) = (32, 0)
    while offset + 12 <= count {
      let size = (0..<4).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
      put(number, at: offset + 4, in: &self)
      (offset, number) = (offset + 12 + size, number + 1)
    }
    put(number, at: 24, in: &self)
  }
}
