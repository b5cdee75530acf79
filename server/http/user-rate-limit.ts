import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { problemResponse } from './problem-response.ts'
import { consumeUserRateLimit } from './rate-limit.ts'
import type { RateLimitUse } from './rate-limit.ts'

/**
 * Consumes the limit of the signed-in user whose id is `who`. Returns null, or the response that refuses the request:
 * 'too-many-requests', or 'signed-out' if the user has been deleted meanwhile.
 */
export async function refuseOverUserLimit(db: Kysely<Tables>, use: RateLimitUse): Promise<Response | null> {
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
