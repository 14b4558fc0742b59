import Compositing
import EditServices
import EditingModel
import MediaFormats
import Rendering

/// The pictures of one film, as large as they are asked for.
///
/// Pictures that are asked for one by one come from a reader that stays open: the next frame costs as much as in an export, a jump decodes
/// from the nearest key frame. Those that are asked for in order have a reader of their own, which is a frame ahead of their encoder.
actor FilmPictures {
  private let edit: EditSnapshot
  private let renderer: any Renderer
  /// The media that readers leave open for each other.
  private let media: (any OpenMedia)?
  /// Whether another film has taken its place.
  private var isClosed = false
  /// The readers that stay open, the last used last.
  private var readers: [(size: PixelSize, reader: Task<any PictureReader, any Error>)] = []

  /// Limit of the sizes that are kept open: that of the panel, and that of before it was changed.
  private static let mostReaders = 2
  /// The qualities of pictures: of those that pass by, and of those that rest.
  private static let (movingQuality, restingQuality) = (0.75, 0.9)

  /// The pictures of `edit`.
  init(of edit: EditSnapshot, renderer: any Renderer) {
    self.edit = edit
    self.renderer = renderer
    media = renderer.openMedia()
  }

  /// Frame `number`, scaled down to fit into `size`, as a file of `type`.
  ///
  /// - Throws: `StudioError` once it is closed; `RenderError`.
  func picture(at number: Int, fitting size: PixelSize, as type: ImageType) async throws -> [UInt8] {
    let reader = try await openReader(fitting: size)
    do {
      let picture = try await reader.picture(at: number)
      return try await renderer.imageData(of: picture, as: type, quality: Self.restingQuality)
    } catch let error as RenderError where error.code == .closed || error.code == .cancelled && !Task.isCancelled {
      // Meanwhile another size may have taken the reader's place, or another film this one's.
      return try await self.picture(at: number, fitting: size, as: type)
    } catch {
      // A reader that failed begins anew.
      await drop(size)
      throw error
    }
  }

  /// Each `step`th frame of `numbers` in order, scaled down to fit into `size`, as JPEG: `deliver` is called with each, and waited for.
  nonisolated func pictures(
    _ numbers: StrideTo<Int>, fitting size: PixelSize, deliver: (_ frame: Int, _ bytes: [UInt8]) async throws -> Void
  ) async throws {
    let reader = try await open(fitting: size)
    do {
      var frames = numbers.makeIterator()
      var next = frames.next()
      var picture: PixelBuffer?
      if let first = next { picture = try await reader.picture(at: first) }
      while let frame = next, let shown = picture {
        let following = frames.next()
        // The next one is made while this one is encoded and sent.
        async let made = Self.picture(at: following, of: reader)
        let bytes = try await renderer.imageData(of: shown, as: .jpeg, quality: Self.movingQuality)
        try await deliver(frame, bytes)
        (next, picture) = (following, try await made)
      }
    } catch {
      await close(reader)
      throw error
    }
    await close(reader)
  }

  private static func picture(at number: Int?, of reader: any PictureReader) async throws -> PixelBuffer? {
    guard let number else { return nil }
    return try await reader.picture(at: number)
  }

  /// Frees what is open, and opens nothing any more.
  func close() async {
    isClosed = true
    let open = readers
    readers = []
    for (_, reader) in open { if let reader = try? await reader.value { await close(reader) } }
  }

  // MARK: Readers

  private func openReader(fitting size: PixelSize) async throws -> any PictureReader {
    guard !isClosed else { throw StudioError.staleRevision }
    if let index = readers.firstIndex(where: { $0.size == size }) {
      let known = readers.remove(at: index)
      readers.append(known)
      return try await known.reader.value
    }
    let opening = Task { try await open(fitting: size) }
    readers.append((size, opening))
    if readers.count > Self.mostReaders {
      let oldest = readers.removeFirst().reader
      Task { if let reader = try? await oldest.value { await close(reader) } }
    }
    do {
      return try await opening.value
    } catch {
      readers.removeAll { $0.size == size }
      throw error
    }
  }

  private func drop(_ size: PixelSize) async {
    guard let index = readers.firstIndex(where: { $0.size == size }) else { return }
    let dropped = readers.remove(at: index).reader
    if let reader = try? await dropped.value { await close(reader) }
  }

  nonisolated private func open(fitting size: PixelSize) async throws -> any PictureReader {
    let plan = try await edit.plan(
      settings: RenderSettings(includesSound: false), fittingIn: size, renderer: renderer)
    return try await renderer.pictures(of: plan, in: .rgb24, using: media)
  }

  nonisolated private func close(_ reader: any PictureReader) async {
    reader.cancel()
    try? await DedicatedThread.run(named: "studio pictures") { reader.close() }
  }
}
