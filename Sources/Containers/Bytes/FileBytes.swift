import Foundation
import Glibc
package import Rendering

/// A file whose bytes are read and overwritten at given offsets. Where it is written, what fails is a `RenderError` with
/// `.writeFailed` and the system's words.
///
/// Threads: one at a time.
package final class FileBytes {
  private let handle: FileHandle
  private let isReadOnly: Bool
  /// Bytes in the file.
  package private(set) var count: UInt64

  /// Opens the file at `path` for reading, and for overwriting unless `isReadOnly`.
  package init(_ path: String, isReadOnly: Bool = false) throws {
    let url = URL(fileURLWithPath: path)
    self.isReadOnly = isReadOnly
    // A pipe would be waited for.
    if isReadOnly, let error = RenderError.noRegularFile(at: path, remedy: "Name a file.") { throw error }
    (handle, count) = try Self.working(isReadOnly) {
      let handle = try isReadOnly ? FileHandle(forReadingFrom: url) : FileHandle(forUpdating: url)
      return (handle, try handle.seekToEnd())
    }
  }

  /// The result of `body`; in a file that is written, its failure in words.
  private static func working<Result>(_ isReadOnly: Bool, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      guard !isReadOnly else { throw error }
      let error = error as NSError
      let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
      let failure = cause.domain == NSPOSIXErrorDomain ? FileSystem.Failure(code: Int32(clamping: cause.code)) : nil
      let isFull = failure?.isDiskFull == true
      throw RenderError(
        .writeFailed, isFull ? "The disk is full." : "\(failure?.words ?? "The disk refuses it").",
        remedy: isFull ? "Make room, or write to another disk." : "Check the disk.", underlying: "\(error)")
    }
  }

  /// Up to `length` bytes from `offset` on.
  package func read(at offset: UInt64, _ length: Int) throws -> [UInt8] {
    try handle.seek(toOffset: offset)
    return try handle.read(upToCount: length).map { [UInt8]($0) } ?? []
  }

  /// The next offset of `mark` after `offset`; nil where there is none.
  package func next(_ mark: [UInt8], after offset: UInt64) throws -> UInt64? {
    var place = offset + 1
    while place < count {
      let bytes = try read(at: place, 1 << 16)
      if let found = bytes.offset(of: mark) { return place + UInt64(found) }
      guard bytes.count >= mark.count else { return nil }
      // A mark may begin in this part and end in the next.
      place += UInt64(bytes.count - mark.count + 1)
    }
    return nil
  }

  /// Overwrites the bytes from `offset` on; the file grows where they exceed it.
  package func write(_ bytes: [UInt8], at offset: UInt64) throws {
    try Self.working(isReadOnly) {
      try handle.seek(toOffset: offset)
      try handle.write(contentsOf: bytes)
    }
    count = max(count, offset + UInt64(bytes.count))
  }

  /// Leaves out what stands behind `count` bytes.
  package func truncate(to count: UInt64) throws {
    try Self.working(isReadOnly) { try handle.truncate(atOffset: count) }
    self.count = count
  }

  /// Closes the file without a sync; the system writes it to the disk later.
  package func close() throws { try Self.working(isReadOnly) { try handle.close() } }

  /// Waits until everything is on the disk, and closes the file.
  package func synchroniseAndClose() throws {
    try Self.working(isReadOnly) {
      try handle.synchronize()
      try handle.close()
    }
  }
}

extension RenderError {
  /// The error that a folder, a pipe or a device is at `path`, links followed; nil where there is a regular file, or nothing.
  package static func noRegularFile(at path: String, remedy: String) -> RenderError? {
    guard let kind = FileSystem.kind(of: path), kind != .file else { return nil }
    return RenderError(
      .mediaUnreadable, "\(path) is \(kind == .folder ? "a folder" : "no regular file").", remedy: remedy)
  }

  /// The error that there is no file at `path`. Where a program was given a name whose bytes are no text, other characters stand for them,
  /// and no file is called so.
  package static func noFile(at path: String) -> RenderError {
    guard path.unicodeScalars.contains("\u{FFFD}") else {
      return RenderError(.mediaMissing, "There is no file at \(path).", remedy: "Check the path.")
    }
    return RenderError(
      .mediaMissing,
      "There is no file at \(path): names are read as UTF-8 alone, and each \u{FFFD} stands for bytes that are none.",
      remedy: "Give the file another name, as with: mv NAME film.mp4.")
  }
}

extension [UInt8] {
  /// The big-endian number of `length` bytes at `offset`; 0 where the bytes are not there.
  package func bigEndian(at offset: Int, _ length: Int) -> UInt64 {
    guard offset >= 0, offset + length <= count else { return 0 }
    return self[offset..<(offset + length)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes `number` in `length` big-endian bytes at `offset`, where they are there.
  package mutating func setBigEndian(_ number: UInt64, at offset: Int, _ length: Int) {
    guard offset >= 0, offset + length <= count else { return }
    for index in 0..<length { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - index))) }
  }

  /// `number` in `length` big-endian bytes.
  package init(bigEndian number: some BinaryInteger, _ length: Int) {
    self = (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The little-endian number of `length` bytes at `offset`; 0 where the bytes are not there.
  package func littleEndian(at offset: Int, _ length: Int) -> UInt64 {
    guard offset >= 0, offset + length <= count else { return 0 }
    return self[offset..<(offset + length)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes `number` in `length` little-endian bytes at `offset`, where they are there.
  package mutating func setLittleEndian(_ number: UInt64, at offset: Int, _ length: Int) {
    guard offset >= 0, offset + length <= count else { return }
    for index in 0..<length { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }

  /// `number` in `length` little-endian bytes.
  package init(littleEndian number: some BinaryInteger, _ length: Int) {
    self = [UInt8](bigEndian: number, length).reversed()
  }

  /// Two digits for each byte, one after another.
  package var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

extension [UInt8] {
  /// The offset at which `mark` stands first; nil where it stands nowhere. C: `memchr`, `memcmp`.
  fileprivate func offset(of mark: [UInt8]) -> Int? {
    guard let first = mark.first else { return nil }
    // SAFETY: places lie so far before the end that all of the mark has room behind them.
    return unsafe withUnsafeBytes { all in
      var place = 0
      while place + mark.count <= all.count, let start = all.baseAddress {
        let room = all.count - mark.count + 1 - place
        guard let found = unsafe memchr(start + place, Int32(first), room) else { return nil }
        if unsafe memcmp(found, mark, mark.count) == 0 { return unsafe UnsafeRawPointer(found) - start }
        place = unsafe UnsafeRawPointer(found) - start + 1
      }
      return nil
    }
  }
}
