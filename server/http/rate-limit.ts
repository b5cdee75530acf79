import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { RETENTION } from '#core/library/retention.ts'
import type { Tables } from '#server/database/tables.ts'

/** `most` times within a window that starts with the first use. */
export type RateLimit = { most: number; windowMilliseconds: number }

export type RateLimitResult = { kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }

export const HOUR_MS = 3_600_000

/** Returns a limit of `most` per minute. */
export const limitPerMinute = (most: number): RateLimit => ({ most, windowMilliseconds: 60_000 })

/** Returns a limit of `most` per hour. */
export const limitPerHour = (most: number): RateLimit => ({ most, windowMilliseconds: HOUR_MS })

/** Returns a limit of `most` per day. No longer window is possible, because counters are then deleted. */
export const limitPerDay = (most: number): RateLimit => ({
  most,
  windowMilliseconds: RETENTION.counterHours * HOUR_MS,
})

/**
 * Consumes `count` (default 1) of the limit of `who` for `what`. One SQL statement, so it holds across concurrent
 * requests and servers (rule HT5). `who` is stored only as a hash.
 */
export async function consumeRateLimit(
  db: Kysely<Tables>,
  {
    what,
    who,
    allowance,
    now,
    count = 1,
  }: { what: string; who: string; allowance: RateLimit; now: number; count?: number },
): Promise<RateLimitResult> {
  const expired = sql<boolean>`rate_limit.window_start <= ${now - allowance.windowMilliseconds}`
  const row = await db
    .insertInto('rate_limit')
    .values({ key: keyOf(what, who), window_start: now, count })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then excluded.count else rate_limit.count + excluded.count end`,
        window_start: sql`case when ${expired} then ${now} else rate_limit.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow()
  return row.count <= allowance.most ? { kind: 'taken' } : exhausted(row, allowance, now)
}

/** Returns what consumeRateLimit would return, without consuming. */
export async function peekRateLimit(
  db: Kysely<Tables>,
  { what, who, allowance, now }: { what: string; who: string; allowance: RateLimit; now: number },
): Promise<RateLimitResult> {
  const row = await db
    .selectFrom('rate_limit')
    .select(['count', 'window_start'])
    .where('key', '=', keyOf(what, who))
    .where('window_start', '>', now - allowance.windowMilliseconds)
    .executeTakeFirst()
  return row === undefined || row.count < allowance.most ? { kind: 'taken' } : exhausted(row, allowance, now)
}

function exhausted(
  { window_start }: { window_start: number },
  allowance: RateLimit,
  now: number,
): RateLimitResult {
  const left = window_start + allowance.windowMilliseconds - now
  return { kind: 'exhausted', retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) }
}

/** Gives one use back, for what was counted beforehand and turned out to be legitimate. */
export async function refundRateLimit(db: Kysely<Tables>, what: string, who: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(what, who))
    .execute()
}

const keyOf = (what: string, who: string) => `${what}:${hashRateLimitKey(who)}`

/** Returns the hash that follows the colon in a counter's key. */
export const hashRateLimitKey = (who: string) => createHash('sha256').update(who).digest('base64url')
