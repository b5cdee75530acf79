/** How long data is kept. Read by the jobs that delete it and by the legal texts, so that they agree (rule DB12). */
export const RETENTION_PERIODS = {
  /** How long a cookie in a browser stores the hashes of the email addresses that signed in there. */
  knownBrowserDays: 400,
  /** How long a cookie in a browser stores the language that was chosen there. Browsers allow no more. */
  languageDays: 400,
  /** A session ends this long after its last use. */
  sessionDays: 180,
  /** A session ends this long after its start, even if the user is active. */
  sessionMostDays: 365,
  eventMonths: 13,
  feedbackYears: 3,
  /** The server's log. Whole days are deleted, so a line can be up to one day older. */
  logDays: 30,
  /** Rate limit counters; no rate limit has a longer window. */
  counterHours: 24,
  /** Ids of applied changes. After this time, every device has received the results of the changes. */
  changeDays: 90,
  /** Deleted pieces and sections, since their deletion. A device that was offline for longer does a full sync. */
  deletedDays: 180,
  /** Mails that the stand-in mail server of a development machine has received. */
  mailboxDays: 7,
} as const

/** Notice period in days before the terms change materially or the service ends (spec 9). */
export const TERMS_NOTICE_DAYS = 30

/** Number of days within which EU consumers may withdraw from an online purchase. */
export const WITHDRAWAL_DAYS = 14
