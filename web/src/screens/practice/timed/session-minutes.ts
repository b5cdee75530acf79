import { parseWholeNumber } from '#core/music/tempo.ts'

/** Minimum number of minutes that the user can choose as the length of a timed session. */
export const MIN_SESSION_MINUTES = 5
/** Maximum number of minutes that the user can choose as the length of a timed session. */
export const MAX_SESSION_MINUTES = 180

/**
 * Parses the persisted practice time in minutes. Returns null if the value is missing or invalid. The user then
 * practices all parts without a time limit (rule PX43).
 */
export const parseSessionMinutes = (kept: unknown): number | null =>
  parseWholeNumber(kept, MIN_SESSION_MINUTES, MAX_SESSION_MINUTES)
