import Foundation
import GstEdit
import Testing

import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder
import struct TestSupport.StatedColors

/// C5: patches of color that come out of a film's pictures as they went in, whatever they are stored as. What is expected
/// is computed here in double precision after ITU-T H.273 §8.3; ffmpeg writes the sources and reads the films.
@Suite("Colors of a film")
struct ColorFilmTests {
  /// How a film's pictures are stored.
  struct Storage: Sendable, Hashable, CustomTestStringConvertible {
    /// 1 for BT.709, 6 for BT.601.
    var matrix: Int
    var isFullRange = false
    /// 420, 422 or 444.
    var chroma = 420
    var depth = 8

    /// ffmpeg's name of the pixel format.
    var pixelFormat: String { "yuv\(chroma)p\(depth == 8 ? "" : "10le")" }
    /// Bytes of a sample.
    var width: Int { depth == 8 ? 1 : 2 }
    /// How many pixels share a chroma sample.
    var shared: (across: Int, down: Int) { (chroma == 444 ? 1 : 2, chroma == 420 ? 2 : 1) }

    var testDescription: String {
      "\(matrix == 1 ? 709 : 601) \(isFullRange ? "full" : "limited") \(chroma), \(depth) bits"
    }

    static let all = [1, 6].flatMap { matrix in
      [false, true].flatMap { full in
        [420, 422, 444].flatMap { chroma in
          [8, 10].map { Storage(matrix: matrix, isFullRange: full, chroma: chroma, depth: $0) }
        }
      }
    }

    /// Red, green and blue of three codes, 0…1.
    func rgb(_ codes: [Double]) -> [Double] {
      let unit = Double(1 << (depth - 8))
      let top = Double(1 << depth) - 1
      let half = 128 * unit
      let luma = isFullRange ? codes[0] / top : (codes[0] / unit - 16) / 219
      let blue = isFullRange ? (codes[1] - half) / top : (codes[1] - half) / unit / 224
      let red = isFullRange ? (codes[2] - half) / top : (codes[2] - half) / unit / 224
      let (kr, kb) = weights
      let (r, b) = (luma + 2 * (1 - kr) * red, luma + 2 * (1 - kb) * blue)
      return [r, (luma - kr * r - kb * b) / (1 - kr - kb), b]
    }

    /// The codes of red, green and blue, rounded.
    func codes(_ rgb: [Double]) -> [Int] {
      let unit = Double(1 << (depth - 8))
      let top = Double(1 << depth) - 1
      let (kr, kb) = weights
      let luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
      let (blue, red) = ((rgb[2] - luma) / 2 / (1 - kb), (rgb[0] - luma) / 2 / (1 - kr))
      let codes =
        isFullRange
        ? [luma * top, blue * top + 128 * unit, red * top + 128 * unit]
        : [(luma * 219 + 16) * unit, (blue * 224 + 128) * unit, (red * 224 + 128) * unit]
      return codes.map { Int($0.rounded()) }
    }

    private var weights: (red: Double, blue: Double) { matrix == 1 ? (0.2126, 0.0722) : (0.299, 0.114) }
  }

  /// Eight patches, four in a row, of 64 × 64 pixels each.
  private static let patches: [[Double]] =
    [[1, 1, 1], [1, 1, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 1]].map { $0.map { $0 * 0.75 } }
    + [[0.5, 0.5, 0.5]]
  private static let size = PixelSize(width: 256, height: 128)

  /// A film of one frame of the patches' `codes`, stored as `storage`.
  private func film(_ codes: [[Int]], _ storage: Storage) async throws -> URL {
    let recipe =
      [
        "-f", "rawvideo", "-pix_fmt", storage.pixelFormat, "-s", "\(Self.size)", "-r", "25", "-i", "pipe:0",
        "-c:v", "ffv1", "-pix_fmt", storage.pixelFormat,
      ]
      + StatedColors(
        matrix: storage.matrix == 1 ? "bt709" : "smpte170m", primaries: "bt709", transfer: "bt709",
        range: storage.isFullRange ? "pc" : "tv"
      ).arguments
    return try await MediaCache.shared.file(named: "patches", extension: "mkv", recipe: recipe + ["\(codes)"]) { url in
      try await MediaTools.ffmpeg(recipe + [url.path], input: Self.picture(codes, storage))
    }
  }

  /// The bytes of a picture of the patches' `codes`, stored as `storage`.
  private static func picture(_ codes: [[Int]], _ storage: Storage) -> Data {
    var bytes: [UInt8] = []
    for component in 0..<3 {
      let shared = component == 0 ? (across: 1, down: 1) : storage.shared
      for y in 0..<size.height / shared.down {
        for patch in 0..<4 {
          let code = codes[patch + y * shared.down / 64 * 4][component]
          let sample = storage.width == 2 ? [UInt8(code & 0xFF), UInt8(code >> 8)] : [UInt8(code)]
          for _ in 0..<64 / shared.across { bytes += sample }
        }
      }
    }
    return Data(bytes)
  }

  /// The codes in the middle of each patch of the second frame of `source` behind a frame of `first`, as a film.
  private func exported(
    _ source: URL, behind first: URL, chroma: Int, in folder: ScratchFolder
  ) async throws -> [[Double]] {
    let frame = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 25))
    var film = Composition()
    try film.insertTimeRange(frame, of: URLAsset(url: first), at: .zero)
    try film.insertTimeRange(frame, of: URLAsset(url: source), at: frame.duration)
    let settings = ExportSettings(
      fileType: .mkv,
      video: VideoSettings(codec: .ffv1, pixelFormat: PixelFormat(rawValue: "yuv\(chroma)p")), audio: nil)
    let url = folder.url("film.mkv")
    let report = try await ExportSession(ExportRequest(EditSnapshot(composition: film), as: settings, to: url)).export()
    #expect(report.frameCount == 2)
    let bytes = [UInt8](
      try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "rawvideo", "-pix_fmt", "yuv\(chroma)p"]))
    let shared = Storage(matrix: 1, chroma: chroma).shared
    let luma = Self.size.width * Self.size.height
    let plane = luma / shared.across / shared.down
    try #require(bytes.count == 2 * (luma + 2 * plane))
    return (0..<8).map { patch in
      let (x, y) = (patch % 4 * 64 + 32, patch / 4 * 64 + 32)
      let start = luma + 2 * plane
      let place = y / shared.down * (Self.size.width / shared.across) + x / shared.across
      return [y * Self.size.width + x, luma + place, luma + plane + place].map { Double(bytes[start + $0]) }
    }
  }

  /// Each storage with one matrix, so that each matrix, range, chroma and depth becomes either matrix; or all with both.
  private static let cases = Storage.all.flatMap { storage in
    let turn = storage.matrix / 6 + (storage.isFullRange ? 1 : 0) + (storage.chroma == 422 ? 1 : 0) + storage.depth / 10
    return [1, 6].enumerated().filter { ProofScope.isFull || (turn + $0.offset) % 2 == 0 }.map { (storage, $0.element) }
  }

  @Test(arguments: cases)
  func `Patches stay within 4 of 255 of what they are`(storage: Storage, outputMatrix: Int) async throws {
    let folder = try ScratchFolder()
    let codes = Self.patches.map { storage.codes($0) }
    let reference = Storage(matrix: outputMatrix)
    let first = try await film(Self.patches.map { reference.codes($0) }, reference)
    let source = try await film(codes, storage)
    let found = try await exported(source, behind: first, chroma: storage.chroma, in: folder)
    // In a small film whose clips differ, the matrix is that of its lines.
    let output = Storage(matrix: storage.matrix == outputMatrix ? outputMatrix : 6)
    for (stored, shown) in zip(codes, found) {
      let ideal = storage.rgb(stored.map(Double.init))
      let worst = zip(ideal, output.rgb(shown)).map { abs($0 - $1) * 255 }.max() ?? 255
      #expect(worst <= 4, "\(stored) became \(shown), \(worst) of 255 off")
    }
  }

  @Test(arguments: Storage.all.filter { $0.depth == 10 && !$0.isFullRange })
  func `Ten bits become eight without a detour through colors that cannot be`(storage: Storage) async throws {
    let folder = try ScratchFolder()
    // Beyond red, green and blue of 0…1, and beyond white: numbers that a picture may hold all the same.
    let codes = [
      [300, 600, 300], [1_000, 512, 512], [500, 400, 700], [70, 512, 512], [66, 512, 512], [940, 512, 512],
      [333, 515, 509], [502, 500, 520],
    ]
    let source = try await film(codes, storage)
    let found = try await exported(source, behind: source, chroma: storage.chroma, in: folder)
    for (stored, shown) in zip(codes, found) {
      let worst = zip(stored, shown).map { abs(Double($0) / 4 - $1) }.max() ?? 255
      #expect(worst < 1, "\(stored) became \(shown)")
    }
  }
}
