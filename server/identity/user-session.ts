/** The user to whom a session belongs. `image` is the URL of the user's picture, or null. */
export type SessionUser = { id: string; name: string; email: string; image: string | null }

/** A session together with its user. `signedInAt` is when the session began, in milliseconds since 1970. */
export type UserSession = { user: SessionUser; sessionId: string; signedInAt: number }
