import Foundation

/// Apple's public symbols of a framework, and which of them the modules of the same name have.
///
/// The lists in `Tests/AppleSymbols` hold names alone: of classes and protocols with their methods and properties, by the first word that Swift
/// gives them, and of functions. They follow the bindings of .NET for Apple's platforms (dotnet/macios, MIT), of the systems of 2024.
/// Constants, options and what is Swift's own (`load(_:)`, `states(updateInterval:)`, configurations) are not in them.
struct AppleSymbols {
  /// A class or protocol.
  struct Kind: Sendable {
    let name: String
    /// Its methods and properties: each by one name, or by two alternatives.
    let members: [[String]]
  }

  let framework: String
  let kinds: [Kind]
  let functions: [String]

  /// The frameworks that have a list.
  static let frameworks = ["AVFoundation", "QuartzCore", "CoreMedia", "CoreVideo"]

  /// The list of `framework`.
  init(_ framework: String) throws {
    let url = Repository.root.appending(path: "Tests/AppleSymbols/\(framework).txt")
    var (kinds, functions): ([Kind], [String]) = ([], [])
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let names = parts[1].split(separator: " ").map { $0.split(separator: "|").map(String.init) }
      if parts[0] == "functions" {
        functions = names.flatMap { $0 }
      } else {
        kinds.append(Kind(name: String(parts[0]), members: names))
      }
    }
    (self.framework, self.kinds, self.functions) = (framework, kinds, functions)
  }

  // MARK: The page

  /// All of it as tables: what there is, with what is missing of it, and what is not there.
  static func page() throws -> String {
    let house = try PublicNames()
    return try frameworks.map { try Self($0).section(house) }.joined(separator: "\n")
  }

  private func section(_ house: PublicNames) -> String {
    var lines = ["### \(framework)", ""]
    if !kinds.isEmpty {
      let there = kinds.filter { house.kinds[$0.name] != nil }
      lines += ["| | has | does not have |", "|---|---|---|"]
      for kind in there {
        let missing = kind.members.filter { names in !names.contains { house.has($0, in: kind.name) } }
        let words = Set(missing.compactMap(\.last)).sorted().map { "`\($0)`" }.joined(separator: ", ")
        let count = kind.members.count - missing.count
        lines.append("| `\(kind.name)` | \(count) of \(kind.members.count) | \(words.isEmpty ? "–" : words) |")
      }
      let gone = kinds.filter { house.kinds[$0.name] == nil }.map { "`\($0.name)`" }
      lines += ["", "Not there (\(gone.count) of \(kinds.count)): \(gone.joined(separator: ", "))."]
    }
    if !functions.isEmpty {
      let missing = functions.filter { !house.functions.contains($0) }
      lines.append("Functions: \(functions.count - missing.count) of \(functions.count). Not there:")
      lines.append(missing.map { "`\($0)`" }.joined(separator: ", ") + ".")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The public names of the modules that have Apple's: those of types with their members, and those of functions.
struct PublicNames {
  /// A type, as far as names go.
  struct Kind {
    /// The names in its declarations' heads: superclasses and protocols, and some others.
    var parents: Set<String> = []
    var members: Set<String> = []
  }

  private(set) var kinds: [String: Kind] = [:]
  private(set) var functions: Set<String> = []

  private static let modules = [
    "AVFoundation", "CoreMedia", "MediaTime", "CoreVideo", "CoreGraphics", "QuartzCore", "MediaToolbox",
  ]

  /// Those of the sources as they are.
  init() throws {
    for module in Self.modules {
      for file in try Repository.files(under: "Sources/\(module)", ending: [".swift"]) { read(file.lines) }
    }
  }

  /// Whether `kind`, or what it descends from, has a member called `name`.
  func has(_ name: String, in kind: String) -> Bool {
    var (open, seen) = ([kind], Set<String>())
    while let next = open.popLast() {
      guard seen.insert(next).inserted, let known = kinds[next] else { continue }
      if known.members.contains(name) { return true }
      open += known.parents
    }
    return false
  }

  /// What `lines` of a file in the house's form declare: types stand at the margin, and their members two columns further in. A type in
  /// another has both names, one behind the other, as it has in Objective-C.
  private mutating func read(_ lines: [String]) {
    var (current, inner, isProtocol, isHead): (String?, String?, Bool, Bool) = (nil, nil, false, false)
    for line in lines {
      // Most lines declare nothing.
      let isPublic = line.holds(oneOf: ["public ", "open "])
      let isAtMargin = line.first.map { $0 != " " && $0 != "/" } ?? false
      if isAtMargin,
        let head = line.firstMatch(of: #/^(?![\/ ]).*?\b(class|struct|enum|protocol|extension|actor) (\w+)(.*)/#)
      {
        guard head.1 == "extension" || isPublic else {
          current = nil
          continue
        }
        let name = String(head.2) + String(head.3.prefixMatch(of: #/\.(\w+)/#)?.1 ?? "")
        (current, inner, isProtocol, isHead) = (name, nil, head.1 == "protocol", true)
      }
      if isHead, let current {
        // The head may go on in the next lines.
        kinds[current, default: Kind()].parents.formUnion(
          line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).filter { $0 != current })
        isHead = !line.contains("{")
        continue
      }
      if line.hasPrefix("}") { current = nil }
      if line == "  }" { inner = nil }
      if let current, isPublic,
        let head = line.firstMatch(of: #/^  (?:public|open) (?:final )?(?:class(?! func| var)|struct) (\w+)(.*)\{$/#)
      {
        inner = current + head.1
        kinds[current + head.1, default: Kind()].parents.formUnion(
          head.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        continue
      }
      if let inner, isPublic,
        let member = line.firstMatch(of: #/^    (?![\/ ]).*?\b(?:(?:var|let|func) `?(\w+)|(init)\b)/#)
      {
        kinds[inner, default: Kind()].members.insert(String(member.1 ?? member.2 ?? ""))
      }
      if isPublic, isAtMargin, let alias = line.firstMatch(of: #/^public typealias (\w+)/#) {
        kinds[String(alias.1), default: Kind()] = Kind()
      }
      if isPublic, isAtMargin, let function = line.firstMatch(of: #/^(?:@\w+ )*public func (\w+)/#) {
        functions.insert(String(function.1))
      }
      guard let current, isProtocol || isPublic, line.holds(oneOf: ["var ", "let ", "func ", "init"]),
        let member = line.firstMatch(of: #/^  (?![\/ ]).*?\b(?:(?:var|let|func) `?(\w+)|(init)\b)/#)
      else { continue }
      kinds[current, default: Kind()].members.insert(String(member.1 ?? member.2 ?? ""))
    }
  }
}
