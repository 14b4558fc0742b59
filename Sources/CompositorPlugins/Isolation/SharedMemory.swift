import CProcess
import Compositing
import Glibc
import Synchronization

// SAFETY: a piece is mapped from `take` or `buffer(of:)` until `deinit`, and every frame holds the memory that it
// lies in. A picture is looked at only where its bytes fit its piece; copied rows are slices, which are checked.

/// Memory that a program and the process of a plug-in both see: one side draws pictures in it, the other reads them where
/// they lie.
///
/// The side that draws keeps the books. What was given back is used again by the next picture that it is large enough for;
/// where nothing is, what lies idle gives its pages back to the system. Threads: any.
@safe final class SharedMemory: @unchecked Sendable {
  // @unchecked: the pieces change behind the lock; they stay where they are as long as this lives.
  /// The memory, for a process to inherit.
  let descriptor: Int32
  private let state = Mutex(State())

  @safe private struct State: @unchecked Sendable {
    // @unchecked: only ever reached behind a lock.
    var pieces: [Int: Piece] = [:]
    var end = 0
  }

  /// A part of the memory that a picture lies in.
  @safe private struct Piece {
    let start: UnsafeMutableRawPointer
    let length: Int
    var isFree = false
  }

  /// New memory, called `name` where the system lists what a process has mapped; nil where there can be none.
  init?(named name: String) {
    let descriptor = unsafe gstedit_memory_create(name)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  /// The memory `descriptor`, which was inherited.
  init(inherited descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    state.withLock { state in
      for piece in state.pieces.values { unsafe munmap(piece.start, piece.length) }
    }
    close(descriptor)
  }

  /// A buffer to draw in for a picture like `picture`; its memory is reused when the buffer is released.
  ///
  /// - Returns: nil where there is no memory.
  func makeBuffer(_ picture: SharedPicture) -> PixelBuffer? {
    let needed = Self.pages(picture.byteCount)
    guard let (offset, piece) = state.withLock({ state in take(needed, from: &state) }) else { return nil }
    return unsafe buffer(picture.placed(at: offset, capacity: piece.length), at: piece.start, isReadOnly: false) {
      [self] in
      state.withLock { $0.pieces[offset]?.isFree = true }
    }
  }

  /// The picture that the other side has drawn at `picture`, to be read.
  ///
  /// - Returns: nil where the memory has no such place.
  func buffer(of picture: SharedPicture) -> PixelBuffer? {
    guard picture.byteCount <= picture.capacity else { return nil }
    let start = unsafe state.withLock { state -> UnsafeMutableRawPointer? in
      if let known = state.pieces[picture.offset] { return unsafe known.length == picture.capacity ? known.start : nil }
      let start = unsafe gstedit_memory_map(descriptor, Int64(picture.offset), picture.capacity, 0)
      state.pieces[picture.offset] = unsafe start.map { unsafe Piece(start: $0, length: picture.capacity) }
      return unsafe start
    }
    return unsafe start.map { unsafe buffer(picture, at: $0, isReadOnly: true) {} }
  }

  /// A piece of at least `needed` bytes, and where it begins.
  private func take(_ needed: Int, from state: inout State) -> (offset: Int, piece: Piece)? {
    let fitting = state.pieces.filter { $0.value.isFree && $0.value.length >= needed }
    if let (offset, piece) = fitting.min(by: { $0.value.length < $1.value.length }) {
      state.pieces[offset]?.isFree = false
      return (offset, piece)
    }
    for piece in state.pieces.values where piece.isFree { unsafe madvise(piece.start, piece.length, MADV_REMOVE) }
    let offset = state.end
    guard ftruncate(descriptor, offset + needed) == 0,
      let start = unsafe gstedit_memory_map(descriptor, Int64(offset), needed, 1)
    else { return nil }
    let piece = unsafe Piece(start: start, length: needed)
    state.pieces[offset] = piece
    state.end += needed
    return (offset, piece)
  }

  private func buffer(
    _ picture: SharedPicture, at start: UnsafeMutableRawPointer, isReadOnly: Bool, end: @escaping @Sendable () -> Void
  ) -> PixelBuffer {
    PixelBuffer(
      format: picture.format, width: picture.width, height: picture.height, pixelAspectRatio: picture.pixelAspectRatio,
      storage: unsafe SharedFrame(picture, in: self, at: start, end: end), isReadOnly: isReadOnly)
  }

  private static func pages(_ count: Int) -> Int {
    let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
    return (count + page - 1) / page * page
  }
}

/// A picture in shared memory, as the storage of a pixel buffer.
@safe final class SharedFrame: PixelBufferStorage, @unchecked Sendable {
  // @unchecked: nothing here changes; the bytes are the pixel buffer's to guard.
  let planes: [PixelBuffer.Plane]
  /// Its place.
  let picture: SharedPicture
  /// The memory that it lies in.
  let memory: SharedMemory

  private let start: UnsafeMutableRawPointer
  private let end: @Sendable () -> Void

  /// The picture `picture` of `memory`, whose bytes begin at `start`; calls `end` when it is released.
  init(
    _ picture: SharedPicture, in memory: SharedMemory, at start: UnsafeMutableRawPointer,
    end: @escaping @Sendable () -> Void
  ) {
    planes = picture.planes
    self.picture = picture
    self.memory = memory
    unsafe self.start = start
    self.end = end
  }

  deinit { end() }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(bytes(ofPlane: plane))))
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    var span = unsafe MutableSpan(_unsafeElements: bytes(ofPlane: plane))
    return try body(&span)
  }

  func makeReadOnly() {}

  private func bytes(ofPlane plane: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let offset = planes[..<plane].reduce(0) { $0 + $1.bytesPerRow * $1.height }
    return unsafe UnsafeMutableBufferPointer(
      start: (start + offset).assumingMemoryBound(to: UInt8.self), count: planes[plane].byteCount)
  }
}

extension PixelBuffer {
  /// Makes this picture the same as `other`, which has its format and size, row by row.
  ///
  /// - Throws: as `withBytes` and `withMutableBytes` do.
  func copyRows(of other: PixelBuffer) throws {
    for plane in planes.indices {
      let (to, from) = (planes[plane], other.planes[plane])
      try other.withBytes(ofPlane: plane) { source in
        try withMutableBytes(ofPlane: plane) { target in
          unsafe source.withUnsafeBytes { source in
            unsafe target.withUnsafeMutableBytes { target in
              for row in 0..<to.height {
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[to.row(row)])
                  .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from.row(row)]))
              }
            }
          }
        }
      }
    }
  }
}

/// The place of a picture in shared memory. Both sides know its layout from its format and size: plane after plane,
/// rows and planes on multiples of 64 bytes.
struct SharedPicture: Codable, Sendable {
  /// The layout of samples in memory.
  let format: PixelBuffer.Format
  /// Pixels across.
  let width: Int
  /// Pixels down.
  let height: Int
  /// The shape of a pixel.
  let pixelAspectRatio: PixelAspectRatio
  /// Its offset, in bytes from the start of the memory; a multiple of the page size.
  private(set) var offset = 0
  /// The number of bytes from there on for this picture, and for others later.
  private(set) var capacity = 0

  /// The alignment of planes, in bytes.
  private static let alignment = 64

  /// A picture of `width` × `height` pixels that has no place yet.
  init(format: PixelBuffer.Format, width: Int, height: Int, pixelAspectRatio: PixelAspectRatio) {
    self.format = format
    self.width = width
    self.height = height
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// A picture like `buffer` that has no place yet.
  init(like buffer: PixelBuffer) {
    self.init(
      format: buffer.format, width: buffer.width, height: buffer.height, pixelAspectRatio: buffer.pixelAspectRatio)
  }

  /// The picture at `offset`, where there are `capacity` bytes.
  func placed(at offset: Int, capacity: Int) -> SharedPicture {
    var placed = self
    (placed.offset, placed.capacity) = (offset, capacity)
    return placed
  }

  /// Whether `buffer` has this picture's format and size.
  func hasFormat(_ buffer: PixelBuffer) -> Bool {
    (buffer.format, buffer.width, buffer.height) == (format, width, height)
  }

  /// The layout of each plane's rows.
  var planes: [PixelBuffer.Plane] {
    format.extents(width: width, height: height).map { extent in
      PixelBuffer.Plane(
        rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: Self.aligned(extent.rowByteCount))
    }
  }

  /// Bytes from the picture's start to its end.
  var byteCount: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }

  private static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
}
