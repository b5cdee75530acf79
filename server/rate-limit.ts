import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** One allowance: `most` times within `windowMilliseconds`, counted from the first time. */
export type Allowance = { most: number; windowMilliseconds: number }

export const HOUR = 3_600_000

/** So many times in an hour. */
export const perHour = (most: number): Allowance => ({ most, windowMilliseconds: HOUR })

/**
 * Takes one from the allowance of `who` for `what`. A single statement on the database, so it holds however
 * many requests and however many servers count at once (rule HT5). Who it is, is stored only as a hash.
 */
export async function take(
  db: Kysely<Tables>,
  { what, who, allowance, now }: { what: string; who: string; allowance: Allowance; now: number },
): Promise<{ kind: 'taken' } | { kind: 'exhausted'; retryAfterSeconds: number }> {
  const expired = sql<boolean>`rate_limit.window_start <= ${now - allowance.windowMilliseconds}`
  const row = await db
    .insertInto('rate_limit')
    .values({ key: keyOf(what, who), window_start: now, count: 1 })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${expired} then 1 else rate_limit.count + 1 end`,
        window_start: sql`case when ${expired} then ${now} else rate_limit.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow()
  if (row.count <= allowance.most) return { kind: 'taken' }
  const left = row.window_start + allowance.windowMilliseconds - now
  return { kind: 'exhausted', retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) }
}

/** Gives one back: what was counted before it was known turned out to be no misuse. */
export async function giveBack(db: Kysely<Tables>, what: string, who: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', keyOf(what, who))
    .execute()
}

const keyOf = (what: string, who: string) => `${what}:${hashedKey(who)}`

/** Who it is, as it stands behind the colon of a key. */
export const hashedKey = (who: string) => createHash('sha256').update(who).digest('base64url')
