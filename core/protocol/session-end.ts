/**
 * Why a session ended that the device itself did not end: signed out from another device, or account deleted. Also the
 * problem code of the response (D18).
 */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
