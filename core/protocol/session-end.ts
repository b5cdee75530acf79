/** Why a session is over that its device has not ended itself; the code of the problem that it gets (D18). */
export type SessionEnd = 'session-revoked' | 'account-deleted'
