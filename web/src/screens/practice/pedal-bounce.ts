/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const BOUNCE_MS = 600

/**
 * Returns whether a press at `now` is a bounce of the last one. Both are times of the same clock in milliseconds (rule
 * PX7).
 */
export const isPedalBounce = (last: number | null, now: number): boolean =>
  last !== null && now - last < BOUNCE_MS
