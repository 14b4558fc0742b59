import Documents
import EditingModel
import HTTPTypes
import Hummingbird
import Layers
import ProjectFile

/// The folder's media, and what the page offers to choose from.
struct MediaRoutes {
  /// The studio.
  let session: StudioSession

  /// Adds the routes to `router`.
  func add(to router: Router<StudioContext>) {
    router.get("/api/media") { _, _ in
      let assets = await session.project.project?.assets ?? []
      return Response.json(["files": await session.media.files(details: assets)] as JSONObject)
    }
    router.post("/api/media") { request, _ in
      let entry = try await session.media.add(try request.text("name"), body: request.body)
      session.events.send("media", [:])
      return Response.json(entry, status: .created)
    }
    router.get("/api/thumbnail") { request, _ in
      let asset = try await medium(request)
      let height = try request.number("height", in: 16...720, otherwise: 64)
      let bytes = try await session.mediaPreviews.thumbnail(of: asset, at: try request.seconds("time"), height: height)
      return Response.bytes(bytes, "image/jpeg")
    }
    router.get("/api/waveform") { request, _ in
      let asset = try await medium(request)
      let rate = try request.number("perSecond", in: 1...200, otherwise: 50)
      return Response.bytes(
        try await session.mediaPreviews.waveform(of: asset, pointsPerSecond: rate), "application/json; charset=utf-8")
    }
    router.get("/api/styles") { _, _ in Response.json(Self.styles) }
  }

  /// The medium that the query names: an asset of the project, or a file of the list.
  private func medium(_ request: Request) async throws -> AssetReference {
    guard request.uri.queryParameters["asset"] == nil else { return try await session.asset(try request.text("asset")) }
    let assets = await session.project.project?.assets ?? []
    return AssetReference(
      url: session.media.file(at: try session.media.path(of: try request.text("file"), among: assets)))
  }

  /// The styles of titles, transitions and layers.
  private static let styles: JSONObject = [
    "titleStyles": TitleStyle.standards.map(\.name),
    "titlePlaces": TitlePlace.allCases.map(\.rawValue),
    "titleEntrances": TitleMotion.allCases.map(\.rawValue),
    "transitions": ClipTransition.Kind.Name.allCases.map { name -> JSONObject in
      ["name": name.rawValue, "hasDirection": name.hasDirection]
    },
    "directions": ClipTransition.Direction.allCases.map(\.rawValue),
    "layers": Dictionary(
      uniqueKeysWithValues: Layer.typeNames.map { ($0, objects(Layer.propertyDescriptions(ofType: $0) ?? [])) }),
    "animations": Dictionary(
      uniqueKeysWithValues: LayerAnimation.typeNames.map {
        ($0, objects(LayerAnimation.propertyDescriptions(ofType: $0) ?? []))
      }),
    "emitterCells": objects(EmitterCell.propertyDescriptions),
  ]

  private static func objects(_ properties: [PropertyDescription]) -> [JSONObject] {
    properties.map { ["name": $0.name, "choices": $0.choices] }
  }
}
