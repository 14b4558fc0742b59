import Foundation
import MediaTime
import Rendering
import Testing

@testable import Containers
@testable import RenderEngine

/// The walk over the boxes of a movie, in whose sizes anything may be written.
struct MovieBoxesTests {
  private func box(_ type: String, _ content: [UInt8] = [], size: UInt32? = nil) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 8)
    bytes.setBigEndian(UInt64(size ?? UInt32(8 + content.count)), at: 0, 4)
    bytes.replaceSubrange(4..<8, with: type.utf8)
    return bytes + content
  }

  private func longBox(_ type: String, size: UInt64) -> [UInt8] {
    var length = [UInt8](repeating: 0, count: 8)
    length.setBigEndian(size, at: 0, 8)
    return box(type, length, size: 1)
  }

  private func types(_ boxes: MovieBoxes) -> [String] { boxes.map(\.type) }

  private func withFile<Result>(_ bytes: [UInt8], _ body: (FileBytes) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "boxes-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(FileBytes(url.path))
  }

  @Test func `a long size that is less than its header ends the walk`() throws {
    for size in [0, 1, 8, 15] as [UInt64] {
      let bytes = box("ftyp") + longBox("moov", size: size) + box("mdat")
      let found = MovieBoxes(bytes)
      #expect(found.allSatisfy { $0.end >= $0.body })
      try withFile(bytes) { file in
        let inFile = try MovieBoxes(file)
        #expect(inFile.allSatisfy { $0.end >= $0.body })
      }
    }
  }

  @Test func `boxes in bytes are those of the same file`() throws {
    let bytes = box("ftyp", [1, 2, 3, 4]) + box("moov", box("mvhd") + box("trak")) + longBox("mdat", size: 16)
    let inBytes = MovieBoxes(bytes)
    #expect(types(inBytes) == ["ftyp", "moov", "mdat"])
    let movie = try #require(inBytes["moov"])
    #expect(types(MovieBoxes(bytes, inside: movie)) == ["mvhd", "trak"])
    try withFile(bytes) { file in
      let (outer, inner) = (try MovieBoxes(file), try MovieBoxes(file, inside: movie))
      #expect(types(outer) == ["ftyp", "moov", "mdat"])
      #expect(types(inner) == ["mvhd", "trak"])
    }
  }

  @Test(arguments: [2, 7, 1_000, UInt32.max])
  func `a size that cannot be ends the walk`(size: UInt32) throws {
    let bytes = box("ftyp") + box("free", size: size) + box("moov")
    #expect(types(MovieBoxes(bytes)) == ["ftyp"])
    // In a file a box that says to be longer than it is is one that was cut short.
    let inFile = try withFile(bytes) { types(try MovieBoxes($0)) }
    #expect(inFile == (size < 8 ? ["ftyp"] : ["ftyp", "free"]))
  }

  @Test(arguments: [0, 7, UInt64(Int64.max), .max - 8, .max])
  func `a size of 64 bits that cannot be ends the walk`(size: UInt64) throws {
    let bytes = box("ftyp") + longBox("mdat", size: size) + box("moov")
    #expect(!types(MovieBoxes(bytes)).contains("moov"))
    let inFile = try withFile(bytes) { types(try MovieBoxes($0)) }
    #expect(!inFile.contains("moov"))
  }

  @Test func `a box of size 0 lasts until the end`() {
    let bytes = box("ftyp") + box("mdat", [1, 2, 3], size: 0)
    #expect(MovieBoxes(bytes).last?.end == UInt64(bytes.count))
  }

  @Test(arguments: ["mvhd", "tkhd", "elst", "hdlr", "mdhd"])
  func `a header whose parts are empty is corrected without a trap`(part: String) throws {
    let track = ["elst": box("trak", box("edts", box(part))), "tkhd": box("trak", box(part))][part]
    let content = box("mvhd") + (track ?? box("trak", box("mdia", box(part))))
    for size in [nil, UInt32.max] {
      try withFile(box("moov", content, size: size)) { file in
        _ = try? MovieEdits(tracks: [[.init(duration: .one, mediaTime: 0)]]).correct(file)
        _ = try? MovieHeader().complete(file)
      }
    }
  }

  @Test func `a file without a movie header is an error`() throws {
    for bytes in [box("ftyp"), box("moov"), box("moov", box("trak")), longBox("moov", size: .max)] {
      #expect(throws: RenderError.self) { try withFile(bytes) { try MovieEdits(tracks: []).correct($0) } }
    }
  }
}
