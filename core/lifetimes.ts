/**
 * How long things are kept. The jobs that throw them away, and the legal texts that promise it, read the same numbers,
 * so that no promise outlives its job (rule LG4).
 */
export const LIFETIMES = {
  /** A session ends so long after the last visit. */
  sessionDays: 180,
  /** What was done in the app, counted (D12). */
  eventMonths: 13,
  /** What musicians wrote to the operator. */
  feedbackYears: 3,
  /** The server's own log; a whole day at a time, so a line is at most a day older. */
  logDays: 30,
  /** Counters of limits; none of them counts in a longer window. */
  counterHours: 24,
  /** Numbers of the changes that were applied; by then every device has heard that they were. */
  changeDays: 90,
  /** Deleted pieces and sections, counted from their deletion; a device that was away for longer begins anew. */
  deletedDays: 180,
  /** Mails of a development machine. */
  mailboxDays: 7,
} as const

/** Notice before material changes of the terms, and before the service ends (spec 9). */
export const NOTICE_DAYS = 30

/** Days in which a consumer in the EU may withdraw from a purchase made at a distance. */
export const WITHDRAWAL_DAYS = 14
