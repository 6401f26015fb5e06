/// Finds where a smooth function is least, by the limited-memory method of Broyden, Fletcher,
/// Goldfarb and Shanno (Nocedal and Wright, Numerical Optimization, algorithms 7.4 and 7.5), with a
/// line search that halves the step until the function falls enough.
struct LimitedMemoryBFGS {
  /// How many steps are remembered.
  var memory = 8
  /// How many steps are taken at most.
  var steps = 150
  /// It ends when a step lessens the function by less than this share of it.
  var tolerance = 1e-6

  private struct Step {
    let change: [Double]
    let gradientChange: [Double]
    let curvature: Double
  }

  /// The point found, from `start`. `function` gives the value at a point, and its gradient.
  func minimum(
    from start: [Double], _ function: (_ point: [Double]) -> (value: Double, gradient: [Double])
  ) -> [Double] {
    var point = start
    var (value, gradient) = function(point)
    var history: [Step] = []
    for _ in 0..<steps {
      let direction = direction(gradient, history)
      let slope = dot(gradient, direction)
      guard slope < 0 else { break }
      var length = history.isEmpty ? 1 / max(1, dot(gradient, gradient).squareRoot()) : 1
      var next = point
      var found = (value: value, gradient: gradient)
      repeat {
        for index in next.indices { next[index] = point[index] + length * direction[index] }
        found = function(next)
        length /= 2
      } while found.value > value + 2e-4 * length * slope && length > 1e-12
      let change = zip(next, point).map { $0 - $1 }
      let gradientChange = zip(found.gradient, gradient).map { $0 - $1 }
      let curvature = dot(change, gradientChange)
      if curvature > 1e-12 {
        history.append(Step(change: change, gradientChange: gradientChange, curvature: curvature))
        if history.count > memory { history.removeFirst() }
      }
      let isDone = value - found.value < tolerance * abs(value)
      (point, value, gradient) = (next, found.value, found.gradient)
      if isDone { break }
    }
    return point
  }

  /// The gradient times what is known of the inverse second derivatives, downwards.
  private func direction(_ gradient: [Double], _ history: [Step]) -> [Double] {
    var direction = gradient.map { -$0 }
    var shares: [Double] = []
    for step in history.reversed() {
      let share = dot(step.change, direction) / step.curvature
      add(step.gradientChange, times: -share, to: &direction)
      shares.append(share)
    }
    if let last = history.last {
      let scale = last.curvature / dot(last.gradientChange, last.gradientChange)
      for index in direction.indices { direction[index] *= scale }
    }
    for (step, share) in zip(history, shares.reversed()) {
      let other = dot(step.gradientChange, direction) / step.curvature
      add(step.change, times: share - other, to: &direction)
    }
    return direction
  }

  private func dot(_ one: [Double], _ other: [Double]) -> Double {
    var sum = 0.0
    for index in one.indices { sum += one[index] * other[index] }
    return sum
  }

  private func add(_ vector: [Double], times factor: Double, to sum: inout [Double]) {
    for index in sum.indices { sum[index] += factor * vector[index] }
  }
}
