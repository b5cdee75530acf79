/**
 * Reason why a session was ended, other than by a sign-out on the device itself. The user signed this device out from
 * another device, or the account was deleted. Requests with that session fail with the reason as error code (D18).
 */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
