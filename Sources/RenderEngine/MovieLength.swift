import RenderPlan

/// Whether an MP4 or QuickTime file is as long as its boxes say: a demuxer takes one that was cut short for a shorter film.
struct MovieLength {
  private let file: FileBytes

  /// The file at `path`.
  init(_ path: String) throws {
    file = try FileBytes(path, isReadOnly: true)
  }

  /// - Throws: `RenderError` with `.mediaUnreadable` if bytes are missing at the end.
  func check() throws {
    // What stands behind the film need not be boxes: cameras and mail gateways append all sorts of things.
    let media: Set<String> = ["moov", "moof", "mdat"]
    guard let last = try MovieBoxes(file).last(where: { media.contains($0.type) }),
      last.size > file.count - last.offset
    else { return }
    let missing = last.size - (file.count - last.offset)
    throw RenderError(
      .mediaUnreadable, "The file is cut short: \(missing) of its bytes are missing at the end.",
      remedy: "Copy or download it again.")
  }
}
