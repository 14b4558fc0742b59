import EditingModel
import MediaTime
import ProjectFile

/// Makes edits of a project's text. What an edit does not touch stays as it is, byte by byte.
///
/// ```swift
/// let text = try ProjectEditor(context).apply(.split(segment: pointer, at: Rational(2)), to: text)
/// ```
///
/// Every edit of a valid project gives a valid project, or is refused. Where a gesture changes how long the film is, the last instruction
/// is made to end with it; transitions whose cut is gone go, and those that have no more room become shorter.
package struct ProjectEditor {
  /// The context beside the text.
  let context: EditContext

  /// An editor with the facts in `context`.
  package init(_ context: EditContext) {
    self.context = context
  }

  /// `text` with `edit`.
  ///
  /// - Throws: `ProjectEditError`, where the edit cannot be made; nothing is changed then.
  package func apply(_ edit: TimelineEdit, to text: String) throws(ProjectEditError) -> String {
    String(decoding: try apply(edit, to: Array(text.utf8)), as: UTF8.self)
  }

  private func apply(_ edit: TimelineEdit, to text: [UInt8]) throws(ProjectEditError) -> [UInt8] {
    switch edit {
    case .set(let pointer, let value): return try change(text, at: pointer, .set(pointer, .node(value)))
    case .remove(let pointer): return try change(text, at: pointer, .remove(pointer))
    case .insert(let pointer, let value): return try change(text, at: pointer, .insert(pointer, .node(value)))
    default: break
    }
    let project = try ProjectText(text, baseURL: context.baseURL, frameDuration: context.frameDuration)
    do {
      switch edit {
      case .transition(let segment, let choice):
        return try check(self.text(project, try edits(of: project, transition: choice, at: segment)))
      case .levels(let track, let entries):
        return try check(self.text(project, try LevelEditing(project, context).edits(track: track, entries)))
      case .title(let pointer, let value):
        return try check(self.text(project, try edits(of: project, title: pointer, value)))
      case .place(let placement):
        return try check(self.text(project, try MediaPlacing(project, context).edits(placement)))
      default:
        return try settle(self.text(project, try edits(of: project, gesture: edit)))
      }
    } catch let error as ProjectEditError {
      throw error
    } catch {
      throw .inexact(at: JSONPointer())
    }
  }

  private func text(_ project: ProjectText, _ edits: [JSONEdit]) throws(ProjectEditError) -> [UInt8] {
    try text(project.bytes, edits)
  }

  private func text(_ text: [UInt8], _ edits: [JSONEdit]) throws(ProjectEditError) -> [UInt8] {
    do {
      return try JSONEdit.apply(edits, to: text)
    } catch {
      throw ProjectEditError(.notFound, at: error.pointer, error.diagnostic)
    }
  }

  // MARK: Any value

  /// `text` with `edit`, which is at `pointer`. A text that is no valid project may become any JSON.
  private func change(
    _ text: [UInt8], at pointer: JSONPointer, _ edit: JSONEdit
  ) throws(ProjectEditError) -> [UInt8] {
    let new = try self.text(text, [edit])
    guard
      let old = try? ProjectText(text, baseURL: context.baseURL, frameDuration: context.frameDuration)
    else { return new }
    guard pointer.isWithin(JSONPointer(["composition"])), let before = try? old.timeline().duration,
      let changed = try? ProjectText(unchecked: new, frameDuration: context.frameDuration),
      let after = try? changed.timeline().duration,
      let fitting = try? changed.fittingInstructions(to: after, from: before)
    else { return try check(new) }
    return try check(try self.text(new, fitting))
  }

  // MARK: Validity

  /// `text`, where it is a valid project.
  private func check(_ text: [UInt8]) throws(ProjectEditError) -> [UInt8] {
    guard let problem = problems(in: text).first else { return text }
    throw refusal(of: problem)
  }

  /// `text`, without the transitions that keep it from being a valid project.
  private func settle(_ text: [UInt8]) throws(ProjectEditError) -> [UInt8] {
    var text = text
    while let problem = problems(in: text).first {
      guard let transition = Self.transition(around: problem.pointer) else { throw refusal(of: problem) }
      text = try self.text(text, [.remove(transition)])
    }
    return text
  }

  private func problems(in text: [UInt8]) -> [ProjectDiagnostic] {
    do {
      _ = try ProjectText.check(text, baseURL: context.baseURL, frameDuration: context.frameDuration)
      return []
    } catch {
      return error.diagnostics
    }
  }

  private func refusal(of problem: ProjectDiagnostic) -> ProjectEditError {
    var diagnostic = problem.diagnostic
    diagnostic.message = "The project would not be valid: \(problem.pointer): \(diagnostic.message)"
    return ProjectEditError(.invalidResult, at: problem.pointer, diagnostic)
  }

  /// The transition of a segment, or of a track's list, that `pointer` is or lies in.
  private static func transition(around pointer: JSONPointer) -> JSONPointer? {
    let tokens = pointer.tokens
    guard tokens.starts(with: JSONPointer.tracks.tokens) else { return nil }
    if tokens.count >= 6, tokens[3] == "segments", tokens[5] == "transition" {
      return JSONPointer(Array(tokens.prefix(6)))
    }
    if tokens.count >= 5, tokens[3] == "transitions" { return JSONPointer(Array(tokens.prefix(5))) }
    return nil
  }
}
