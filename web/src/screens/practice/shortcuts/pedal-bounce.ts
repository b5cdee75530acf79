/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const BOUNCE_MS = 600

/**
 * Time in milliseconds within which a pedal's switch bounces: no foot presses the same pedal twice as quickly, so the
 * second press does nothing, whatever the pedal does (rule PX7).
 */
export const SWITCH_BOUNCE_MS = 300

/**
 * Returns true if a key press comes less than 0.6 s after the previous one and should be ignored. Such a press is
 * caused by the bouncing switch of a pedal or by an accidental double press (rule PX7).
 *
 * @param last the time of the previous press in milliseconds, or null if there was none
 * @param now the time of the key press on the same clock, in milliseconds
 */
export const isPedalBounce = (last: number | null, now: number): boolean =>
  last !== null && now - last < BOUNCE_MS

// Module state: one pedal is connected to the page.
let lastForwardAt: number | null = null

/**
 * Returns the time at which a forward key (such as the right arrow key or the pedal's forward key) last had an effect
 * on any screen. A new screen can then ignore a repetition of the press that opened it. The time is in milliseconds of
 * the page's clock; it is null before the first press. This is a function because React's compiler would treat an
 * exported variable as a constant.
 */
export const lastForwardPress = (): number | null => lastForwardAt

/**
 * Stores the time at which a forward key (such as the right arrow key or the pedal's forward key) last had an effect.
 * The time is in milliseconds of the page's clock.
 */
export function setLastForwardPress(at: number): void {
  lastForwardAt = at
}
