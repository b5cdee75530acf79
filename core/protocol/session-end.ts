/**
 * Reason why a session was ended, other than by a sign-out on the device itself: signed out from another device, or
 * account deleted. It is also the error code of requests with that session (D18).
 */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
