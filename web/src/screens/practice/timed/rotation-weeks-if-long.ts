const LONG_TURN_DAYS = 60

/**
 * Converts the days until every part will have been practiced once to weeks, rounded to a whole number, for a hint in
 * the list of a timed session. Returns null if there are no more than 60 days, because the hint is then unnecessary
 * (rule PX43).
 *
 * @param days the days until every part will have been practiced; null if there is no such number, for example because
 * all parts fit into today's session
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
