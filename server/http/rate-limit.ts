import { createHash } from 'node:crypto'
import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import { sql } from 'kysely'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { Tables } from '#server/database/tables.ts'

/** A limit of `most` uses within a time window. The window starts with the first use. */
export type RateLimit = { most: number; windowMilliseconds: number }

/**
 * Result of counting a use against a rate limit: 'taken' if the limit permits the use, 'exhausted' if not.
 * `retryAfterSeconds` is the time until the limit's time window ends.
 */
export type RateLimitResult = { kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }

/** Milliseconds per hour, the time window of most rate limits. */
export const MS_PER_HOUR = 3_600_000

/** Returns a rate limit of `most` uses per minute. */
export const limitPerMinute = (most: number): RateLimit => ({ most, windowMilliseconds: 60_000 })

/** Returns a rate limit of `most` uses per hour. */
export const limitPerHour = (most: number): RateLimit => ({ most, windowMilliseconds: MS_PER_HOUR })

/**
 * Returns a rate limit of `most` uses per day. Limits for longer times are impossible, because counters are deleted
 * after a day.
 */
export const limitPerDay = (most: number): RateLimit => ({
  most,
  windowMilliseconds: RETENTION_PERIODS.counterHours * MS_PER_HOUR,
})

/**
 * Arguments for consuming a rate limit: the action `what`, the user or client `who`, the limit `allowance`, the
 * current time in milliseconds, and the number of uses `count`, 1 by default.
 */
export type RateLimitUse = { what: string; who: string; allowance: RateLimit; now: number; count?: number }

/**
 * Counts one or more uses of an action against its rate limit, and returns whether the limit is exceeded. Concurrent
 * requests and several servers cannot exceed the limit together, because a single SQL statement checks and counts
 * (rule HT5). `who` is stored only as a hash.
 */
export async function consumeRateLimit(db: Kysely<Tables>, use: RateLimitUse): Promise<RateLimitResult> {
  const { what, who, now, count = 1 } = use
  const insert = db.insertInto('rate_limit').values({ key: keyOf(what, who), window_start: now, count })
  return resultOf(await addToCounter(insert, use).executeTakeFirstOrThrow(), use)
}

/**
 * Consumes a rate limit of the user whose id is `who`. Returns 'user-gone' if the user was deleted meanwhile (rule
 * DA3). Locks the user's row, so that no counter is written for a user who is being deleted.
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
  // A window that begins later than any other server's clock explains was begun by a clock that was wrong (rule HT95).
  const expired = sql<boolean>`not (rate_limit.window_start > ${now - allowance.windowMilliseconds}
    and rate_limit.window_start <= ${now + allowance.windowMilliseconds})`
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

/** Returns the result that counting one more use against a rate limit would have, without counting it. */
export async function peekRateLimit(
  db: Kysely<Tables>,
  { what, who, allowance, now }: { what: string; who: string; allowance: RateLimit; now: number },
): Promise<RateLimitResult> {
  const row = await db
    .selectFrom('rate_limit')
    .select(['count', 'window_start'])
    .where('key', '=', keyOf(what, who))
    .where('window_start', '>', now - allowance.windowMilliseconds)
    .where('window_start', '<=', now + allowance.windowMilliseconds)
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

/**
 * Takes back one counted use of a rate limit, for example because the mail could not be sent or because the user entered
 * the correct code.
 */
export async function refundRateLimit(db: Kysely<Tables>, what: string, who: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(what, who))
    .execute()
}

const keyOf = (what: string, who: string) => `${what}:${hashRateLimitKey(who)}`

/**
 * Hashes the user, client or address that a rate limit counts, because the stored counters must not contain it in plain
 * text.
 */
export const hashRateLimitKey = (who: string) => createHash('sha256').update(who).digest('base64url')
