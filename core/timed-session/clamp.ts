/** Returns the number, or the nearest limit if it is below `low` or above `high`. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value))
