/**
 * Why a session cookie was refused: not signed by us, expired, ended on another device, no such row (signed out,
 * replaced by another sign-in or cleaned up), or its user deleted. 'there': the session is valid, but was not found a
 * moment ago.
 */
export type SessionRefusal = 'not-ours' | 'ran-out' | 'ended' | 'unknown' | 'userless' | 'there'
