// Makes manual pages of what a program says about its own commands (`--experimental-dump-help`), read from standard input:
// one of the program, and one of each command. The arguments are the folder they are written to, and the version.

import Foundation

struct Help: Decodable {
  var command: Command
}

struct Command: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [Command]?
}

struct Argument: Decodable {
  struct Name: Decodable {
    var kind: String
    var name: String
  }
  var kind: String
  var names: [Name]?
  var valueName: String?
  var abstract: String?
  var discussion: String?
  var sectionTitle: String?
  var defaultValue: String?
  var allValues: [String]?
  var isOptional: Bool
  var isRepeating: Bool
  var shouldDisplay: Bool

  /// `--output FILE`, in the pages' own marks.
  var synopsis: String {
    let value = "\\fI\(escaped(valueName ?? ""))\\fR"
    guard kind != "positional" else { return value }
    let names = (names ?? []).map { "\\fB" + escaped(($0.kind == "long" ? "--" : "-") + $0.name) + "\\fR" }
    return names.joined(separator: ", ") + (kind == "option" ? " " + value : "")
  }

  /// How it stands in a command's synopsis.
  var usage: String {
    let whole = synopsis.components(separatedBy: ", ").last ?? synopsis
    return (isOptional ? "[\(whole)]" : whole) + (isRepeating ? "..." : "")
  }

  var description: [String] {
    var sentence = abstract ?? ""
    if let allValues, !allValues.isEmpty, discussion?.contains(allValues[0]) != true {
      sentence += " (values: \(allValues.joined(separator: ", ")))"
    }
    if let defaultValue { sentence += " (default: \(defaultValue))" }
    return [escaped(sentence)] + body(discussion ?? "", separator: ".IP")
  }
}

/// Text as roff takes it for text; what stands between backquotes is what a person types.
func escaped(_ text: String) -> String {
  var text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  text = text.replacing(#/`([^`]*)`/#) { "\\fB\($0.output.1)\\fR" }
  return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
}

/// Paragraphs, and lines that are indented as they stand. A line in capitals begins a section of its own.
func body(_ text: String, separator: String = ".PP") -> [String] {
  var lines: [String] = []
  var isVerbatim = false
  var isApart = !text.isEmpty
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let isIndented = line.hasPrefix(" ") && line.contains { $0 != " " }
    if isIndented != isVerbatim {
      lines += isIndented ? [".PP", ".RS 0", ".nf"] : [".fi", ".RE"]
      isVerbatim = isIndented
      isApart = !isIndented
    }
    if line.allSatisfy({ $0 == " " }) {
      isApart = true
    } else if line.wholeMatch(of: #/[A-Z][A-Z ]+/#) != nil {
      lines.append(".SH \(line)")
      isApart = false
    } else {
      if isApart && !isIndented { lines.append(separator) }
      lines.append(escaped(String(line)))
      isApart = false
    }
  }
  return lines + (isVerbatim ? [".fi", ".RE"] : [])
}

/// Options, each section's together and in the order in which sections come; those without one last.
func options(of arguments: [Argument]) -> [String] {
  var titles: [String] = []
  for argument in arguments where argument.kind != "positional" {
    let title = argument.sectionTitle ?? "Options"
    if !titles.contains(title) { titles.append(title) }
  }
  titles.removeAll { $0 == "Options" }
  return (titles + ["Options"]).flatMap { title in
    let group = arguments.filter { $0.kind != "positional" && ($0.sectionTitle ?? "Options") == title }
    guard !group.isEmpty else { return [String]() }
    return [".SH \(title.uppercased())"] + group.flatMap { [".TP", $0.synopsis] + $0.description }
  }
}

func page(of command: Command, named name: String, version: String, seeAlso: [String]) -> String {
  let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
  let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
  var lines = [".TH \(name.uppercased().replacing("-", with: "\\-")) 1 \"\" \"\(version)\" \"User Commands\""]
  lines += [".SH NAME", "\(escaped(name)) \\- \(escaped(command.abstract ?? ""))", ".SH SYNOPSIS"]
  let words = "\\fB\(escaped(name.replacing("-", with: " ")))\\fR"
  if subcommands.isEmpty {
    let required = arguments.filter { $0.kind == "positional" || !$0.isOptional }
    lines.append("\(words) [\\fIoptions\\fR] " + required.map(\.usage).joined(separator: " "))
  } else {
    lines.append("\(words) \\fIcommand\\fR [\\fIoptions\\fR]")
  }
  let text = body(command.discussion ?? "")
  let (first, others) = (text.prefix { !$0.hasPrefix(".SH") }, text.drop { !$0.hasPrefix(".SH") })
  if !first.isEmpty { lines += [".SH DESCRIPTION"] + first }
  if !subcommands.isEmpty {
    lines.append(".SH COMMANDS")
    lines += subcommands.flatMap {
      [".TP", "\\fB\(escaped("\(name)-\($0.commandName)"))\\fR(1)", escaped($0.abstract ?? "")]
    }
  }
  let positional = arguments.filter { $0.kind == "positional" }
  if !positional.isEmpty {
    lines += [".SH ARGUMENTS"] + positional.flatMap { [".TP", $0.synopsis] + $0.description }
  }
  lines += options(of: arguments) + others
  if !seeAlso.isEmpty {
    lines += [".SH SEE ALSO", seeAlso.map { "\\fB\(escaped($0))\\fR(1)" }.joined(separator: ", ")]
  }
  return lines.joined(separator: "\n") + "\n"
}

let folder = URL(filePath: CommandLine.arguments[1])
let version = CommandLine.arguments[2]
let program = try JSONDecoder().decode(Help.self, from: FileHandle.standardInput.readToEnd() ?? Data()).command
let name = program.commandName
func write(_ command: Command, as name: String, seeAlso: [String]) throws {
  let text = page(of: command, named: name, version: version, seeAlso: seeAlso)
  try text.write(to: folder.appending(path: "\(name).1"), atomically: true, encoding: .utf8)
}
try write(program, as: name, seeAlso: [])
for command in program.subcommands ?? [] where command.commandName != "help" {
  try write(command, as: "\(name)-\(command.commandName)", seeAlso: [name])
}
