import MediaFormats
import Rendering

/// How many threads an encoder of pictures of `size` uses.
///
/// x264's and libvpx' output depends on the number, so it depends on the picture alone, never on the machine: the same
/// project gives the same bytes everywhere.
func encoderThreads(for size: PixelSize) -> Int {
  switch size.width * size.height {
  case ...(640 * 480): 4
  case ...(1_280 * 720): 6
  case ...(1_920 * 1_088): 8
  default: 12
  }
}
