import Compositing
import DebugViews
import Documents
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ProjectFile
import ProjectServices
import Rendering

/// The film of one revision of the project: its pictures and samples, and what is known of it.
///
/// Sound is read by one reader, whose jumps decode as players' do.
actor FilmPreview {
  /// The revision of the project's text.
  nonisolated let revision: Int
  /// The edit, its plan, its warnings, and the project as values.
  nonisolated let structure: ProjectStructure
  nonisolated private let render: ProjectRender
  nonisolated private let renderer: any Renderer
  nonisolated private let pictures: FilmPictures
  /// Whether another film has taken its place.
  private var isClosed = false
  /// The reader of the sound, once some was asked for.
  private var sound: (any SampleReader)?

  /// The film of `project`, whose text has the number `revision`.
  ///
  /// - Throws: `ProjectError` or `RenderError`, where it cannot be rendered.
  init(of project: Project, revision: Int, renderer: any Renderer) async throws {
    self.revision = revision
    self.renderer = renderer
    render = ProjectRender(project, renderer: renderer)
    structure = try await render.structure()
    var edit = structure.edit.edit
    // As exports show what no video composition says.
    edit.videoComposition = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    pictures = FilmPictures(of: edit, renderer: renderer)
  }

  /// Frees the decoders, and opens no others any more.
  func close() async {
    isClosed = true
    await pictures.close()
    guard let reader = sound else { return }
    sound = nil
    try? await DedicatedThread.run(named: "studio sound") { reader.close() }
  }

  // MARK: Pictures

  nonisolated private func plannedPicture() throws -> PicturePlan {
    guard let picture = structure.edit.plan.picture else {
      throw StudioError(.notFound, "noPicture", "The film has no picture.")
    }
    return picture
  }

  /// The time of frame `number`.
  nonisolated func time(of number: Int) throws -> CMTime {
    let picture = try plannedPicture()
    guard (0..<picture.frameCount).contains(number) else {
      throw StudioError(.notFound, "outOfRange", "The film has the frames 0 to \(picture.frameCount - 1).")
    }
    return try CMTime(exactly: picture.origin + picture.time(of: number))
  }

  /// Frame `number`, scaled down to fit into `size`, as a file of `type`.
  nonisolated func picture(at number: Int, fitting size: PixelSize, as type: ImageType) async throws -> [UInt8] {
    _ = try time(of: number)
    return try await pictures.picture(at: number, fitting: size, as: type)
  }

  /// Each `step`th frame from number `first` on, in order, scaled down to fit into `size`, as JPEG: `deliver` is called with each, and
  /// waited for.
  nonisolated func pictures(
    from first: Int, step: Int, fitting size: PixelSize,
    deliver: (_ frame: Int, _ bytes: [UInt8]) async throws -> Void
  ) async throws {
    let count = try plannedPicture().frameCount
    try await pictures.pictures(stride(from: first, to: count, by: step), fitting: size, deliver: deliver)
  }

  // MARK: Sound

  /// The samples of `range`, as far as the film has them: 32-bit floating-point numbers, little-endian, channel by channel within each.
  func samples(_ range: Range<Int64>) async throws -> [UInt8] {
    guard let plan = structure.edit.plan.sound else {
      throw StudioError(.notFound, "noSound", "The film has no sound.")
    }
    let range = range.clamped(to: 0..<plan.sampleCount)
    guard !range.isEmpty else { return [] }
    let block: SampleBlock
    do {
      block = try await soundReader().samples(range)
    } catch let error as RenderError where error.code == .closed && isClosed {
      throw StudioError.staleRevision
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(block.interleaved.count * 4)
    for sample in block.interleaved {
      let bits = Float(sample).bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    return bytes
  }

  private func soundReader() async throws -> any SampleReader {
    if let sound { return sound }
    guard !isClosed else { throw StudioError.staleRevision }
    let reader = try await renderer.samples(of: structure.edit.plan, seeking: .preroll)
    // Meanwhile another request may have opened a reader, or another film taken this one's place.
    guard isClosed || sound != nil else {
      sound = reader
      return reader
    }
    try? await DedicatedThread.run(named: "studio sound") { reader.close() }
    guard let sound else { throw StudioError.staleRevision }
    return sound
  }

  // MARK: Explanation

  /// The explanation of frame `number` and its sound.
  nonisolated func explanation(at number: Int) async throws -> JSONObject {
    let time = try time(of: number)
    return try await render.explain(at: .seconds(time.rational ?? .zero)).json
  }

  /// All that the page shows of the film beside its pictures and sound.
  nonisolated func document() -> JSONObject {
    let (plan, view) = (structure.edit.plan, structure.debugView(of: render.document))
    let picture = plan.picture
    let isConstant: Bool
    if case .constant(.zero, _, _)? = picture?.timing {
      isConstant = picture?.origin == .zero
    } else {
      isConstant = false
    }
    return [
      "revision": revision,
      "duration": duration.description,
      "frames": picture?.frameCount ?? 0,
      "frameDuration": isConstant ? picture?.grid.frameDuration.description : nil,
      "times": isConstant ? nil : picture?.frameSeconds,
      "size": picture.map { [$0.size.width, $0.size.height] },
      "sampleRate": plan.sound?.grid.rate,
      "samples": plan.sound?.sampleCount,
      "channels": plan.sound?.channels,
      "mediaDurations": durations.mapValues(\.description),
      "lanes": view.lanesJSON,
      "warnings": view.warningsJSON,
      "diagnostics": structure.warnings.map { DiagnosticReport($0.diagnostic, .warning) },
    ]
  }

  /// The duration of the film, in seconds.
  nonisolated var duration: Rational {
    let composition = structure.model.composition.duration.rational ?? .zero
    return max(composition, (try? structure.edit.plan.picture?.outputDuration) ?? .zero)
  }

  /// The durations of the media that the project uses, by their names; stills are not among them.
  nonisolated var durations: [String: Rational] {
    let films = structure.facts.filter { !$0.value.isStillPicture }
    return Dictionary(films.map { ($0.key.name, $0.value.duration) }) { first, _ in first }
  }

  /// The names of the media that are one picture.
  nonisolated var stills: Set<String> { Set(structure.facts.filter(\.value.isStillPicture).map(\.key.name)) }

  /// The size of the film's picture; nil without one.
  nonisolated var size: PixelSize? { structure.edit.plan.picture?.size }

  /// The duration of a frame, in seconds; nil without a picture.
  nonisolated var frameDuration: Rational? { structure.edit.plan.picture?.grid.frameDuration }
}

extension PicturePlan {
  /// The beginning of each frame in the film, and the end of the last, in seconds.
  fileprivate var frameSeconds: [Double] {
    (0...frameCount).map { number in ((try? origin + time(of: number)) ?? .zero).seconds }
  }
}
