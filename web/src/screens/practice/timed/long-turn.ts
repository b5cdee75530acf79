const LONG_TURN_DAYS = 60

/** Returns in how many weeks all parts come round if that is long enough to be worth a word, else null (rule PX46). */
export const longTurnWeeks = (days: number | null): number | null =>
  days !== null && days > LONG_TURN_DAYS ? Math.round(days / 7) : null
