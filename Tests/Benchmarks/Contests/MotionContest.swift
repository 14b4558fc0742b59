import Foundation
import TestSupport

/// Edits in which something moves, turns or has alpha, in 1080p: eight seconds of each, beside ffmpeg's nearest graph.
struct MotionContest {
  /// An edit.
  enum Edit: String, CaseIterable {
    case plain, logo, push, slide, fade, inset, kenBurns, movingFade
  }

  /// What is edited: two films, a photograph of 12 million pixels and a logo with alpha.
  private let films: [URL]
  private let photo: URL
  private let logo: URL

  private static let frameCount = 240
  private static let size = (width: 1920, height: 1080)
  private let length = Fraction(frameCount) * BenchmarkFilm.rate.frameDuration

  /// Makes the media of `clips`, unless an earlier run has made it.
  init(clips: [URL]) async throws {
    films = try await BenchmarkFilm.prepare(
      Array(clips.prefix(2)), size: [Self.size.width, Self.size.height], frameCount: Self.frameCount)
    func still(_ name: String, _ type: String, _ recipe: [String]) async throws -> URL {
      try await MediaCache.shared.file(named: name, extension: type, recipe: recipe) { target in
        try await MediaTools.ffmpeg(recipe + [target.path])
      }
    }
    photo = try await still(
      "bench-photo", "jpg",
      [
        "-f", "lavfi", "-i", "mandelbrot=s=4000x3000", "-frames:v", "1", "-vf", "noise=alls=10,format=yuvj420p", "-q:v",
        "2",
      ])
    logo = try await still(
      "bench-logo", "png",
      [
        "-f", "lavfi", "-i",
        "color=c=red:s=200x100,format=rgba,geq=r=200:g=X:b='2*Y':a='255*clip(50-hypot(X-100,Y-50),0,1)'",
        "-frames:v", "1",
      ])
  }

  /// The whole way into a file.
  func film(_ edit: Edit) throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    return Contest(
      title: "8 s of 1080p, \(edit.rawValue), x264 ultrafast CRF 23", frameCount: Self.frameCount,
      promise: .partOfFFmpeg(
        edit == .plain ? 1.0 : 0.9,
        limit: .init(decoding: try peers.decoding(sources(of: edit)), encoder: peers.encoder)),
      contestants: [
        try peers.gstedit(document(edit)), try peers.ffmpeg(inputs: inputs(of: edit), filter: filter(of: edit)),
      ], scratch: scratch)
  }

  /// The pictures alone, as soon as they are made.
  func pictures(_ edit: Edit) throws -> Contest {
    let scratch = try ScratchFolder()
    let peers = Peers(preset: "ultrafast", scratch: scratch)
    return Contest(
      title: "the pictures of 8 s of 1080p, \(edit.rawValue)", frameCount: Self.frameCount,
      promise: .framesPerSecond(60),
      contestants: [
        try peers.pictures(document(edit)),
        try peers.ffmpegPictures(inputs: inputs(of: edit), filter: filter(of: edit)),
      ], scratch: scratch)
  }

  private func inputs(of edit: Edit) -> [String] {
    switch edit {
    case .plain: ["-i", films[0].path]
    case .logo: ["-i", films[0].path, "-i", logo.path]
    case .kenBurns: ["-i", photo.path]
    case .push, .slide, .fade, .inset, .movingFade: films.flatMap { ["-i", $0.path] }
    }
  }

  private func sources(of edit: Edit) -> [(film: URL, start: Fraction, end: Fraction)] {
    switch edit {
    case .plain, .logo: [(films[0], .zero, length)]
    case .kenBurns: [(photo, .zero, length)]
    case .push, .slide, .fade, .inset, .movingFade: films.map { ($0, .zero, length) }
    }
  }

  private func filter(of edit: Edit) -> String {
    let end = ",format=yuv420p"
    func pan(_ zoom: String, _ x: Int) -> String {
      "zoompan=z='\(zoom)*on/\(Self.frameCount)':x=\(x):y='50*on/\(Self.frameCount)':d=1:s=1920x1080:fps=30"
    }
    return switch edit {
    case .plain: "[0:v]null"
    case .logo: "[0:v][1:v]overlay=1680:60"
    case .push: "[0:v][1:v]xfade=transition=slideleft:duration=\(length.value):offset=0"
    case .slide: "[1:v][0:v]overlay=x='-8*n':y=0:eval=frame"
    case .fade: "[0:v][1:v]xfade=transition=fade:duration=\(length.value):offset=0"
    case .inset:
      "[1:v]scale=576:324,format=yuva420p,rotate=5*PI/180:c=none:ow=rotw(5*PI/180):oh=roth(5*PI/180)[r];"
        + "[0:v][r]overlay=1222:60" + end
    case .kenBurns:
      "[0:v]zoompan=z='1+0.25*on/\(Self.frameCount)':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=\(Self.frameCount)"
        + ":s=1920x1080:fps=30" + end
    case .movingFade:
      "[0:v]\(pan("1.02+0.08", 3))[x];[1:v]\(pan("1.1+0.05", 7))[y];"
        + "[x][y]xfade=transition=fade:duration=\(length.value):offset=0" + end
    }
  }

  private func document(_ edit: Edit) -> ProjectDocument {
    func ramp(_ start: [Double], _ end: [Double]) -> [ProjectDocument.Setting] {
      [.rampOfValues(start: .zero, duration: length, from: start, to: end)]
    }
    func zoom(_ start: Double, _ end: Double, _ x: Double) -> [ProjectDocument.Setting] {
      ramp([start, 0, 0, start, -x, 0], [end, 0, 0, end, -x - 100, -50])
    }
    let (width, height) = (Double(Self.size.width), Double(Self.size.height))
    let fading: [ProjectDocument.Setting] = [.ramp(start: .zero, duration: length, from: 1, to: 0)]
    let still = [1.0, 0, 0, 1, 0, 0]
    let beside = [1, 0, 0, 1, -width, 0]
    let fit = width / 4000
    let tracks: [(asset: String, file: URL)] =
      switch edit {
      case .plain: [("film1", films[0])]
      case .logo: [("film1", films[0]), ("logo", logo)]
      case .kenBurns: [("photo", photo)]
      case .push, .slide, .fade, .inset, .movingFade: [("film1", films[0]), ("film2", films[1])]
      }
    let layers: [ProjectDocument.Layer] =
      switch edit {
      case .plain: [.init(track: 1)]
      case .logo: [.init(track: 2, transform: [.values(at: .zero, [1, 0, 0, 1, 1680, 60])]), .init(track: 1)]
      case .push:
        [
          .init(track: 1, transform: ramp(still, beside)),
          .init(track: 2, transform: ramp([1, 0, 0, 1, width, 0], still)),
        ]
      case .slide: [.init(track: 1, transform: ramp(still, beside)), .init(track: 2)]
      case .fade: [.init(track: 1, opacity: fading), .init(track: 2)]
      case .inset:
        [
          .init(track: 2, transform: [.values(at: .zero, [0.298858, 0.026147, -0.026147, 0.298858, 1250, 60])]),
          .init(track: 1),
        ]
      case .kenBurns:
        [
          .init(
            track: 1,
            transform: ramp(
              [fit, 0, 0, fit, 0, (height - 3000 * fit) / 2],
              [1.25 * fit, 0, 0, 1.25 * fit, (width - 5000 * fit) / 2, (height - 3750 * fit) / 2]))
        ]
      case .movingFade:
        [
          .init(track: 1, opacity: fading, transform: zoom(1.02, 1.1, 3)),
          .init(track: 2, transform: zoom(1.1, 1.15, 7)),
        ]
      }
    var document = ProjectDocument(
      assets: Dictionary(uniqueKeysWithValues: tracks.map { ($0.asset, $0.file) }),
      tracks: tracks.enumerated().map {
        .video($0.offset + 1, [.init(asset: $0.element.asset, in: .zero, duration: length)])
      })
    document.videoComposition = .init(
      frameDuration: BenchmarkFilm.rate.frameDuration, renderSize: [Self.size.width, Self.size.height],
      instructions: [.init(start: .zero, duration: length, layers: layers)])
    return document
  }
}
