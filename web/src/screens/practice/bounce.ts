/** A foot pedal's switch, or a nervous finger, closes twice: as long as this a second press is the first one's echo. */
const BOUNCE_MS = 600

/** Is a press at `now` the echo of the last one? Both are times of one clock in milliseconds (rule PX7). */
export const isBounce = (last: number | null, now: number): boolean => last !== null && now - last < BOUNCE_MS
