// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Core Graphics' functions of maps, by the names that C has for them.

/// ``CGAffineTransform/identity``.
public let CGAffineTransformIdentity = CGAffineTransform.identity

/// The map with the six numbers of the matrix (`CGAffineTransformMake`).
public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }

/// Moves by (`tx`, `ty`) (`CGAffineTransformMakeTranslation`).
public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

/// Multiplies x by `sx` and y by `sy` (`CGAffineTransformMakeScale`).
public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

/// Turns by `angle`, in radians, from the axis of x towards that of y (`CGAffineTransformMakeRotation`).
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

/// Whether `t` maps every point to itself (`CGAffineTransformIsIdentity`).
public func CGAffineTransformIsIdentity(_ t: CGAffineTransform) -> Bool { t.isIdentity }

/// A translation by (`tx`, `ty`), and then `t` (`CGAffineTransformTranslate`).
public func CGAffineTransformTranslate(_ t: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  t.translatedBy(x: tx, y: ty)
}

/// A scale by (`sx`, `sy`), and then `t` (`CGAffineTransformScale`).
public func CGAffineTransformScale(_ t: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  t.scaledBy(x: sx, y: sy)
}

/// A turn by `angle`, in radians, and then `t` (`CGAffineTransformRotate`).
public func CGAffineTransformRotate(_ t: CGAffineTransform, _ angle: CGFloat) -> CGAffineTransform {
  t.rotated(by: angle)
}

/// The inverse of `t`; `t` itself where it has none (`CGAffineTransformInvert`).
public func CGAffineTransformInvert(_ t: CGAffineTransform) -> CGAffineTransform { t.inverted() }

/// `t1`, and then `t2` (`CGAffineTransformConcat`).
public func CGAffineTransformConcat(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> CGAffineTransform {
  t1.concatenating(t2)
}

/// Whether the maps are equal (`CGAffineTransformEqualToTransform`).
public func CGAffineTransformEqualToTransform(_ first: CGAffineTransform, _ second: CGAffineTransform) -> Bool {
  first == second
}

/// The point to which `t` takes `point` (`CGPointApplyAffineTransform`).
public func CGPointApplyAffineTransform(_ point: CGPoint, _ t: CGAffineTransform) -> CGPoint { point.applying(t) }

/// `size` as a vector under `t`, without its translation (`CGSizeApplyAffineTransform`).
public func CGSizeApplyAffineTransform(_ size: CGSize, _ t: CGAffineTransform) -> CGSize { size.applying(t) }

/// The smallest upright rectangle that holds the image of `rect` under `t` (`CGRectApplyAffineTransform`).
public func CGRectApplyAffineTransform(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect { rect.applying(t) }
