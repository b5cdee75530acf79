import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { problemResponse } from './problem-response.ts'
import { consumeUserRateLimit } from './rate-limit.ts'
import type { RateLimitUse } from './rate-limit.ts'

/**
 * Consumes a rate limit of the signed-in user whose id is `who`. Returns null if the limit is not exceeded. Otherwise
 * returns the error response: 'too-many-requests', or 'signed-out' if the user was deleted meanwhile.
 */
export async function refusalByUserRateLimit(
  db: Kysely<Tables>,
  use: RateLimitUse,
): Promise<Response | null> {
  const taken = await consumeUserRateLimit(db, use)
  switch (taken.kind) {
    case 'taken':
      return null
    case 'exhausted':
      return problemResponse('too-many-requests', taken)
    case 'user-gone':
      return problemResponse('signed-out')
  }
}
