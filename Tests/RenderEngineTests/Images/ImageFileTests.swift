import Compositing
import EditServices
import EditingModel
import FilmOverviews
import Foundation
import MediaAnalysis
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Images as files, and images of edits beside those of their films.
@Suite("Image files")
struct ImageFileTests {
  private let renderer = GStreamerRenderer()

  private static func picture(_ format: PixelBuffer.Format, _ width: Int, _ height: Int) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, width: width, height: height)
    let count = format.hasAlpha ? 4 : 3
    let plane = picture.planes[0]
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      for row in 0..<height {
        for column in 0..<width {
          let pixel = [UInt8(column * 255 / width), UInt8(row * 255 / height), 90, UInt8(255 - row)]
          for part in 0..<count { bytes[row * plane.bytesPerRow + column * count + part] = pixel[part] }
        }
      }
    }
    return picture
  }

  private func decoded(_ file: [UInt8], as type: ImageType, _ pixelFormat: String) async throws -> [UInt8] {
    let folder = try ScratchFolder()
    let url = folder.url("image.\(type.rawValue)")
    try Data(file).write(to: url)
    return [UInt8](
      try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "rawvideo", "-pix_fmt", pixelFormat]))
  }

  private func pixels(of picture: PixelBuffer) throws -> [UInt8] {
    try picture.planeBytes()[0]
  }

  @Test(arguments: [(ImageType.png, 1.0), (.png, 0.1), (.webp, 1.0)])
  func `a file without loss holds every pixel, and its alpha`(type: ImageType, quality: Double) async throws {
    for (format, name) in [(PixelBuffer.Format.rgb24, "rgb24"), (.rgba, "rgba")] {
      for (width, height) in [(64, 36), (33, 17)] {
        let picture = try Self.picture(format, width, height)
        let file = try renderer.encodeImage(picture, as: type, quality: quality)
        #expect(try await decoded(file, as: type, name) == pixels(of: picture), "\(type) \(name) \(width)")
      }
    }
  }

  @Test func `a file with loss is near, and smaller where it may be worse`() async throws {
    let picture = try Self.picture(.rgb24, 160, 90)
    for type in [ImageType.jpeg, .webp] {
      let good = try renderer.encodeImage(picture, as: type, quality: 0.9)
      #expect(try renderer.encodeImage(picture, as: type, quality: 0.2).count < good.count)
      let difference = zip(try await decoded(good, as: type, "rgb24"), try pixels(of: picture)).map {
        abs(Int($0) - Int($1))
      }
      #expect(difference.reduce(0, +) / difference.count <= 2, "\(type)")
    }
  }

  @Test(arguments: [("libx264rgb", "rgb24", 1), ("libx264", "yuv444p", 4)])
  func `images of films with a color for each pixel have it`(
    encoder: String, format: String, tolerance: Int
  ) async throws {
    let folder = try ScratchFolder()
    let (raw, film) = (folder.url("columns.rgb"), folder.url("columns.mkv"))
    let columns: [[UInt8]] = [[200, 30, 40], [30, 60, 210], [40, 190, 50]]
    let pixels: [UInt8] = (0..<36).flatMap { _ in (0..<64).flatMap { columns[$0 % 3] } }
    try Data(pixels + pixels).write(to: raw)
    let bt709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    try await MediaTools.ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x36", "-r", "25", "-i", raw.path]
        + ["-vf", "scale=out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int", "-c:v", encoder, "-qp", "0"]
        + ["-pix_fmt", format] + (format == "rgb24" ? [] : bt709) + [film.path])
    let image = try await ImageGenerator(of: AssetReference(url: film), renderer: renderer).image(at: .zero)
    let found = try self.pixels(of: image.picture)
    let differences: [Int] = zip(found, pixels).map { abs(Int($0) - Int($1)) }
    #expect(found.count == pixels.count && differences.allSatisfy { $0 <= tolerance }, "\(differences.max() ?? 0)")
  }

  @Test func `files say that their colors are those of sRGB`() throws {
    let picture = try Self.picture(.rgb24, 64, 36)
    func text(_ type: ImageType) throws -> [UInt8] { try renderer.encodeImage(picture, as: type) }
    let chunk = [0, 0, 0, 1] + Array("sRGB".utf8) + [0, 0xAE, 0xCE, 0x1C, 0xE9]
    #expect(try text(.png)[33..<46].elementsEqual(chunk))
    let colorSpace: [UInt8] = [0xA0, 0x01, 0, 3, 0, 0, 0, 1, 0, 1]
    for type in [ImageType.jpeg, .webp] {
      let file = try text(type)
      #expect(file.indices.contains { file[$0...].starts(with: colorSpace) }, "\(type)")
    }
    #expect(try text(.jpeg)[6..<10].elementsEqual("JFIF".utf8))
  }

  @Test func `images and scenes of an edit are those of its film`() async throws {
    let edit = try await PictureAccessTests.composition()
    let folder = try ScratchFolder()
    let settings = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    _ = try await ExportSession(ExportRequest(edit, as: settings, to: folder.url("film.mkv")), renderer: renderer)
      .export()
    let film = AssetReference(url: folder.url("film.mkv"))
    func images(of generator: ImageGenerator) async throws -> [[[UInt8]]] {
      var generator = generator
      generator.pixelFormat = .yuv420p
      (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
      // In no order; in the gap, in transitions, where the speed changes.
      let times = [110, 7, 60, 62, 33, 25, 173, 0, 90, 91, 60].map { CMTime(value: $0 * 2 + 1, timescale: 50) }
      var images: [[[UInt8]]] = []
      for await outcome in try await generator.images(for: times) {
        images.append(try outcome.get().picture.planeBytes())
      }
      return images
    }
    let own = try await images(of: ImageGenerator(of: edit, renderer: renderer))
    #expect(own == (try await images(of: ImageGenerator(of: film, renderer: renderer))))
    let scenes = try await SceneDetector(of: AnalysisSubject(edit), renderer: renderer).scenes()
    let written = try await SceneDetector(of: AnalysisSubject(film), renderer: renderer).scenes()
    #expect(scenes.map(\.timeRange.start) == written.map(\.timeRange.start))
    // As an edit as well, so that exact frames are shown of both.
    var track = CompositionTrack(id: 1, mediaType: .video)
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 7, timescale: 1))
    track.segments = [.init(source: .init(asset: film, trackIndex: 0), sourceRange: range, targetRange: range)]
    func sheet(of edit: EditSnapshot) async throws -> ArraySlice<UInt8> {
      let sheet = try await ContactSheet(of: AnalysisSubject(edit), named: "film", renderer: renderer).picture()
      // Below the title, which counts clips.
      return try sheet.planeBytes()[0].dropFirst(64 * sheet.width * 3)
    }
    #expect(try await sheet(of: edit) == sheet(of: EditSnapshot(composition: Composition(tracks: [track]))))
  }

  @Test func `a file that is deleted or replaced is said to be, and never waited for`() async throws {
    let folder = try ScratchFolder()
    let (film, other) = (SmallPicture.film(43), SmallPicture.film(44, frameCount: 60))
    let url = folder.url("film.mp4")
    try FileManager.default.copyItem(at: try await film.url(), to: url)
    let asset = AssetReference(url: url)
    let generator = ImageGenerator(of: asset, renderer: renderer)
    _ = try await generator.image(at: .zero)
    try FileManager.default.removeItem(at: url)
    let missing = await #expect(throws: RenderError.self) { try await generator.image(at: .zero) }
    #expect(missing?.code == .mediaMissing)
    // Another film in its place is looked at anew.
    try FileManager.default.copyItem(at: try await other.url(), to: url)
    var exact = generator
    exact.pixelFormat = .yuv420p
    (exact.toleranceBefore, exact.toleranceAfter) = (.zero, .zero)
    let image = try await exact.image(at: CMTime(value: 1, timescale: 1))
    #expect(reading(try image.picture.planeBytes()) == .frame(other.frame(at: Fraction(1))))
    try Data().write(to: url)
    let empty = await #expect(throws: RenderError.self) { try await generator.image(at: .zero) }
    #expect(empty?.code == .mediaUnreadable)
  }
}
