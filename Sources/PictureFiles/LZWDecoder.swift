/// Decodes the compressed samples of a GIF's picture (GIF89a, appendix F).
struct LZWDecoder {
  /// Of each code: the code before its last sample, that sample, the first one, and how many there are.
  private var prefix = [UInt16](repeating: 0, count: 4_096)
  private var suffix = [UInt8](repeating: 0, count: 4_096)
  private var lengths = [UInt16](repeating: 0, count: 4_096)

  /// The samples in the blocks of `bytes` from the code size at `offset` on: `count` of them, or fewer where they end
  /// before.
  mutating func samples(in bytes: [UInt8], at offset: Int, count: Int) throws(PictureError) -> [UInt8] {
    guard offset < bytes.count, (1...11).contains(bytes[offset]) else {
      throw PictureError(.unreadable, "A picture of the GIF is damaged.")
    }
    let size = Int(bytes[offset])
    let (clear, end) = (1 << size, 1 << size + 1)
    for code in 0..<clear { (suffix[code], lengths[code]) = (UInt8(truncatingIfNeeded: code), 1) }
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    var (width, next, last) = (size + 1, clear + 2, -1)
    var (position, left) = (offset + 1, 0)
    var (pool, available) = (0, 0)
    while samples.count < count {
      while available < width {
        if left == 0 {
          guard position < bytes.count else { throw .cutShortGIF }
          left = Int(bytes[position])
          position += 1
          if left == 0 { return samples }
        }
        guard position < bytes.count else { throw .cutShortGIF }
        pool |= Int(bytes[position]) << available
        available += 8
        position += 1
        left -= 1
      }
      let code = pool & (1 << width - 1)
      pool >>= width
      available -= width
      if code == clear {
        (width, next, last) = (size + 1, clear + 2, -1)
        continue
      }
      if code == end { return samples }
      guard code < next || code == next && last >= 0, last >= 0 || code < clear else {
        throw PictureError(.unreadable, "A picture of the GIF is damaged.")
      }
      // A code that is about to be defined is the last one and its own first sample.
      let isNew = code == next
      let length = isNew ? Int(lengths[last]) + 1 : Int(lengths[code])
      let start = samples.count
      samples.append(contentsOf: repeatElement(0, count: length))
      var (walk, at) = (isNew ? last : code, start + length - (isNew ? 2 : 1))
      while at > start {
        samples[at] = suffix[walk]
        walk = Int(prefix[walk])
        at -= 1
      }
      samples[start] = suffix[walk]
      let first = samples[start]
      if isNew { samples[start + length - 1] = first }
      if last >= 0, next < 4_096 {
        prefix[next] = UInt16(last)
        suffix[next] = first
        lengths[next] = lengths[last] + 1
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      last = code
    }
    samples.removeLast(samples.count - count)
    return samples
  }
}
