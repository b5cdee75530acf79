/**
 * Reason why a session cookie was refused, for the log.
 * - 'not-ours': we have not signed the cookie.
 * - 'ran-out': the session has expired.
 * - 'ended': the session was ended from another device.
 * - 'unknown': the session does not exist any more, because of a sign-out, another sign-in or a cleanup.
 * - 'userless': the session's user was deleted.
 * - 'there': the session exists now, but was not found a moment ago.
 */
export type SessionRefusalReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown' | 'userless' | 'there'
