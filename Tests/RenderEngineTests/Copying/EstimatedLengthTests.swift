import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import ProjectServices
import TestSupport
import Testing

/// Estimates of a file's length before it is written, for every preset, beside the written length.
@Suite("Estimated lengths")
struct EstimatedLengthTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// Films longer than what is encoded for an estimate: real pictures one after another, one that repeats, and a drawn one.
  enum Film: String, CaseIterable {
    case clips, repeated, drawn

    func url() async throws -> URL {
      let media = URL(filePath: "Pipelines/media")
      func clip(_ name: String, _ times: Int) -> [String] {
        ["-stream_loop", "\(times - 1)", "-i", media.appending(path: name).path]
      }
      let size = "scale=256:144:force_original_aspect_ratio=disable,setsar=1,fps=25"
      let sound = ["-f", "lavfi", "-i", "anoisesrc=d=60:a=0.3:c=pink:seed=3"]
      let inputs: [String]
      let filter: String
      switch self {
      case .clips:
        inputs = clip("bunny.mp4", 2) + clip("dunes.mp4", 2) + clip("balloon.mp4", 2) + clip("dog.mp4", 2) + sound
        filter = (0..<4).map { "[\($0):v]\(size)[\($0)];" }.joined() + "[0][1][2][3]concat=n=4:v=1:a=0[v]"
      case .repeated:
        inputs = clip("bunny.mp4", 30) + sound
        filter = "[0:v]\(size),trim=duration=45[v]"
      case .drawn:
        inputs = ["-f", "lavfi", "-i", "mandelbrot=s=256x144:r=25"] + sound
        filter = "[0:v]trim=duration=50[v]"
      }
      let number = self == .clips ? 4 : 1
      let recipe =
        inputs + [
          "-filter_complex", filter, "-map", "[v]", "-map", "\(number):a", "-shortest", "-pix_fmt", "yuv420p", "-c:v",
          "libx264", "-preset", "veryfast", "-crf", "14", "-c:a", "aac",
        ]
      return try await MediaCache.shared.file(named: "estimated-\(rawValue)", extension: "mp4", recipe: recipe) {
        try await MediaTools.ffmpeg(recipe + [$0.path])
      }
    }
  }

  /// Those that are measured each time; all with `GSTEDIT_FULL`.
  private static var cases: [(Film, ExportPreset)] {
    let isFull = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] != nil
    return Film.allCases.flatMap { film in
      ExportPreset.all.filter { isFull || film == .clips && ["LowQuality", "PodcastMP3"].contains($0.name) }
        .map { (film, $0) }
    }
  }

  @Test(arguments: cases) func `estimates are within a fifth`(film: Film, preset: ExportPreset) async throws {
    var conversion = FileConversion([AssetReference(url: try await film.url())])
    conversion.choices.preset = preset
    let type = try #require(preset.supportedFileTypes.first)
    let target = folder.url("film.\(type.format.pathExtensions[0])")
    let session = try await conversion.session(to: target)
    let estimate = Double(try await session.estimatedOutputFileLength())
    let size = Double(try await session.export().byteCount)
    let error = ((estimate / size - 1) * 1_000).rounded() / 10
    if ProcessInfo.processInfo.environment["GSTEDIT_FULL"] != nil {
      print("estimate \(film.rawValue) \(preset.name): \(Int(estimate)) of \(Int(size)), \(error) %")
    }
    #expect(abs(error) < 20, "\(film) \(preset.name): \(estimate) of \(size), \(error) %")
  }
}
