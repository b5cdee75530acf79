/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const BOUNCE_MS = 600

/**
 * Returns true if a key press comes less than 0.6 s after the previous one. It is then caused by the bouncing switch of
 * a pedal, or by an accidental double press. Both times are in milliseconds of the same clock. `last` is null if there
 * was no previous press (rule PX7).
 */
export const isPedalBounce = (last: number | null, now: number): boolean =>
  last !== null && now - last < BOUNCE_MS

// Module state: one pedal is connected to the page.
let lastForwardAt: number | null = null

/**
 * Returns the time of the last press of the forward key that had an effect, on any screen, in milliseconds of the
 * page's clock. Returns null before the first press. This is a function because React's compiler would take an exported
 * variable for a constant, and would therefore read it at every press instead of once.
 */
export const lastForwardPress = (): number | null => lastForwardAt

/** Stores the time of the last press of the forward key that had an effect, in milliseconds of the page's clock. */
export function setLastForwardPress(at: number): void {
  lastForwardAt = at
}
