import EditingModel

/// The colors and letters of a debug view: dark words on light ground, each kind of thing in a color of its own.
enum SVGStyle {
  /// The style sheet.
  static let text = """
    text { fill: #1b2733 }
    .ground { fill: #ffffff }
    .lane { fill: #f4f6f8 }
    #lines line { stroke: #d5dce3 }
    .title { font-size: 17px; font-weight: bold }
    .caption { font-size: 13px; font-weight: bold }
    .name { font-weight: bold }
    .note, .time { font-size: 11px; fill: #52606d }
    .advice { fill: #52606d }
    .off rect, .curve.off { opacity: 0.4 }
    .off text { fill: #52606d }
    .asset0 rect { fill: #cfe3f7; stroke: #5488bd }
    .asset1 rect { fill: #fbdcc0; stroke: #c0763a }
    .asset2 rect { fill: #d5ecd0; stroke: #5b9a50 }
    .asset3 rect { fill: #e6daf3; stroke: #8965b4 }
    .asset4 rect { fill: #f8d3de; stroke: #b75b7b }
    .asset5 rect { fill: #cdecef; stroke: #3f929b }
    .asset6 rect { fill: #f3ebb9; stroke: #a08a24 }
    .asset7 rect { fill: #dfe2e8; stroke: #737d8c }
    .gap rect { fill: url(#hatch); stroke: #7f8b97; stroke-dasharray: 4 3 }
    .instruction rect { fill: #e6ebf0; stroke: #748291 }
    .instruction.odd rect { fill: #d2dbe4 }
    .whole rect { fill: #d5ecd0; stroke: #5b9a50 }
    .layer rect { fill: #edf1f6; stroke: #90a0b0 }
    .overlay rect { fill: #cdecef; stroke: #3f929b }
    .words rect { fill: #f3ebb9; stroke: #a08a24 }
    .cue rect { fill: #dfe2e8; stroke: #737d8c }
    .ramp rect { fill: #fde6bd; stroke: #c48a22 }
    .setting rect { fill: #f7f1e2; stroke: #c3b287 }
    .span-empty rect { fill: #e9e9e9; stroke: #8c8c8c }
    .span-passthrough rect { fill: #d5ecd0; stroke: #5b9a50 }
    .span-mix rect { fill: #cfe3f7; stroke: #5488bd }
    .span-warp rect { fill: #e6daf3; stroke: #8965b4 }
    .span-custom rect { fill: #f8d3de; stroke: #b75b7b }
    .silence rect { fill: #f8f8f8; stroke: #a5a5a5; stroke-dasharray: 2 3 }
    .curve { fill: none; stroke: #a3410a; stroke-width: 2 }
    .flaw { fill: #d4351c; fill-opacity: 0.25 }
    .badge circle { fill: #c02a12 }
    .badge text { fill: #ffffff; font-size: 10px; font-weight: bold; text-anchor: middle }
    .playhead line { stroke: #0b57d0; stroke-width: 1.5; stroke-opacity: 0.75 }
    .playhead path { fill: #0b57d0 }
    .playhead text { fill: #0b57d0; font-weight: bold }
    """

  /// The pattern of empty edits.
  static let definitions = """
    <defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect width="7" height="7" fill="#fbfbfb"/><path d="M0 0v7" stroke="#aab4be" stroke-width="2"/></pattern></defs>
    """
}

/// A sample of a background's color in a box.
struct Swatch {
  /// The element.
  let text: String

  /// A sample of `color` in a box that begins at `left`.
  init(_ color: Color, left: Double, top: Double) {
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    text = """
      <rect class="swatch" x="\((left + 4).markup)" y="\(top.markup)" width="10" height="10" \
      style="fill:\(opaque.hexadecimal);fill-opacity:\(color.alpha.markup);stroke:#52606d"/>
      """
  }
}
