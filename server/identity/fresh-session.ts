import type { UserSession } from './user-session.ts'

/**
 * The maximum age of a sign-in for irreversible actions. Somebody who has stolen an older session must not be able to
 * end the owner's sessions or connect another sign-in (rules ID33 and ID35).
 */
const FRESH_MILLISECONDS = 30 * 86_400_000

/**
 * Returns true if the user signed in at most 30 days ago. This is required for ending other sessions and for
 * connecting or removing a sign-in method.
 */
export const isRecentSession = ({ signedInAt }: Pick<UserSession, 'signedInAt'>, now: number): boolean =>
  now - signedInAt <= FRESH_MILLISECONDS
