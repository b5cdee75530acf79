/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const BOUNCE_MS = 600

/**
 * Returns true if a key press follows the previous one so closely that the user cannot have pressed twice and the
 * pedal's switch must have bounced. Both times are in milliseconds of the same clock (rule PX7).
 */
export const isPedalBounce = (last: number | null, now: number): boolean =>
  last !== null && now - last < BOUNCE_MS
