/// The sine of the part `fraction` of a right angle, 0…1: by its series, which needs no library and gives the same everywhere.
package func sine(ofRightAngles fraction: Double) -> Double {
  let angle = fraction * Double.pi / 2
  var (term, sum) = (angle, angle)
  for number in stride(from: 2.0, to: 24, by: 2) {
    term *= -angle * angle / (number * (number + 1))
    sum += term
  }
  return sum
}
