const LONG_TURN_DAYS = 60

/**
 * Returns the number of weeks until every part has been practiced once. Returns null if that takes at most 60 days,
 * which need not be mentioned, or if the number is unknown (rule PX46).
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
