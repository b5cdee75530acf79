const LONG_TURN_DAYS = 60

/**
 * Converts the days until every part has been practiced once to whole weeks, for a notice. Returns null if that takes
 * at most 60 days, which need not be mentioned, or if the number of days is unknown (rule PX46).
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
