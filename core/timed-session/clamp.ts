/** Limits a number to the range from `low` to `high`. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value))
