const LONG_TURN_DAYS = 60

/**
 * Returns the number of weeks until every part has been practiced once, if that takes more than 60 days. Otherwise, or
 * if the number is unknown, returns null (rule PX46).
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
