/** The user of a session. */
export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** A session and its user. `signedInAt` is in milliseconds. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }
