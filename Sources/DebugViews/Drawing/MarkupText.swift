extension String {
  /// The text as XML and HTML have it, within elements and in attributes; what XML cannot hold is replaced.
  var markup: String {
    var markup = ""
    for letter in unicodeScalars {
      switch letter {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "\n", "\t": markup.unicodeScalars.append(letter)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": markup += "\u{FFFD}"
      default: markup.unicodeScalars.append(letter)
      }
    }
    return markup
  }
}

extension Double {
  /// The number with two decimals at most: places in drawings.
  var markup: String {
    let rounded = (self * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}
