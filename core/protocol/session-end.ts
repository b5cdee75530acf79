/**
 * Reason why a session ended that the device did not end itself: signed out from another device, or account deleted.
 * Also used as error code (D18).
 */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
