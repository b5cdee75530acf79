/** The user to whom a session belongs: id, name, e-mail address and picture. */
export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** A session together with its user. `signedInAt` is in milliseconds. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }
