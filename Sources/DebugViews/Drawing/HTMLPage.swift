import EditingModel

/// A debug view as a page: the drawing, the details of what is pointed at, and a time axis that is zoomed into. One file, which loads
/// nothing.
struct HTMLPage {
  /// The page.
  let text: String

  init(_ layout: DebugLayout) {
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Composition debug view</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <button type="button" id="closer" title="Closer (+)">+</button>
      <button type="button" id="farther" title="Farther away (−)">−</button>
      <button type="button" id="whole" title="The whole film (0)">whole film</button>
      <span>Wheel or + and − zoom, arrows move, 0 shows all; a click keeps the details, Escape lets them go.</span>
      </header>
      <main>
      \(SVGDrawing(layout).text)</main>
      <aside id="details" aria-live="polite"></aside>
      <script type="application/json" id="data">\(Self.data(layout.details))</script>
      <script>
      \(HTMLScript.text)
      </script>
      </body>
      </html>

      """
  }

  /// `details` as JSON that ends no element of the page.
  private static func data(_ details: [DebugDetails]) -> String {
    let values = details.map { details -> JSONValue in
      var members: [String: JSONValue] = [
        "title": .string(details.title), "facts": .array(details.facts.map { .string($0) }),
      ]
      if let part = details.part {
        members["pointer"] = .string(part.pointer)
        members["json"] = .string(part.json)
      }
      return .object(members)
    }
    return JSONValue.array(values).description.replacing("<", with: "\\u003c")
  }

  private static let style = """
    body { margin: 0; font: 14px/1.45 Arial, Helvetica, 'DejaVu Sans', sans-serif; color: #1b2733; background: #ffffff }
    header { padding: 8px 16px; background: #edf1f6; border-bottom: 1px solid #c5cfd9 }
    header span { margin-left: 8px; color: #52606d }
    button { font: inherit; padding: 2px 10px; border: 1px solid #748291; border-radius: 4px; background: #ffffff }
    main { padding-bottom: 34vh }
    svg { display: block; width: 100%; height: auto }
    .box, .mark { cursor: pointer }
    .box:focus, .mark:focus { outline: none }
    .box:focus rect, .box.kept rect, .box:hover rect { stroke: #0b57d0; stroke-width: 2 }
    .mark:focus circle, .mark.kept circle { stroke: #0b57d0; stroke-width: 2 }
    aside { position: fixed; left: 0; right: 0; bottom: 0; max-height: 32vh; overflow: auto; background: #ffffff;
      border-top: 2px solid #0b57d0; padding: 8px 16px; display: none }
    aside h2 { margin: 0 0 4px; font-size: 15px }
    aside p { margin: 0 }
    aside code { color: #0b57d0 }
    aside pre { margin: 6px 0 0; padding: 8px; background: #f4f6f8; white-space: pre-wrap; overflow-wrap: anywhere }
    """
}
