/** Returns the median of numbers: the middle one, or the mean of the middle two. Returns NaN for an empty list. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  const lower = sorted.length % 2 === 1 ? upper : upper - 1
  return ((sorted[lower] ?? NaN) + (sorted[upper] ?? NaN)) / 2
}
