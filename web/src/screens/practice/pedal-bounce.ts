/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const BOUNCE_MS = 600

/**
 * Returns true if a key press follows the previous one so closely that the user cannot have pressed twice and the
 * pedal's switch must have bounced. Both times are in milliseconds of the same clock (rule PX7).
 */
export const isPedalBounce = (last: number | null, now: number): boolean =>
  last !== null && now - last < BOUNCE_MS

// Module state: one pedal is connected to the page.
let lastForwardAt: number | null = null

/**
 * Returns when the forward key last acted, on any of the screens, in milliseconds of the page's clock; null before the
 * first press. It is a function because React's compiler takes variables of a module for constants: it would read the
 * variable itself at every press instead of once.
 */
export const lastForwardPress = (): number | null => lastForwardAt

/** Remembers when the forward key last acted, in milliseconds of the page's clock. */
export function setLastForwardPress(at: number): void {
  lastForwardAt = at
}
