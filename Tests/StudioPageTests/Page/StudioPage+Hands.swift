import Documents
import Foundation
import TestSupport
import Testing

/// The hands: the pointer and the keys.
extension StudioPage {
  /// Where the first element that a CSS selector finds is in the window; it is scrolled into view.
  func box(_ selector: String, scrolls: Bool = true) async throws -> Box {
    try await browser.script(
      """
      const element = document.querySelector(arguments[0]);
      if (!element) throw new Error("There is no " + arguments[0]);
      if (arguments[1]) element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
      """, [selector, scrolls], as: Box.self)
  }

  /// How many elements a CSS selector finds.
  func count(_ selector: String) async throws -> Int {
    try await browser.script("return document.querySelectorAll(arguments[0]).length", [selector], as: Int.self)
  }

  /// The text of the first element that a CSS selector finds.
  func words(_ selector: String) async throws -> String {
    try await browser.script(
      "return document.querySelector(arguments[0])?.textContent ?? ''", [selector], as: String.self)
  }

  /// Presses the pointer at a place, as often as `times` says.
  func click(at place: Place, times: Int = 1) async throws {
    var actions = InputActions()
    actions.move(to: place)
    for _ in 0..<times {
      actions.press()
      actions.lift()
    }
    try await browser.perform(actions)
  }

  /// Presses the pointer in the middle of an element.
  func click(_ selector: String, times: Int = 1) async throws {
    try await click(at: try await box(selector).middle, times: times)
  }

  /// Drags from one place to another, with keys held down.
  func drag(from start: Place, to end: Place, holding keys: InputActions.Key..., steps: Int = 5, lifts: Bool = true)
    async throws
  {
    var actions = InputActions()
    actions.move(to: start)
    for key in keys { actions.down(key.rawValue) }
    actions.press()
    actions.glide(from: start, to: end, steps: steps)
    if lifts {
      actions.lift()
      for key in keys { actions.up(key.rawValue) }
    }
    try await browser.perform(actions)
  }

  /// Drags a medium from the list to a place of the timeline, and drops it there once the timeline shows where it would
  /// land: the browser's drag events come later than those of the pointer.
  func dragMedia(_ file: String, to end: Place) async throws {
    let start = try await box("[data-media='\(file)']").at(0.6, 0.2)
    try await drag(from: start, to: end, lifts: false)
    var isAbove = false
    for step in 1...100 where !isAbove {
      var actions = InputActions()
      actions.move(to: end.moved(step % 2 == 0 ? 0 : 1))
      actions.pause(50)
      try await browser.perform(actions)
      isAbove = try await value("!document.getElementById('snap-line').hidden", as: Bool.self)
    }
    var actions = InputActions()
    actions.move(to: end)
    actions.pause(100)
    actions.lift()
    try await browser.perform(actions)
  }

  /// Presses keys one after another, each of them with `held` down.
  func press(_ keys: String..., holding held: InputActions.Key...) async throws {
    var actions = InputActions()
    for key in held { actions.down(key.rawValue) }
    for key in keys {
      actions.down(key)
      actions.up(key)
    }
    for key in held.reversed() { actions.up(key.rawValue) }
    try await browser.perform(actions)
  }

  /// Presses a key that has no letter.
  func press(_ key: InputActions.Key, holding held: InputActions.Key..., times: Int = 1) async throws {
    var actions = InputActions()
    for key in held { actions.down(key.rawValue) }
    for _ in 0..<times {
      actions.down(key.rawValue)
      actions.up(key.rawValue)
    }
    for key in held.reversed() { actions.up(key.rawValue) }
    try await browser.perform(actions)
  }

  /// Takes the whole content of a field away, types another, and leaves the field.
  func fill(_ selector: String, with text: String) async throws {
    try await click(selector)
    var actions = InputActions()
    actions.down(InputActions.Key.control.rawValue)
    actions.down("a")
    actions.up("a")
    actions.up(InputActions.Key.control.rawValue)
    for letter in text {
      actions.down(String(letter))
      actions.up(String(letter))
    }
    actions.down(InputActions.Key.tab.rawValue)
    actions.up(InputActions.Key.tab.rawValue)
    try await browser.perform(actions)
  }

  /// Chooses a value of a menu.
  func choose(_ value: String, in selector: String) async throws {
    try await browser.click(try await browser.element("\(selector) option[value='\(value)']"))
  }

  /// Takes the last step back by its keys.
  func undo() async throws { try await edited(settles: false) { try await press("z", holding: .control) } }

  /// Takes it again.
  func redo() async throws { try await edited(settles: false) { try await press("z", holding: .control, .shift) } }

  /// Gives the page's part of the window a size, in CSS pixels.
  func resize(_ width: Int, _ height: Int) async throws {
    let frame = try await value("[outerWidth - innerWidth, outerHeight - innerHeight]", as: [Int].self)
    try await browser.resizeWindow(width: width + frame[0], height: height + frame[1])
    try await wait("the size", until: "innerWidth === \(width) && innerHeight === \(height)")
  }

  /// Lays the page out as on a screen of another size, where windows are smaller or larger than those of this desktop.
  func emulateScreen(_ width: Int, _ height: Int) async throws {
    try await browser.devTools(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    try await wait("the size", until: "innerWidth === \(width) && innerHeight === \(height)")
  }
}

/// The timeline: where things are on it.
extension StudioPage {
  /// The CSS selector of segment `index` of track number `track`, from 0.
  static func segment(_ index: Int, track: Int = 0) -> String {
    "[data-segment='/composition/tracks/\(track)/segments/\(index)']"
  }

  /// How many pixels a second is.
  func scale() async throws -> Double { try await value("studio.view.scale", as: Double.self) }

  /// Where a time is in the window, in pixels from its left edge.
  func position(of seconds: Double) async throws -> Double {
    try await browser.script(
      """
      const scroller = document.getElementById("scroller");
      const header = parseFloat(getComputedStyle(scroller).getPropertyValue("--header"));
      return scroller.getBoundingClientRect().x + header - scroller.scrollLeft + arguments[0] * studio.view.scale;
      """, [seconds], as: Double.self)
  }

  /// Puts the playhead at a time, by the ruler, where its frame is under the pointer.
  func seek(_ seconds: Double) async throws {
    let ruler = try await box("#ruler")
    let frame = try await value("studio.state.grid.nudge.seconds", as: Double.self)
    // The middle of the frame.
    try await click(at: Place(x: try await position(of: seconds + frame / 2), y: ruler.y + ruler.height - 6))
  }

  /// Drags the head or the tail of a segment by a time.
  func dragEdge(_ edge: String, of segment: String, by seconds: Double, holding keys: InputActions.Key...) async throws
  {
    let place = try await box("\(segment) > .\(edge)").middle
    let end = place.moved(seconds * (try await scale()))
    switch keys.first {
    case let key?: try await drag(from: place, to: end, holding: key)
    case nil: try await drag(from: place, to: end)
    }
  }

  /// Drags a segment by its middle, by a time and by pixels downward.
  func dragClip(_ segment: String, by seconds: Double, down: Double = 0, holding keys: InputActions.Key...) async throws
  {
    let place = try await box(segment).at(0.5, 0.75)
    let end = place.moved(seconds * (try await scale()), down)
    switch keys.first {
    case let key?: try await drag(from: place, to: end, holding: key)
    case nil: try await drag(from: place, to: end)
    }
  }
}

/// The picture: what can be seen in it.
extension StudioPage {
  /// The canvas's frame, read from its pixels, and the frame number that the page displays.
  func shownFrame() async throws -> (reading: FrameReading, frame: Int) {
    struct Shown: Decodable, Sendable {
      let frame: Int
      let luma: [UInt8]
    }
    let shown = try await browser.script(
      """
      const canvas = document.getElementById("picture");
      const frame = Number(canvas.dataset.frame ?? -1);
      const small = new OffscreenCanvas(64, 36).getContext("2d", { willReadFrequently: true });
      small.imageSmoothingQuality = "high";
      small.drawImage(canvas, 0, 0, 64, 36);
      const { data } = small.getImageData(0, 0, 64, 36);
      const luma = [];
      for (let at = 0; at < data.length; at += 4) {
        luma.push(Math.round(16 + 0.257 * data[at] + 0.504 * data[at + 1] + 0.098 * data[at + 2]));
      }
      return { frame, luma };
      """, as: Shown.self)
    return (FrameReading(luma: shown.luma, width: 64, height: 36), shown.frame)
  }
}
