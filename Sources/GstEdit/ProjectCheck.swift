import Composition
import EditServices
import ProjectFile
public import RenderPlan

/// What looking through a project came to.
public struct ProjectCheck: Hashable, Sendable {
  /// Everything that keeps the project from being rendered, in no order of importance.
  public var faults: [ProjectFault]
  /// What would be rendered; nil where there are faults.
  public var plan: RenderPlan?
}

extension ProjectRender {
  /// Looks for everything that keeps the project from being rendered, apart from what reading it found already: media
  /// that is missing or unreadable, segments that ask for more than their media holds, encodings that cannot be had.
  ///
  /// Nothing is rendered.
  ///
  /// - Throws: `ProjectError` where times count frames and the media that would say how long one lasts is at fault;
  ///   `RenderError` where the work cannot be done at all, as when it is cancelled.
  public func check() async throws -> ProjectCheck {
    let model = try await timing(for: Choices()).model
    var facts: [AssetReference: MediaFacts] = [:]
    var faults: [ProjectFault] = []

    let assets = model.edit.assets
    for (asset, result) in zip(assets, await MediaInspector(renderer: renderer).results(of: assets)) {
      switch result {
      case .success(let found): facts[asset] = found
      case .failure(let error) where error.code == .cancelled: throw error
      case .failure(let error): faults.append(model.fault(error))
      }
    }
    faults += RenderPlanner.mediaProblems(in: model.composition, facts: facts).map { model.fault($0) }

    let settings: ExportSettings
    do throws(RenderError) {
      settings = try ExportFormat(Choices(), project: model.export, output: nil).projectSettings()
    } catch {
      return ProjectCheck(faults: faults + [model.fault(error, at: Self.export)])
    }
    // What planning refuses for the media's sake is known; the rest shows where the media is as it should be.
    guard faults.isEmpty else { return ProjectCheck(faults: faults) }
    do throws(RenderError) {
      let plan = try await model.edit.plan(
        settings: RenderSettings(for: settings), renderer: renderer)
      try RenderError.catching { try renderer.check(settings.limited(to: plan)) }
      return ProjectCheck(faults: [], plan: plan)
    } catch {
      let isOfTheFile = error.code == .missingPlugin
      return ProjectCheck(faults: [model.fault(error, at: isOfTheFile ? Self.export : Self.picture)])
    }
  }

  private static var export: JSONPointer { JSONPointer(["export"]) }
  private static var picture: JSONPointer { JSONPointer(["videoComposition"]) }
}
