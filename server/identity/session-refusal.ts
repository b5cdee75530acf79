/**
 * Why a session cookie was refused.
 * - 'not-ours': it was not signed by us.
 * - 'ran-out': it has expired.
 * - 'ended': it was ended on another device.
 * - 'unknown': there is no such row, because of a sign-out, another sign-in or a cleanup.
 * - 'userless': its user was deleted.
 * - 'there': the session is valid, but was not found a moment ago.
 */
export type SessionRefusalReason = 'not-ours' | 'ran-out' | 'ended' | 'unknown' | 'userless' | 'there'
