import Documents

/// What a person does with one pointer and the keys, step by step: a sequence of W3C WebDriver's actions.
struct InputActions: Sendable {
  private var pointer: [JSONObject] = []
  private var keys: [JSONObject] = []

  /// Keys without a letter, by the numbers that WebDriver gives them.
  enum Key: String {
    case shift = "\u{E008}"
    case control = "\u{E009}"
    case alt = "\u{E00A}"
    case escape = "\u{E00C}"
    case enter = "\u{E007}"
    case tab = "\u{E004}"
    case backspace = "\u{E003}"
    case delete = "\u{E017}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
    case home = "\u{E011}"
    case end = "\u{E010}"
    case pageUp = "\u{E00E}"
    case pageDown = "\u{E00F}"
    case space = " "
  }

  /// Moves the pointer to a place of the window.
  mutating func move(to place: Place) {
    add(
      pointer: [
        "type": "pointerMove", "duration": 0, "x": Int(place.x.rounded()), "y": Int(place.y.rounded()),
        "origin": "viewport",
      ])
  }

  /// Moves the pointer from one place to another in `steps` steps, each some milliseconds after the one before.
  mutating func glide(from start: Place, to end: Place, steps: Int = 5) {
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      move(to: Place(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
      pause(8)
    }
  }

  /// Presses the pointer's first button.
  mutating func press() { add(pointer: ["type": "pointerDown", "button": 0]) }

  /// Releases the button.
  mutating func lift() { add(pointer: ["type": "pointerUp", "button": 0]) }

  /// Does nothing for a while.
  mutating func pause(_ milliseconds: Int) { add(pointer: ["type": "pause", "duration": milliseconds]) }

  /// Presses a key.
  mutating func down(_ key: String) { add(key: ["type": "keyDown", "value": key]) }

  /// Releases a key.
  mutating func up(_ key: String) { add(key: ["type": "keyUp", "value": key]) }

  /// Both sequences go on in step.
  private mutating func add(pointer action: JSONObject) {
    pointer.append(action)
    keys.append(["type": "pause", "duration": 0])
  }

  private mutating func add(key action: JSONObject) {
    keys.append(action)
    pointer.append(["type": "pause", "duration": 0])
  }

  /// The body of the request.
  var body: JSONObject {
    [
      "actions": [
        [
          "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"] as JSONObject, "actions": pointer,
        ] as JSONObject, ["type": "key", "id": "keys", "actions": keys] as JSONObject,
      ]
    ]
  }
}

/// A place in the window, in CSS pixels from its upper left corner.
struct Place: Codable, Sendable {
  var x: Double
  var y: Double

  /// The place so much to the right and below.
  func moved(_ right: Double, _ down: Double = 0) -> Place { Place(x: x + right, y: y + down) }
}

/// Where an element is in the window.
struct Box: Decodable, Sendable, Equatable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// Its middle.
  var middle: Place { Place(x: x + width / 2, y: y + height / 2) }

  /// A place in it: parts of its width and height.
  func at(_ across: Double, _ down: Double) -> Place { Place(x: x + width * across, y: y + height * down) }
}
