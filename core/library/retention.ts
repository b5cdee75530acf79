/** How long data is kept. The jobs that delete data and the legal texts use the same periods (rule DB12). */
export const RETENTION_PERIODS = {
  /** A cookie keeps the hashes of email addresses that have signed in in a browser. */
  knownBrowserDays: 400,
  /** A cookie keeps the language that was chosen in a browser. Browsers keep no cookie longer. */
  languageDays: 400,
  /** A session ends this many days after its last use. */
  sessionDays: 180,
  /** A session ends this many days after its start, even if it is in use. */
  sessionMostDays: 365,
  eventMonths: 13,
  feedbackYears: 3,
  /** The server's log is deleted by whole days, so a line can be up to one day older. */
  logDays: 30,
  /** Counters of rate limits. No rate limit has a longer window. */
  counterHours: 24,
  /** Ids of applied changes, by which the server recognizes changes that are sent again. */
  changeDays: 90,
  /** Deleted pieces and sections. A device that was offline for longer does a full sync. */
  deletedDays: 180,
  /** Mails in the simulated mailbox of a development machine. */
  mailboxDays: 7,
} as const

/** The notice, in days, that users get before the terms change materially or the service ends (spec 9). */
export const TERMS_NOTICE_DAYS = 30

/** EU consumers may withdraw from an online purchase within this many days. */
export const WITHDRAWAL_DAYS = 14
