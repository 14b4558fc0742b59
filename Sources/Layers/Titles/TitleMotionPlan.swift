import ModelValues

/// The animations by which a title comes and goes.
struct TitleMotionPlan {
  let style: TitleStyle
  /// The duration for which the title is seen, in seconds.
  let duration: Double
  /// The height of the em, in pixels.
  let em: Double
  /// The place of the text.
  let safe: Rectangle
  /// The picture's size.
  let size: Size

  /// Adds the entrance and the exit to `title`.
  func add(to title: inout Layer) {
    let (entrance, exit) = (limited(style.entranceDuration), limited(style.exitDuration))
    if entrance > 0 { add(style.entrance, to: &title, from: 0, lasting: entrance, isExit: false) }
    if exit > 0 { add(style.exit, to: &title, from: duration - exit, lasting: exit, isExit: true) }
  }

  private func limited(_ wanted: Double) -> Double { wanted > 0 ? min(wanted, duration / 2) : 0 }

  private func add(
    _ motion: TitleMotion, to title: inout Layer, from begin: Double, lasting length: Double, isExit: Bool
  ) {
    /// From `away` to `there` in coming, and back in going.
    func change(_ keyPath: LayerKeyPath, _ away: Double, _ there: Double, even: Bool = false) -> LayerAnimation {
      var animation = BasicAnimation(keyPath: keyPath)
      animation.fromValue = .number(isExit ? there : away)
      animation.toValue = .number(isExit ? away : there)
      animation.beginTime = begin
      animation.duration = length
      animation.timingFunction = even ? nil : isExit ? .easeIn : .easeOut
      animation.isRemovedOnCompletion = false
      animation.fillMode = isExit ? .forwards : .backwards
      return .basic(animation)
    }
    let fade = change(.opacity, 0, 1, even: true)
    switch motion {
    case .none: break
    case .fade: title.animations.append(fade)
    case .rise: title.animations += [fade, change(.transformTranslationY, (isExit ? -1 : 1) * 0.6 * em, 0)]
    case .drop: title.animations += [fade, change(.transformTranslationY, (isExit ? 1 : -1) * 0.6 * em, 0)]
    case .slideLeft: title.animations.append(change(.transformTranslationX, -size.width, 0))
    case .slideRight: title.animations.append(change(.transformTranslationX, size.width, 0))
    case .zoom: title.animations += [fade, change(.transformScale, 0.7, 1)]
    case .pop where isExit: title.animations += [fade, change(.transformScale, 0.01, 1)]
    case .pop:
      var spring = SpringAnimation(keyPath: .transformScale, perceptualDuration: length * 0.6, bounce: 0.45)
      spring.fromValue = 0.01
      spring.toValue = 1
      spring.beginTime = begin
      spring.duration = min(duration, length * 2.5)
      spring.fillMode = .backwards
      title.animations.append(.spring(spring))
    case .wipe:
      // The mask reaches beyond the text, so that shadows and boxes are uncovered whole.
      let reach = Rectangle(
        x: -safe.x, y: -safe.y, width: size.width, height: size.height)
      var mask = Layer()
      mask.backgroundColor = .black
      // From where the text begins: at the right, from there.
      let side: Double = style.place.part.x == 1 ? 1 : 0
      mask.anchorPoint = Point(x: side, y: 0)
      mask.bounds = Rectangle(Size(width: reach.width, height: reach.height))
      mask.position = Point(x: reach.x + side * reach.width, y: reach.y)
      if let earlier = title.mask { mask = earlier }
      mask.animations.append(change(.boundsSizeWidth, 0, reach.width))
      title.mask = mask
    }
  }
}
