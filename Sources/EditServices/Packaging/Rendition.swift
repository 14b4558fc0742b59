import MediaFormats
import Rendering

/// One of the sizes in which a presentation offers its pictures: a variant stream of HLS, a representation of DASH.
///
/// ```swift
/// let ladder = [Rendition(lines: 1080), Rendition(lines: 720, maximumBitrate: 3_000_000), Rendition(lines: 480)]
/// ```
public struct Rendition: Hashable, Sendable, Codable {
  /// The rendition's name: in manifests, and its folder. Letters, digits, `-` and `_`, and neither "sound" nor "text" at the beginning.
  public var name: String
  /// Pixels of the picture's shorter side: 720 for 1280×720 and for 720×1280; nil for the film's own size.
  public var lines: Int?
  /// The constant quality, on the codec's own scale; nil for that of the film's settings.
  public var quality: Double?
  /// The most bits a second that the pictures may take, in each second; nil for as many as the quality takes.
  public var maximumBitrate: Int?

  /// Pictures whose shorter side has `lines` pixels, the film's own if nil; called "720p" or "source" unless `name` is given.
  public init(name: String? = nil, lines: Int?, quality: Double? = nil, maximumBitrate: Int? = nil) {
    self.name = name ?? lines.map { "\($0)p" } ?? "source"
    (self.lines, self.quality, self.maximumBitrate) = (lines, quality, maximumBitrate)
  }

  /// The usual ladder: 1080, 720 and 480 lines.
  public static let usual = [1_080, 720, 480].map { Rendition(lines: $0) }
}

/// The renditions of a film of a certain size: none is larger than the film.
struct RenditionLadder {
  /// The renditions with their sizes, the largest first.
  let steps: [(rendition: Rendition, size: PixelSize)]
  /// Notes on the renditions that were left out, a sentence each.
  let notes: [String]

  /// The steps of `renditions` that pictures of `size` have. Where all of them are larger, there is one of the film's own size.
  ///
  /// - Throws: `RenderError` with `.unsupported` for names that are no folder's or come twice, and for sizes that are none.
  init(_ renditions: [Rendition], of size: PixelSize) throws(RenderError) {
    try Self.check(renditions)
    let own = min(size.width, size.height)
    var steps: [(rendition: Rendition, size: PixelSize)] = []
    var notes: [String] = []
    for rendition in renditions {
      let lines = rendition.lines ?? own
      guard lines <= own else {
        notes.append("\(rendition.name) is left out: the film has \(own) lines.")
        continue
      }
      func scaled(_ length: Int) -> Int { lines == own ? length : max(2, (length * lines + own) / (2 * own) * 2) }
      steps.append((rendition, PixelSize(width: scaled(size.width), height: scaled(size.height))))
    }
    if steps.isEmpty, var largest = renditions.max(by: { ($0.lines ?? 0) < ($1.lines ?? 0) }) {
      largest.name = "\(own)p"
      notes = ["The film has \(own) lines, fewer than all renditions: there is one of that size."]
      steps = [(largest, size)]
    }
    self.steps = steps.sorted { $0.size.width * $0.size.height > $1.size.width * $1.size.height }
    self.notes = notes
  }

  private static func check(_ renditions: [Rendition]) throws(RenderError) {
    guard !renditions.isEmpty else {
      throw RenderError(.unsupported, "No rendition is asked for.", remedy: "Ask for one, as of 720 lines.")
    }
    var names: Set<String> = []
    for rendition in renditions {
      let isName = rendition.name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
      let isOther = rendition.name.hasPrefix("sound") || rendition.name.hasPrefix("text")
      guard isName, !isOther, !rendition.name.isEmpty else {
        throw RenderError(
          .unsupported, "The rendition \"\(rendition.name)\" cannot be called so: a folder has its name.",
          remedy: "Use letters, digits, - and _, and begin it neither with sound nor with text.")
      }
      guard names.insert(rendition.name).inserted else {
        throw RenderError(
          .unsupported, "Two renditions are called \"\(rendition.name)\".",
          remedy: "Give each a name of its own.")
      }
      guard rendition.lines.map({ (16...8_640).contains($0) && $0 % 2 == 0 }) ?? true else {
        throw RenderError(
          .unsupported, "The rendition \(rendition.name) has \(rendition.lines ?? 0) lines.",
          remedy: "Choose an even number from 16 to 8640.")
      }
      guard rendition.maximumBitrate ?? 1_000 >= 1_000 else {
        throw RenderError(
          .unsupported, "The rendition \(rendition.name) may have \(rendition.maximumBitrate ?? 0) bits a second.",
          remedy: "Allow 1000 or more.")
      }
    }
  }
}
