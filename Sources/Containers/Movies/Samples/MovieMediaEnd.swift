extension MovieTracks {
  /// The end of the last chunk of pictures or sound, in bytes of `file`, by the sample tables (ISO/IEC 14496-12
  /// §8.7.5); nil without any. A file that was cut and whose boxes were made to fit ends before that.
  ///
  /// Chunks follow one another without gaps, so the chunk that begins last also ends last.
  package func mediaEnd(in file: FileBytes) throws -> UInt64? {
    var end: UInt64?
    for track in tracks where !track.isElsewhere && ["vide", "soun"].contains(track.handler) {
      let boxes = try MovieBoxes(file, inside: track.sampleTable)
      guard let sizes = try MovieSampleTable.SampleSizes(in: boxes, of: file),
        let chunks = try MovieSampleTable.Chunks(in: boxes, of: file)?.filled(with: sizes.count),
        let last = chunks.max(by: { $0.offset < $1.offset })
      else { continue }
      end = max(end ?? 0, last.end(sizes))
    }
    return end
  }
}

extension MovieSampleTable.Chunk {
  /// The end of its last sample, or the greatest number where there is none.
  fileprivate func end(_ sizes: MovieSampleTable.SampleSizes) -> UInt64 {
    var end = offset
    for sample in samples {
      let (next, overflows) = end.addingReportingOverflow(sizes[sample])
      guard !overflows else { return .max }
      end = next
    }
    return end
  }
}
