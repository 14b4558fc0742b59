import EditServices
import EditingModel
public import ProjectFile
public import Rendering

/// What looking through a project came to.
public struct ProjectCheck: Hashable, Sendable {
  /// Everything that keeps the project from being rendered.
  public var faults: [ProjectFault]
  /// What can be rendered and is probably not meant, such as pictures of two sizes that one transform places.
  public var warnings: [ProjectDiagnostic] = []
  /// What would be rendered; nil where there are faults.
  public var plan: RenderPlan?
}

extension ProjectRender {
  /// Looks for everything that keeps the project from being rendered, apart from what reading it found already: media
  /// that is missing or unreadable, segments that ask for more than their media holds, encodings that cannot be had. And
  /// for what can be rendered and is probably not meant.
  ///
  /// Nothing is rendered.
  ///
  /// - Throws: `ProjectError` where times that count frames do not fit each other; `RenderError` when it is cancelled.
  public func check() async throws -> ProjectCheck {
    let model: ResolvedProject
    do {
      model = try await timing(for: Choices()).model
    } catch let error as RenderError where error.code != .cancelled {
      return ProjectCheck(faults: [ProjectFault(error, of: project, model: nil)])
    }
    var faults: [RenderError] = []
    var facts: [AssetReference: MediaFacts] = [:]
    let assets = model.edit.assets
    for (asset, result) in zip(assets, await MediaInspector(renderer: renderer).results(of: assets)) {
      switch result {
      case .success(let found): facts[asset] = found
      case .failure(let error) where error.code == .cancelled: throw error
      case .failure(let error): faults.append(error)
      }
    }
    faults += RenderPlanner.mediaProblems(in: model.composition, facts: facts)
    var check = ProjectCheck(
      faults: faults.map { ProjectFault($0, of: project, model: model) }, warnings: model.warnings(facts: facts))

    var place = JSONPointer(["export"])
    do throws(RenderError) {
      let settings = try model.export.complete()
      // What planning refuses for the media's sake is known; the rest shows where the media is as it should be.
      guard check.faults.isEmpty else { return check }
      place = JSONPointer(["videoComposition"])
      let plan = try await model.edit.plan(settings: RenderSettings(for: settings), renderer: renderer)
      place = JSONPointer(["export"])
      try RenderError.catching { try renderer.check(settings.limited(to: plan)) }
      check.plan = plan
    } catch {
      check.faults.append(ProjectFault(error, of: project, model: model, at: place))
    }
    return check
  }
}
