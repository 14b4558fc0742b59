import Rendering

extension MediaContainer {
  /// Checks that `file` is as long as its own headers say: a demuxer plays a truncated file as a shorter movie.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` if bytes are missing at the end.
  func checkLength(of file: FileBytes) throws {
    guard let end = try declaredEnd(of: file), end > file.count else { return }
    throw RenderError(
      .mediaUnreadable, "The file is cut short: \(end - file.count) of its bytes are missing at the end.",
      remedy: "Copy or download it again.")
  }

  /// Where the media end, in bytes, according to the file; nil where it does not say.
  private func declaredEnd(of file: FileBytes) throws -> UInt64? {
    if isMovie {
      // What follows the movie need not be boxes: cameras and mail gateways append all sorts of data.
      let media: Set<String> = ["moov", "moof", "mdat"]
      return try MovieBoxes(file).last { media.contains($0.type) }?.end
    }
    if isMatroska {
      var element = try MatroskaElement(at: 0, of: file)
      while let current = element, current.id != MatroskaElement.segment {
        element = try current.end.flatMap { try MatroskaElement(at: $0, of: file) }
      }
      return element?.end
    }
    return nil
  }
}
