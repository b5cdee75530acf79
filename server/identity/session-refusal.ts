/**
 * Reason why a session cookie was refused, for the log.
 * - 'not-ours': this server has not signed the cookie.
 * - 'ran-out': the session has expired.
 * - 'ended': the session was ended from another device or with its account.
 * - 'unknown': the session does not exist any more, because of a sign-out, a new sign-in in the browser, or a cleanup.
 * - 'userless': the session's user was deleted.
 * - 'there': the session exists now, but was not found a moment ago.
 */
export type SessionRefusalReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown' | 'userless' | 'there'
