export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** `signedInAt` is when the session began, in milliseconds since 1970. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }

/** An older session may be stolen, so it cannot end others or change the ways to sign in (rule ID34). */
const FRESH_MILLISECONDS = 30 * 86_400_000

export const isSignedInWithin30Days = (
  { signedInAt }: Pick<UserSession, 'signedInAt'>,
  now: number,
): boolean => now - signedInAt <= FRESH_MILLISECONDS

/** 'ran-out' is by age, 'ended' by the user (docs/self-hosting.md). */
export type InvalidSessionCookieReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown'
