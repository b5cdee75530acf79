/** Both the legal texts and the jobs that delete data use these periods. */
export const RETENTION_PERIODS = {
  /** The cookie with hashes of the email addresses of a browser's users lasts this long. */
  knownBrowserDays: 400,
  /** The cookie with the chosen language lasts this long. Browsers keep no cookie longer. */
  languageDays: 400,
  /** A sign-in session ends this many days after its last use. */
  sessionDays: 180,
  /** A sign-in session ends this many days after its start, even if it is in use. */
  sessionMostDays: 365,
  eventMonths: 13,
  feedbackYears: 3,
  /** The server's log is deleted by whole days, so a line can be up to one day older. */
  logDays: 30,
  /** The counters of rate limits are deleted after this time. No rate limit has a longer window. */
  counterHours: 24,
  /** For this many days, the server recognizes a change that is sent again. */
  changeDays: 90,
  /** Deleted pieces and sections are kept this long. A device offline for longer does a full sync. */
  deletedDays: 180,
  /** A development machine deletes mails from its simulated mailbox after this many days. */
  mailboxDays: 7,
} as const

export const TERMS_NOTICE_DAYS = 30

/** EU consumers may withdraw from an online purchase within this many days. */
export const WITHDRAWAL_DAYS = 14
