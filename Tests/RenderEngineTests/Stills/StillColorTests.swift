import Compositing
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Colors of stills, and of films of them, that decoders get wrong by themselves.
@Suite("Colors of stills")
struct StillColorTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func write(_ jpeg: WrittenJPEG, _ name: String = "a.jpg") throws -> URL {
    let url = folder.url(name)
    try Data(jpeg.bytes).write(to: url)
    return url
  }

  /// A film of `url` three times, in Motion JPEG as `type`.
  private func film(of url: URL, _ type: String) async throws -> URL {
    let film = folder.url("film.\(type)")
    let names = (0..<3).map { folder.url("part\($0).jpg") }
    for name in names {
      try? FileManager.default.removeItem(at: name)
      try FileManager.default.copyItem(at: url, to: name)
    }
    try await MediaTools.ffmpeg(
      ["-y", "-framerate", "25", "-i", folder.url("part%d.jpg").path, "-c", "copy", film.path])
    return film
  }

  @Test func `a gray JPEG has full range, as an image and in films`() async throws {
    let levels: [UInt8] = [0, 5, 16, 60, 128, 200, 235, 250, 255]
    let file = try write(.flat(levels.map { [$0] }))
    func shown(_ pixels: [UInt8]) -> [Int] { levels.indices.map { Int(pixels[($0 * 32 + 16) * 3]) } }
    let image = try await StillPixels.image(of: file)
    #expect(shown(try image.planeBytes()[0]) == levels.map(Int.init))
    for url in [
      file, try await film(of: file, "avi"), try await film(of: file, "mkv"), try await film(of: file, "mov"),
    ] {
      let found = shown(try await StillPixels.film(of: url).pixels)
      // A film has 219 levels for 255.
      #expect(zip(found, levels).allSatisfy { abs($0 - Int($1)) <= 1 }, "\(url.lastPathComponent): \(found)")
    }
    #expect(try await WildFile.facts(of: file).videoTracks[0].colorimetry.isFullRange == true)
  }

  /// Red and blue by turns, across or down, in the samples of 4:4:4.
  private func stripes(
    _ sampling: [(across: Int, down: Int)], isAcross: Bool = true, every step: Int = 1
  ) -> WrittenJPEG {
    // Luma, and the two of chroma, of full red and full blue (JFIF 1.02).
    let colors: [[UInt8]] = [[76, 85, 255], [29, 255, 107]]
    let most = (across: sampling.map(\.across).max() ?? 1, down: sampling.map(\.down).max() ?? 1)
    return WrittenJPEG(
      width: 64, height: 64,
      components: sampling.enumerated().map { part, own in
        .init(sampling: own) { x, y in
          let pixel = isAcross ? x * most.across / own.across : y * most.down / own.down
          return colors[pixel / step % 2][part]
        }
      })
  }

  @Test func `JPEG of 4:4:4, 4:2:2, 4:4:0 and 4:1:1 keeps all of its chroma`() async throws {
    let shapes: [(name: String, sampling: [(Int, Int)], isAcross: Bool, step: Int)] = [
      ("4:4:4", [(1, 1), (1, 1), (1, 1)], true, 1), ("4:4:4 down", [(1, 1), (1, 1), (1, 1)], false, 1),
      ("4:4:4 of 1×2", [(1, 2), (1, 2), (1, 2)], true, 1), ("4:2:2", [(2, 1), (1, 1), (1, 1)], false, 1),
      ("4:2:2 of 2×2", [(2, 2), (1, 2), (1, 2)], false, 1), ("4:4:0", [(1, 2), (1, 1), (1, 1)], true, 1),
      ("4:1:1", [(4, 1), (1, 1), (1, 1)], false, 1), ("4:2:0", [(2, 2), (1, 1), (1, 1)], true, 16),
    ]
    for shape in shapes {
      let file = try write(stripes(shape.sampling, isAcross: shape.isAcross, every: shape.step))
      let pixels = try await StillPixels.image(of: file).planeBytes()[0]
      let expected = try await StillPixels.decoded(
        file, "rgb24", filters: "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp")
      let means = StillPixels.means(pixels)
      #expect(zip(means, [127, 0, 127]).allSatisfy { abs($0 - $1) <= 2 } || shape.step > 1, "\(shape.name): \(means)")
      // Inside of stripes nothing is mixed with what is beside them.
      let inside = (0..<64).filter { shape.step == 1 || (4..<12).contains($0 % 16) }
      let worst = inside.map { column in
        (0..<3).map { part in
          let place = (32 * 64 + column) * 3 + part
          return abs(Int(pixels[place]) - Int(expected[place]))
        }.max() ?? 255
      }.max()
      #expect(worst ?? 255 <= 3, "\(shape.name): \(worst ?? 255)")
    }
  }

  @Test(arguments: ["avi", "mkv", "mov"])
  func `Motion JPEG of 4:4:4 and 4:2:2 keeps its chroma, and other shapes are refused`(type: String) async throws {
    for (sampling, isAcross) in [([(1, 1), (1, 1), (1, 1)], true), ([(2, 1), (1, 1), (1, 1)], false)]
      as [([(Int, Int)], Bool)]
    {
      let film = try await film(of: try write(stripes(sampling, isAcross: isAcross)), type)
      let means = StillPixels.means(try await StillPixels.film(of: film).pixels)
      #expect(zip(means, [127, 0, 127]).allSatisfy { abs($0 - $1) <= 12 }, "\(sampling): \(means)")
    }
    for sampling in [[(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)]] {
      let film = try await film(of: try write(stripes(sampling)), type)
      let error = await WildFile.refusal(of: film)
      #expect(error?.code == .unsupported, "\(sampling): \(error?.message ?? "no error")")
    }
  }

  @Test(arguments: ["mp4", "mkv", "avif"]) func `AV1 in RGB has its own colors`(type: String) async throws {
    for format in ["gbrp", "gbrp10le"] {
      let url = folder.url("\(format).\(type)")
      try await MediaTools.ffmpeg(
        [
          "-f", "lavfi", "-i", "smptebars=s=160x96:r=25", "-vf", "format=\(format)", "-c:v", "libaom-av1", "-cpu-used",
          "8",
        ]
          + ["-crf", "2", "-t", "0.2", url.path])
      let expected = try await StillPixels.decoded(url, "rgb24")
      let found = try await StillPixels.film(of: url).pixels
      #expect(found.count == expected.count)
      // In the middle of each bar, where the film's halved chroma changes nothing.
      for bar in 0..<7 {
        let place = (20 * 160 + bar * 160 / 7 + 11) * 3
        let difference = StillPixels.difference(Array(found[place..<place + 3]), Array(expected[place..<place + 3]))
        #expect(difference <= 2, "\(format), bar \(bar)")
      }
      #expect(try await WildFile.facts(of: url).videoTracks[0].format.hasPrefix("GBR"))
    }
  }

  @Test func `a color of a PNG that is clear is clear`() async throws {
    let file = folder.url("a.png")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "color=c=red:s=64x32,drawbox=x=8:w=20:color=lime:t=fill"]
        + ["-frames:v", "1", "-pix_fmt", "rgb24", file.path])
    var bytes = [UInt8](try Data(contentsOf: file))
    // ffmpeg's red is 254, 0, 0: the color of the first pixel.
    let red = try await StillPixels.decoded(file, "rgb24").prefix(3)
    let chunk = Array("tRNS".utf8) + red.flatMap { [0, $0] }
    bytes.insert(contentsOf: [0, 0, 0, 6] + chunk + StillTurn.checksum(of: chunk), at: 33)
    try Data(bytes).write(to: file)
    #expect(try await WildFile.facts(of: file).videoTracks[0].hasAlpha)
    let picture = try await StillPixels.image(of: file)
    #expect(picture.format == .rgba)
    #expect(try picture.planeBytes()[0] == (try await StillPixels.decoded(file, "rgba")))
  }

  @Test func `gray AVIF of limited range is expanded`() async throws {
    let file = folder.url("a.avif")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "color=c=black:s=64x32,format=gray,geq=lum='if(lt(X,32),16,235)',setparams=range=tv"]
        + ["-color_range", "tv"]
        + ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "1", "-frames:v", "1", file.path])
    let pixels = try await StillPixels.image(of: file).planeBytes()[0]
    #expect(pixels[16 * 64 * 3 + 3 * 8] <= 1 && pixels[16 * 64 * 3 + 3 * 56] >= 254)
  }
}
