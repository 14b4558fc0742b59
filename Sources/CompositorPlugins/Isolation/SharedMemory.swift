import CProcess
import Compositing
import Glibc
import Synchronization

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

  /// A buffer to draw in for a picture like `picture`; its memory comes back when nobody holds the buffer any longer.
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
