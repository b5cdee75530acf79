const LONG_TURN_DAYS = 60

/**
 * Returns the number of weeks until every part will have been practiced once, if that takes more than 60 days. The
 * list of a timed session then tells the user. Otherwise returns null, because such a time need not be mentioned
 * (rule PX46).
 *
 * @param days the days until every part will have been practiced; null if there is no such number, for example
 * because all parts fit into today's session
 */
export const rotationWeeksIfLong = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
