extension MovieTracks.Track {
  /// Whether all of its timed text is shown whatever a person chooses (3GPP TS 26.245 §5.16, as Apple has the flag).
  package func isForced(in file: FileBytes) throws -> Bool {
    guard let (type, content) = try textDescription(in: file), type == "tx3g" else { return false }
    return content.bigEndian(at: 0, 4) & 0x8000_0000 != 0
  }

  /// The type of the first sample description, and what it has behind what all descriptions have; nil where there is none.
  package func textDescription(in file: FileBytes) throws -> (type: String, content: [UInt8])? {
    guard let box = try MovieBoxes(file, inside: sampleTable)["stsd"] else { return nil }
    let bytes = try file.read(at: box.body + 8, Int(min(box.end - min(box.end, box.body + 8), 1 << 20)))
    guard let entry = MovieBoxes(bytes).first, entry.end >= entry.body + 8 else { return nil }
    return (entry.type, Array(bytes[Int(entry.body + 8)..<Int(entry.end)]))
  }
}
