/** `image` is a URL or null. */
export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** `signedInAt` is when the session began, in milliseconds. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }

/** An older session, which may be stolen, cannot end others or change the ways to sign in (rule ID34). */
const FRESH_MILLISECONDS = 30 * 86_400_000

export const isRecentlySignedIn = ({ signedInAt }: Pick<UserSession, 'signedInAt'>, now: number): boolean =>
  now - signedInAt <= FRESH_MILLISECONDS

/**
 * Why a session cookie was refused, for the log.
 * - 'not-ours': this server has not signed the cookie.
 * - 'ran-out': the session has expired.
 * - 'ended': the session was ended from another device or with its account.
 * - 'unknown': the session is gone after a sign-out, a new sign-in in the browser, or a cleanup.
 */
export type SessionRefusalReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown'
