import EditingModel
import Layers

extension TitleGround {
  /// The scene as a layer that fills a picture of `size`; what chance decides follows from `seed`.
  func layer(size: Size, seed: UInt64) -> Layer {
    var chance = GroundChance(seed: seed)
    var ground = Layer()
    ground.bounds = Rectangle(size)
    ground.anchorPoint = Point(x: 0, y: 0)
    ground.masksToBounds = true
    ground.sublayers = [Self.filling(size, .gradient(GradientLayer(colors: sky)))]
    if stars > 0 { ground.sublayers.append(starry(size, &chance)) }
    if let light { ground.sublayers += Self.glow(light, in: size) }
    if !bokeh.isEmpty { ground.sublayers += blurredLights(size, &chance) }
    for ridge in ridges { ground.sublayers.append(Self.layer(ridge, in: size, &chance)) }
    if vignette > 0 {
      var corners = GradientLayer(colors: [.clear, .clear, Color(red: 0, green: 0, blue: 0, alpha: vignette)])
      corners.gradientType = .radial
      corners.locations = [0, 0.55, 1]
      (corners.startPoint, corners.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 1.25, y: 1.25))
      ground.sublayers.append(Self.filling(size, .gradient(corners)))
    }
    return ground
  }

  private static func filling(_ size: Size, _ kind: LayerKind) -> Layer {
    var layer = Layer(kind)
    layer.bounds = Rectangle(size)
    layer.anchorPoint = Point(x: 0, y: 0)
    return layer
  }

  private static func layer(_ ridge: Ridge, in size: Size, _ chance: inout GroundChance) -> Layer {
    var gradient = GradientLayer(colors: ridge.colors)
    gradient.startPoint = Point(x: 0.5, y: max(0, ridge.height - 0.12))
    gradient.endPoint = Point(x: 0.5, y: 1)
    var layer = filling(size, .gradient(gradient))
    layer.mask = filling(
      size, .shape(ShapeLayer(path: ridge.shape.path(in: size, height: ridge.height, chance: &chance))))
    return layer
  }

  /// The light's glow, and itself.
  private static func glow(_ light: Light, in size: Size) -> [Layer] {
    let radius = light.radius * size.height
    func disc(_ radius: Double, _ colors: [Color], _ locations: [Double]) -> Layer {
      var gradient = GradientLayer(colors: colors)
      gradient.gradientType = .radial
      gradient.locations = locations
      (gradient.startPoint, gradient.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 1, y: 1))
      var layer = Layer(.gradient(gradient))
      layer.bounds = Rectangle(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
      layer.position = Point(x: light.place.x * size.width, y: light.place.y * size.height)
      return layer
    }
    let color = light.color
    let parts = [0.75, 0.35, 0.1, 0].map {
      Color(red: color.red, green: color.green, blue: color.blue, alpha: $0)
    }
    var layers = [disc(radius, parts, [0, 0.25, 0.6, 1])]
    if light.hasDisc {
      layers.append(disc(radius * 0.16, [color, color, parts[3]], [0, 0.85, 1]))
    }
    return layers
  }

  private func starry(_ size: Size, _ chance: inout GroundChance) -> Layer {
    var path: [BezierPath.Element] = []
    for _ in 0..<stars {
      let (x, y, part) = (chance.next(), chance.next() * 0.75, chance.next())
      let radius = size.height * (0.0012 + 0.0022 * part * part)
      path +=
        BezierPath.ellipse(
          in: Rectangle(x: x * size.width - radius, y: y * size.height - radius, width: 2 * radius, height: 2 * radius)
        ).elements
    }
    var shape = ShapeLayer(path: BezierPath(path))
    shape.fillColor = Color(red: 0.94, green: 0.96, blue: 1, alpha: 0.9)
    return Self.filling(size, .shape(shape))
  }

  private func blurredLights(_ size: Size, _ chance: inout GroundChance) -> [Layer] {
    (0..<22).map { number in
      let color = bokeh[number % bokeh.count]
      let radius = size.height * (0.03 + 0.07 * chance.next())
      let opacity = 0.1 + 0.28 * chance.next()
      var gradient = GradientLayer(colors: [
        Color(red: color.red, green: color.green, blue: color.blue, alpha: opacity * 0.75),
        Color(red: color.red, green: color.green, blue: color.blue, alpha: opacity),
        Color(red: color.red, green: color.green, blue: color.blue, alpha: 0),
      ])
      gradient.gradientType = .radial
      gradient.locations = [0, 0.9, 1]
      (gradient.startPoint, gradient.endPoint) = (Point(x: 0.5, y: 0.5), Point(x: 1, y: 1))
      var layer = Layer(.gradient(gradient))
      layer.bounds = Rectangle(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
      layer.position = Point(x: chance.next() * size.width, y: chance.next() * 0.85 * size.height)
      return layer
    }
  }
}
