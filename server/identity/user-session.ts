/** The user to whom a session belongs. `image` is the URL of the user's picture, or null. */
export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** A session together with its user. `signedInAt` is when the session began, in milliseconds since 1970. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }

/**
 * The maximum age of a sign-in for irreversible actions. Somebody who has stolen an older session must not be able to
 * end the owner's sessions or connect another sign-in (rule ID34).
 */
const FRESH_MILLISECONDS = 30 * 86_400_000

/**
 * Returns true if the user signed in at most 30 days ago. This is required for ending other sessions and for
 * connecting or removing a sign-in method.
 */
export const isRecentSession = ({ signedInAt }: Pick<UserSession, 'signedInAt'>, now: number): boolean =>
  now - signedInAt <= FRESH_MILLISECONDS

/**
 * Reason why a session cookie was refused, for the log.
 * - 'not-ours': this server has not signed the cookie.
 * - 'ran-out': the session has expired.
 * - 'ended': the session was ended from another device or with its account.
 * - 'unknown': the session does not exist any more, because of a sign-out, a new sign-in in the browser, or a cleanup.
 */
export type SessionRefusalReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown'
