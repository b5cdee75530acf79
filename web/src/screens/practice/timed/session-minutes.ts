import { parseWholeNumber } from '#core/library/whole-number.ts'

/** The limits of the time for practicing. Minutes. */
export const LEAST_SESSION_MINUTES = 5
/** The most minutes that can be chosen for a timed session. */
export const MOST_SESSION_MINUTES = 180

/** Parses the persisted time for practicing, in minutes; null is all parts, and the default (rule PX43). */
export const parseSessionMinutes = (kept: unknown): number | null =>
  parseWholeNumber(kept, LEAST_SESSION_MINUTES, MOST_SESSION_MINUTES)
