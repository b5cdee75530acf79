import { createHash } from 'node:crypto'
import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import { sql } from 'kysely'
import { RETENTION } from '#core/library/retention.ts'
import type { Tables } from '#server/database/tables.ts'

/** `most` times within a window that starts with the first use. */
export type RateLimit = { most: number; windowMilliseconds: number }

/** Whether the limit still had room, and if not, after how many seconds it has again. */
export type RateLimitResult = { kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }

/** The milliseconds of an hour. */
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

/** One use of a limit: `count` (default 1) of the `allowance` of `who` for `what`. */
export type RateLimitUse = { what: string; who: string; allowance: RateLimit; now: number; count?: number }

/**
 * Consumes the limit of a client or an address. One SQL statement, so it holds across concurrent requests and servers
 * (rule HT5). `who` is stored only as a hash.
 */
export async function consumeRateLimit(db: Kysely<Tables>, use: RateLimitUse): Promise<RateLimitResult> {
  const { what, who, now, count = 1 } = use
  const insert = db.insertInto('rate_limit').values({ key: keyOf(what, who), window_start: now, count })
  return resultOf(await addToCounter(insert, use).executeTakeFirstOrThrow(), use)
}

/**
 * Consumes the limit of the user whose id is `who`. Counts nothing and returns 'user-gone' if the user has been deleted
 * since the session was read (rule DA3): the statement locks the user's row, so it either ends before a deletion, which
 * deletes the counter then, or waits for it and finds no user.
 */
export async function consumeUserRateLimit(
  db: Kysely<Tables>,
  use: RateLimitUse,
): Promise<RateLimitResult | { kind: 'user-gone' }> {
  const { what, who, now, count = 1 } = use
  const insert = db
    .insertInto('rate_limit')
    .columns(['key', 'window_start', 'count'])
    .expression(
      db
        .selectFrom('user')
        .select([
          sql<string>`${keyOf(what, who)}::text`.as('key'),
          sql<number>`${now}::bigint`.as('window_start'),
          sql<number>`${count}::int`.as('count'),
        ])
        .where('id', '=', who)
        .forKeyShare(),
    )
  const row = await addToCounter(insert, use).executeTakeFirst()
  return row === undefined ? { kind: 'user-gone' } : resultOf(row, use)
}

/** Adds to the counter that exists already, or begins a new window if its own is over. */
function addToCounter(
  insert: InsertQueryBuilder<Tables, 'rate_limit', InsertResult>,
  { allowance, now }: RateLimitUse,
) {
  const expired = sql<boolean>`rate_limit.window_start <= ${now - allowance.windowMilliseconds}`
  return insert
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then excluded.count else rate_limit.count + excluded.count end`,
        window_start: sql`case when ${expired} then ${now} else rate_limit.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
}

const resultOf = (
  row: { count: number; window_start: number },
  { allowance, now }: RateLimitUse,
): RateLimitResult => (row.count <= allowance.most ? { kind: 'taken' } : exhausted(row, allowance, now))

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
