import { createHash } from 'node:crypto'
import { sql, type InsertQueryBuilder, type InsertResult, type Kysely } from 'kysely'
import type { Context as Exchange } from 'hono'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import type { Tables } from '#server/database/tables.ts'
import { findClientAddress, ipv6Prefix48 } from './client-address.ts'
import { problemResponse } from './problem-response.ts'

export type RateLimit = { most: number; windowMilliseconds: number }

export type RateLimitResult = { kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }

export const MS_PER_HOUR = 3_600_000

export const rateLimitPerMinute = (most: number): RateLimit => ({ most, windowMilliseconds: 60_000 })

export const rateLimitPerHour = (most: number): RateLimit => ({ most, windowMilliseconds: MS_PER_HOUR })

/** Longer windows are impossible, because counters are deleted after a day. */
export const rateLimitPerDay = (most: number): RateLimit => ({
  most,
  windowMilliseconds: RETENTION_PERIODS.counterHours * MS_PER_HOUR,
})

export type ConsumeRateLimitInput = {
  what: string
  who: string
  allowance: RateLimit
  now: number
  count?: number
}

/** Checks and counts atomically (rule ID11). Stores only a hash of `use.who`. */
export async function consumeRateLimit(
  db: Kysely<Tables>,
  use: ConsumeRateLimitInput,
): Promise<RateLimitResult> {
  const { what, who, now, count = 1 } = use
  const insert = db.insertInto('rate_limit').values({ key: keyOf(what, who), window_start: now, count })
  return resultOf(await addToCounter(insert, use).executeTakeFirstOrThrow(), use)
}

function addToCounter(
  insert: InsertQueryBuilder<Tables, 'rate_limit', InsertResult>,
  { allowance, now }: ConsumeRateLimitInput,
) {
  // A window that begins too far in the future was begun by a server with a wrong clock (rule DB44).
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

export async function refundRateLimit(db: Kysely<Tables>, what: string, who: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(what, who))
    .execute()
}

const keyOf = (what: string, who: string) => `${what}:${hashRateLimitSubject(who)}`

export const hashRateLimitSubject = (who: string) => createHash('sha256').update(who).digest('base64url')

/** A /48 network may hold 65,536 IPv6 clients. Together they get only ten times the limit of one client. */
const CLIENTS_PER_NETWORK = 10

export const tooManyRequestsIfExceeded = (result: RateLimitResult): Response | null =>
  result.kind === 'taken' ? null : problemResponse('too-many-requests', result)

type Needed = {
  configuration: { trustedProxies: number }
  database: { db: Kysely<Tables> }
  now: () => number
}

export type NamedRateLimit = Pick<ConsumeRateLimitInput, 'what' | 'allowance' | 'count'>

export async function refuseIfClientRateLimited(
  { configuration, database, now }: Needed,
  exchange: Exchange,
  { allowance, ...limit }: NamedRateLimit,
): Promise<Response | null> {
  const consume = (who: string, clients: number) => {
    const shared = { ...allowance, most: allowance.most * clients }
    return consumeRateLimit(database.db, { ...limit, who, allowance: shared, now: now() })
  }
  const client = findClientAddress(exchange, configuration.trustedProxies)
  const network = ipv6Prefix48(client)
  const refused = tooManyRequestsIfExceeded(await consume(client, 1))
  if (refused !== null || network === null) return refused
  return tooManyRequestsIfExceeded(await consume(network, CLIENTS_PER_NETWORK))
}

/** Also counts the request. Responds with 'signed-out' if the user was deleted meanwhile (rule DA1). */
export async function refuseIfUserRateLimited(
  { database, now }: Omit<Needed, 'configuration'>,
  userId: string,
  what: string,
  mostPerHour: number,
): Promise<Response | null> {
  const use = { what, who: userId, allowance: rateLimitPerHour(mostPerHour), now: now() }
  // The lock keeps a counter from being written for a user who is being deleted.
  const insert = database.db
    .insertInto('rate_limit')
    .columns(['key', 'window_start', 'count'])
    .expression(
      sql`select ${keyOf(what, userId)}::text, ${use.now}::bigint, 1 from "user" where id = ${userId} for key share`,
    )
  const row = await addToCounter(insert, use).executeTakeFirst()
  return row === undefined ? problemResponse('signed-out') : tooManyRequestsIfExceeded(resultOf(row, use))
}

/** Counts in this process only. The limiter returns null, or the seconds to wait if the limit is exceeded. */
export function createInMemoryLimiter(
  most: number,
  windowMilliseconds = 60_000,
): (who: string, now: number, count?: number) => number | null {
  const counts = new Map<string, number>()
  let window = 0
  return (who, now, count = 1) => {
    const current = Math.floor(now / windowMilliseconds)
    if (current !== window) counts.clear()
    window = current
    const counted = (counts.get(who) ?? 0) + count
    counts.set(who, counted)
    return counted > most ? Math.ceil(((window + 1) * windowMilliseconds - now) / 1000) : null
  }
}
