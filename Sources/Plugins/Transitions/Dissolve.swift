import Compositing
import EditingModel
import PictureRows

/// The new picture appears through the old one, everywhere at once.
struct Dissolve: Transition {
  static let description = CompositorDescription(
    name: "dissolve", summary: "The new picture appears through the old one, everywhere at once.")

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let frame = try request.renderContext.newPixelBuffer(of: pictures.from.format)
    let mixer = SampleMixer(frame.format)
    let share = UInt32((pictures.progress * Double(SampleMixer.whole)).rounded())
    for plane in frame.planes.indices {
      try frame.drawRows(ofPlane: plane, from: pictures.from, pictures.to) { _, from, to, bytes, place in
        mixer.mix(from, to, share: share, into: &bytes, at: place)
      }
    }
    return frame
  }
}

/// Mixes rows of samples of two pictures.
///
/// Each row's bounds are compared once, before its loop, and the loop's arithmetic cannot overflow: so the compiler drops
/// the checks inside and makes SIMD of it. A release build mixes 16 samples at a time.
struct SampleMixer {
  /// A weight of 1, in 16.16 fixed point.
  static let whole: UInt32 = 1 << 16

  private let bytesPerSample: Int
  private let unusedLowBits: UInt32

  /// Mixes pictures of `format`, which is one of `PixelBuffer.Format.plainYCbCr`.
  init(_ format: PixelBuffer.Format) {
    let layout = SampleLayout(format)
    bytesPerSample = layout?.bytesPerSample ?? 1
    unusedLowBits = UInt32(layout?.unusedLowBits ?? 0)
  }

  /// Mixes the rows `from` and `to`, with the weight `share` of `to`, 0…`whole`, into `bytes` at `place`.
  func mix(
    _ from: Span<UInt8>, _ to: Span<UInt8>, share: UInt32, into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    if bytesPerSample == 1 {
      Self.mixBytes(from, to, share: UInt16(truncatingIfNeeded: (share + 128) >> 8), into: &bytes, at: place)
    } else {
      mixPairs(from, to, share: share, into: &bytes, at: place)
    }
  }

  /// Mixes the rows `from` and `to` sample by sample into `bytes`: `edge` gives the weight of `to` at each sample's
  /// arrival in `arrivals`.
  func mix(
    _ from: Span<UInt8>, _ to: Span<UInt8>, arrivals: Span<UInt16>, edge: SoftEdge,
    into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    if bytesPerSample == 1 {
      Self.mixBytes(from, to, arrivals: arrivals, edge: edge, into: &bytes, at: place)
    } else {
      mixPairs(from, to, arrivals: arrivals, edge: edge, into: &bytes, at: place)
    }
  }

  /// Samples of one byte; shares are 0…256, which sixteen bits have room for.
  private static func mixBytes(
    _ from: Span<UInt8>, _ to: Span<UInt8>, share: UInt16, into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    let (start, count) = (place.lowerBound, place.count)
    guard start >= 0, place.upperBound <= bytes.count, from.count == count, to.count == count else { return }
    let rest = 256 &- share
    for index in 0..<count {
      let sum = UInt16(from[index]) &* rest &+ UInt16(to[index]) &* share &+ 128
      bytes[start &+ index] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  private static func mixBytes(
    _ from: Span<UInt8>, _ to: Span<UInt8>, arrivals: Span<UInt16>, edge: SoftEdge,
    into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    let (start, count) = (place.lowerBound, place.count)
    guard start >= 0, place.upperBound <= bytes.count, from.count == count, to.count == count, arrivals.count == count
    else { return }
    for index in 0..<count {
      let share = edge.share(at: arrivals[index]) &>> 8
      let sum = UInt32(from[index]) &* (256 &- share) &+ UInt32(to[index]) &* share &+ 128
      bytes[start &+ index] = UInt8(truncatingIfNeeded: sum &>> 8)
    }
  }

  /// Samples of two bytes, the lower one first.
  private func mixPairs(
    _ from: Span<UInt8>, _ to: Span<UInt8>, share: UInt32, into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    guard from.count == place.count, to.count == place.count else { return }
    for index in 0..<place.count / 2 {
      mixPair(from, to, index, share: share, into: &bytes, at: place.lowerBound)
    }
  }

  private func mixPairs(
    _ from: Span<UInt8>, _ to: Span<UInt8>, arrivals: Span<UInt16>, edge: SoftEdge,
    into bytes: inout MutableSpan<UInt8>, at place: Range<Int>
  ) {
    guard from.count == place.count, to.count == place.count, arrivals.count == place.count / 2 else { return }
    for index in 0..<arrivals.count {
      mixPair(from, to, index, share: edge.share(at: arrivals[index]), into: &bytes, at: place.lowerBound)
    }
  }

  private func mixPair(
    _ from: Span<UInt8>, _ to: Span<UInt8>, _ index: Int, share: UInt32, into bytes: inout MutableSpan<UInt8>,
    at start: Int
  ) {
    let low = 2 &* index
    let old = (UInt32(from[low]) | UInt32(from[low &+ 1]) &<< 8) &>> unusedLowBits
    let new = (UInt32(to[low]) | UInt32(to[low &+ 1]) &<< 8) &>> unusedLowBits
    let sum = old &* (Self.whole &- share) &+ new &* share &+ Self.whole / 2
    let mixed = (sum &>> 16) &<< unusedLowBits
    bytes[start &+ low] = UInt8(truncatingIfNeeded: mixed)
    bytes[start &+ low &+ 1] = UInt8(truncatingIfNeeded: mixed &>> 8)
  }
}
