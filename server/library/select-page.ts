import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { NO_BACKFILL, type Backfill } from '#core/protocol/backfill.ts'
import type { Rows } from '#core/library/library.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import { selectPayingSubscription } from '#server/billing/stripe-role.ts'
import { createCompiledStatement } from '#server/database/compiled-statement.ts'
import type { Tables } from '#server/database/tables.ts'
import { assumeRowTypes, partsQuery, piecesQuery, practiceQuery } from './library-rows.ts'

/**
 * The current epoch (the id of the database), revision and minimum revision of a user's library, without rows. A
 * device whose revision is below the minimum must do a full sync.
 */
export type LibraryHead = { epoch: string; revision: number; minimumRevision: number }

/**
 * One page of rows that a device lacks, with the user's current plan. `revision` is the revision that the device
 * has after the page, and `more` is true if further pages follow. If `reset` is true, the rows replace all rows on
 * the device. `backfill` says which older rows the device still lacks after the page.
 */
export type LibraryPage = {
  epoch: string
  plan: StripeRole
  reset: boolean
  revision: number
  more: boolean
  rows: Rows
  backfill?: Backfill
}

type Selected = LibraryHead & {
  until: number
  /**
   * The revision up to which the page fills the device's gap in the practice history; null if there is no gap or its
   * filling has not begun.
   */
  historyUntil: number | null
  isPaying: boolean
  pieces: unknown
  parts: unknown
  practice: unknown
}

/** Loads the current revision of a user's library and the user's plan, without rows. */
export async function selectLibraryHead(
  db: Kysely<Tables>,
  userId: string,
): Promise<LibraryHead & { plan: StripeRole }> {
  const [selected] = await selectHead(db, {}, { userId })
  if (selected === undefined) throw new Error('there is no epoch')
  const { isPaying, ...head } = selected
  return { ...head, plan: isPaying ? 'pro' : null }
}

const HEAD = sql`epoch, coalesce(revision, 0) as revision, coalesce(minimum_revision, 0) as "minimumRevision"`
const fromHead = (userId: string | RawBuilder<string>) =>
  sql`from library_epoch left join user_revision on user_id = ${userId}`

const selectHead = createCompiledStatement<{}, { userId: string }, LibraryHead & { isPaying: boolean }>(
  (_, valueOf, db) => {
    const userId = valueOf(({ userId }) => userId)
    return sql`select ${HEAD}, exists ${selectPayingSubscription(db, userId)} as "isPaying" ${fromHead(userId)}`
  },
)

/**
 * Loads one page of the rows that were written after the revision `since` and of the older rows that the device still
 * lacks according to `backfill`, together with the library's current revision. Uses one statement, so that the page is
 * consistent.
 */
export async function selectLibraryPage(
  db: Kysely<Tables>,
  userId: string,
  { since, backfill }: { since: number; backfill: Backfill | null },
): Promise<{ head: LibraryHead; content: Omit<LibraryPage, 'reset'> }> {
  const { library, history } = backfill ?? NO_BACKFILL
  const gap = library ? { since: history?.since ?? since, until: null } : history
  const live = sql<boolean>`revision > ${since}::bigint and revision <= (select until from page)`
  const fills = sql<boolean>`revision > ${gap?.since ?? 0}::bigint
    and revision <= (select coalesce(history_until, history_end) from page)`
  const pieces = piecesQuery(db, userId).where(live)
  const parts = partsQuery(db, userId).where(live)
  const practice = practiceQuery(db, userId)
  const filled = practice.where(fills)
  const entries = library ? filled : practice.where(live).$if(gap !== null, live => live.unionAll(filled))
  const { rows } = await sql<Selected>`
    with head as (
      select ${HEAD} ${fromHead(userId)}
    ), live as (${revisionsAfter(userId, since, library ? LIBRARY : [...LIBRARY, 'practice'])}),
    reached as (
      select head.*, (select count(*) from live) as size, case when (select count(*) from live) <= ${MAX}::int
        then revision else greatest((${END_OF_PAGE} from live), "minimumRevision") end as until
      from head
    ), ${gap === null ? NO_HISTORY : historyAfter(userId, gap)}
    select epoch, revision, "minimumRevision", until, history_until as "historyUntil",
      ${jsonArrayFrom(pieces)} as pieces, ${jsonArrayFrom(parts)} as parts, ${jsonArrayFrom(entries)} as practice,
      exists ${selectPayingSubscription(db, userId)} as "isPaying"
    from page`.execute(db)
  const [selected] = rows
  if (selected === undefined) throw new Error('there is no epoch')
  return { head: selected, content: contentOf(selected, backfill, gap) }
}

type Gap = { since: number; until: number | null }

function contentOf(
  { epoch, revision, until, historyUntil, isPaying, ...selected }: Selected,
  backfill: Backfill | null,
  gap: Gap | null,
): Omit<LibraryPage, 'reset'> {
  const isLive = until === revision
  const plan: StripeRole = isPaying ? 'pro' : null
  const answer = { epoch, plan, revision: until, rows: assumeRowTypes(selected) }
  if (backfill === null) return { ...answer, more: !isLive }
  const left =
    gap === null || (isLive && historyUntil === null)
      ? null
      : { since: historyUntil ?? gap.since, until: gap.until ?? until }
  return {
    ...answer,
    more: !isLive || left !== null,
    backfill: { library: backfill.library && !isLive, history: left },
  }
}

const LIBRARY = ['piece', 'part'] as const
const MAX = MAX_ROWS_PER_RESPONSE

/** Selects the revisions of the rows after `since`: at most one more than fits on a page. */
function revisionsAfter(userId: string, since: number, tables: readonly ('piece' | 'part' | 'practice')[]) {
  const each = tables.map(
    table => sql`(
      select revision from ${sql.table(table)} where user_id = ${userId} and revision > ${since}::bigint
      order by revision limit ${MAX + 1}::int)`,
  )
  return sql`select revision from (${sql.join(each, sql` union all `)}) as later order by revision limit ${MAX + 1}::int`
}

/**
 * Selects the last revision whose rows all fit on the page. The rows given are one too many, so those of the highest
 * revision may be incomplete; that revision is left out unless it is the only one.
 */
const END_OF_PAGE = sql`select case when min(revision) < max(revision) then max(revision) - 1 else max(revision) end`

const NO_HISTORY = sql`page as (select reached.*, null::bigint as history_until, 0::bigint as history_end from reached)`

/**
 * Selects up to which revision the page fills the gap in the practice history. Older entries come only after all newer
 * rows have been sent, and get the space on the page that these leave.
 */
const historyAfter = (userId: string, gap: Gap) => sql`
  entries as (
    select practice.revision from practice, reached
    where user_id = ${userId} and practice.revision > ${gap.since}::bigint
      and practice.revision <= coalesce(${gap.until}::bigint, reached.revision) and until = reached.revision
    order by practice.revision limit (select greatest(${MAX + 1}::int - size, 1) from reached)
  ), page as (
    select reached.*, coalesce(${gap.until}::bigint, reached.revision) as history_end, case
      when until < revision then ${gap.since}::bigint
      when (select count(*) from entries) > ${MAX}::int - size then (${END_OF_PAGE} from entries) end as history_until
    from reached
  )`
