public import EditServices
public import EditingModel
public import MediaTime
public import ProjectFile
package import ProjectServices
public import Rendering

/// The structure of an edit in one picture on one ruler, for finding mistakes in it (`AVCompositionDebugView`, the
/// sample of WWDC 2013, session 612).
///
/// ```
///                0:00      0:02      0:04      0:06
///  Track 1       ├── cat  0–4 s ────┤·········├──── cat        the composition: segments, empty edits
///  Track 2                     ├── dog  0–4 s ──────┤
///  Instructions  [ 0           )[ 1 )[ 2      )[ 3  )[ 4       the video composition, and its layers
///  opacity       ██████████████▇▅▃▁ █████████▇▅▃▁
///  Track 3       ████████████████████▇▆▅▄▃▂▁                   the audio mix
///  Picture       ├ passthrough ┤├ mix┤├ passthrough ┤          what is really done
///  Sound         ├──────────── cat ─────────────┤
///  ▲1                                                          warnings, by their numbers
/// ```
///
/// ```swift
/// let view = try await CompositionDebugView(edit, at: CMTime(value: 7, timescale: 2))
/// try view.html.write(to: page, atomically: true, encoding: .utf8)
/// ```
///
/// It shows the whole film: each track with its segments, their speeds and empty edits; the instructions with their
/// layers, opacities as curves, transforms, crops and clips as stretches; titles, pictures and subtitles over it; the
/// volume of each audio track; the plan's spans and strips; the warnings of
/// `EditSnapshot.warnings(decoderLimit:renderer:)`, at their places; and, for a given time, a playhead with the texts
/// of `Explanation`. Nothing is rendered.
///
/// A value, independent of later edits. Threads: any.
public struct CompositionDebugView: Sendable {
  /// The problems that the view marks, in the order of the marks' numbers, from 1.
  public let warnings: [ModelProblem]
  /// A project's problems, which it marks besides; their marks' numbers follow.
  public let projectWarnings: [ProjectDiagnostic]
  /// The layout.
  package let layout: DebugLayout

  /// The columns of ``text``.
  public static let usualColumns = 100

  /// The view of `edit`, with what is shown and played at composition time `time` where one is given; `renderer` finds out what the
  /// media hold.
  ///
  /// - Throws: `RenderError` where the edit cannot be planned; with `.invalidModel` where the film does not last until `time`.
  public init(
    _ edit: EditSnapshot, at time: CMTime? = nil, renderer: any Renderer
  ) async throws(RenderError) {
    var structure = try await edit.structure(renderer: renderer)
    if let time { structure.explanation = try await edit.explanation(at: time, renderer: renderer) }
    self.init(structure)
  }

  /// The view of `structure`: an edit, its plan, the video composition that is planned, warnings and an explanation. `source` says where
  /// in a project the parts of the model stand.
  package init(
    _ structure: EditStructure, projectWarnings: [ProjectWarning] = [],
    source: @escaping (ModelLocation) -> ProjectPart? = { _ in nil }
  ) {
    warnings = structure.warnings
    self.projectWarnings = projectWarnings.map(\.diagnostic)
    layout = DebugLayout(ViewSubject(structure, projectWarnings: projectWarnings, source: source))
  }

  /// A drawing of 1,600 pixels' width, and as high as it takes: SVG 1.1 without scripts, which refers to nothing else. What is pointed at
  /// says what it is where the viewer shows titles.
  public var svg: String { SVGDrawing(layout).text }

  /// A page with the drawing in it, in one file, which loads nothing: it shows the details of what is pointed at, with its place in the
  /// project and the JSON there, and its time axis is zoomed by wheel, buttons and keys.
  public var html: String { HTMLPage(layout).text }

  /// The view in characters that draw boxes, for terminals, ``usualColumns`` wide.
  public var text: String { text(columns: Self.usualColumns) }

  /// The view in characters that draw boxes.
  ///
  /// - Parameter columns: How many characters a line has; fewer than 40 are taken for 40, more than 1,000 for 1,000.
  public func text(columns: Int) -> String { TextChart(layout, columns: min(1_000, max(40, columns))).text }
}
