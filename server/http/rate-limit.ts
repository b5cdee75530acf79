import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import type { Context as Exchange } from 'hono'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { Tables } from '#server/database/tables.ts'
import { findClientAddress, ipv6Prefix48 } from './client-address.ts'
import { problemResponse } from './problem-response.ts'

/** The window starts with the first use. */
export type RateLimit = { most: number; windowMilliseconds: number }

export type RateLimitResult = { kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }

export const MS_PER_HOUR = 3_600_000

export const limitPerMinute = (most: number): RateLimit => ({ most, windowMilliseconds: 60_000 })

export const limitPerHour = (most: number): RateLimit => ({ most, windowMilliseconds: MS_PER_HOUR })

/** Limits for longer times are impossible, because counters are deleted after a day. */
export const limitPerDay = (most: number): RateLimit => ({
  most,
  windowMilliseconds: RETENTION_PERIODS.counterHours * MS_PER_HOUR,
})

/** `count` is 1 by default. */
export type ConsumeRateLimitInput = {
  what: string
  who: string
  allowance: RateLimit
  now: number
  count?: number
}

/**
 * One statement checks and counts, so that concurrent requests and servers cannot exceed the limit together
 * (rule ID11). `who` is stored only as a hash.
 */
export async function consumeRateLimit(
  db: Kysely<Tables>,
  use: ConsumeRateLimitInput,
): Promise<RateLimitResult> {
  const { what, who, now, count = 1 } = use
  const insert = db.insertInto('rate_limit').values({ key: keyOf(what, who), window_start: now, count })
  return resultOf(await addToCounter(insert, use).executeTakeFirstOrThrow(), use)
}

/** Adds to the counter that exists already, or begins a new window if that one's is over. */
function addToCounter(
  insert: InsertQueryBuilder<Tables, 'rate_limit', InsertResult>,
  { allowance, now }: ConsumeRateLimitInput,
) {
  // A window that begins later than any other server's clock explains was begun by a clock that was wrong (rule DB44).
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
  { allowance, now }: ConsumeRateLimitInput,
): RateLimitResult => (row.count <= allowance.most ? { kind: 'taken' } : exhausted(row, allowance, now))

/** Like `consumeRateLimit`, but does not count. */
export async function peekRateLimit(
  db: Kysely<Tables>,
  { what, who, allowance, now }: ConsumeRateLimitInput,
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

/** Takes uses back, for example because the mail could not be sent or the code was right. */
export async function refundRateLimit(db: Kysely<Tables>, what: string, who: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(what, who))
    .execute()
}

const keyOf = (what: string, who: string) => `${what}:${hashRateLimitSubject(who)}`

export const hashRateLimitSubject = (who: string) => createHash('sha256').update(who).digest('base64url')

/** A /48 holds 65,536 IPv6 clients. Together they get the rate limit of this many clients. */
const CLIENTS_PER_NETWORK = 10

type Needed = {
  configuration: { trustedProxies: number }
  database: { db: Kysely<Tables> }
  now: () => number
}

/** `most` is per hour. One request counts as `count` uses, 1 by default. */
export type ClientRateLimit = { what: string; count?: number } & ({ most: number } | { allowance: RateLimit })

/** An IPv6 client also counts against a limit that its whole /48 shares (rules HT4, ID11). */
export async function consumeClientRateLimit(
  { configuration, database, now }: Needed,
  exchange: Exchange,
  { what, count = 1, ...limit }: ClientRateLimit,
): Promise<RateLimitResult> {
  const { most, windowMilliseconds } = 'most' in limit ? limitPerHour(limit.most) : limit.allowance
  const consume = (who: string, clients: number) => {
    const allowance = { most: most * clients, windowMilliseconds }
    return consumeRateLimit(database.db, { what, who, allowance, now: now(), count })
  }
  const client = findClientAddress(exchange, configuration.trustedProxies)
  const network = ipv6Prefix48(client)
  const taken = await consume(client, 1)
  return taken.kind === 'exhausted' || network === null ? taken : consume(network, CLIENTS_PER_NETWORK)
}

/** Counts the use. Null if the limit is not exceeded; 'signed-out' if the user was deleted meanwhile (rule DA1). */
export async function refuseIfUserRateLimited(
  db: Kysely<Tables>,
  use: ConsumeRateLimitInput,
): Promise<Response | null> {
  const { what, who, now, count = 1 } = use
  // The lock keeps a counter from being written for a user who is being deleted.
  const insert = db
    .insertInto('rate_limit')
    .columns(['key', 'window_start', 'count'])
    .expression(
      sql`select ${keyOf(what, who)}::text, ${now}::bigint, ${count}::int from "user" where id = ${who} for key share`,
    )
  const row = await addToCounter(insert, use).executeTakeFirst()
  if (row === undefined) return problemResponse('signed-out')
  const taken = resultOf(row, use)
  return taken.kind === 'taken' ? null : problemResponse('too-many-requests', taken)
}

const MINUTE = 60_000

/** Counts in memory, per process. The limiter returns null or the seconds to wait (rules LS24, ID18). */
export function createInMemoryMinuteLimiter(
  most: number,
): (who: string, now: number, count?: number) => number | null {
  const counts = new Map<string, number>()
  let minute = 0
  return (who, now, count = 1) => {
    const current = Math.floor(now / MINUTE)
    if (current !== minute) counts.clear()
    minute = current
    const counted = (counts.get(who) ?? 0) + count
    counts.set(who, counted)
    return counted > most ? Math.ceil(((minute + 1) * MINUTE - now) / 1000) : null
  }
}
