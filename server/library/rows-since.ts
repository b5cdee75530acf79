import { sql, type Kysely, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RowsWithEntries } from '#core/library/library.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import { MAX_ROWS_PER_RESPONSE, type SyncRequest, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import { createCompiledStatement } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { buildPartQuery, buildPieceQuery, buildPracticeQuery, buildPlanExpression } from './library-rows.ts'

export type DeviceSyncState = Pick<SyncRequest, 'epoch' | 'since' | 'entriesSince'>

export async function loadPageIfBehind(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  if (device.since > 0) {
    const { plan, ...head } = await selectLibraryHead(db, userId)
    if (hasEverything(device, head.revision) && !mustReset(head, device)) return emptyPage(head, plan)
  }
  return loadPageOrReset(db, userId, device)
}

export async function loadPageOrReset(
  db: Kysely<Tables>,
  userId: string,
  device: DeviceSyncState,
): Promise<LibraryPage> {
  const page = await loadLibraryPage(db, userId, device)
  const epoch = (await isOfEarlierEpoch(db, page.head, device)) ? page.head.epoch : device.epoch
  if (!mustReset(page.head, { ...device, epoch })) return { ...page.content, reset: false }
  const anew = await loadLibraryPage(db, userId, { since: 0, entriesSince: 0 })
  return { ...anew.content, reset: true }
}

export const emptyPage = ({ epoch, revision }: LibraryRevisionState, plan: StripeRole): LibraryPage => ({
  epoch,
  plan,
  reset: false,
  revision,
  more: false,
  rows: { pieces: [], parts: [] },
  entries: [],
  entriesRevision: revision,
  moreEntries: false,
})

async function isOfEarlierEpoch(
  db: Kysely<Tables>,
  head: LibraryRevisionState,
  { epoch }: DeviceSyncState,
): Promise<boolean> {
  if (epoch === null || epoch === head.epoch) return false
  const known = db.selectFrom('library_epoch').where(sql<boolean>`${epoch} = any(earlier)`)
  return (await known.select('epoch').executeTakeFirst()) !== undefined
}

function mustReset(head: LibraryRevisionState, { epoch, since, entriesSince }: DeviceSyncState): boolean {
  if (epoch === null && since === 0) return false
  return (
    epoch !== head.epoch ||
    Math.max(since, entriesSince) > head.revision ||
    (since > 0 && since < head.minimumRevision)
  )
}

export const isOneRevisionBehind = (head: LibraryRevisionState, device: DeviceSyncState): boolean =>
  hasEverything(device, head.revision - 1) && !mustReset(head, device)

const hasEverything = ({ since, entriesSince }: DeviceSyncState, revision: number) =>
  since === revision && entriesSince === revision

/** Returns 0 if nothing was ever written. */
export async function loadCurrentRevision(db: Kysely<Tables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user_revision')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

export type LibraryRevisionState = { epoch: string; revision: number; minimumRevision: number }

export type LibraryPage = Omit<SyncResponse, 'results' | 'now'>

async function selectLibraryHead(db: Kysely<Tables>, userId: string): Promise<HeadAndPlan> {
  const [selected] = await selectHead(db, {}, { userId })
  if (selected === undefined) throw new Error('there is no epoch')
  return selected
}

type HeadAndPlan = LibraryRevisionState & { plan: StripeRole }

const HEAD = sql`epoch, coalesce(revision, 0) as revision, coalesce(minimum_revision, 0) as "minimumRevision"`
const fromHead = (userId: string | RawBuilder<string>) =>
  sql`from library_epoch left join user_revision on user_id = ${userId}`

const selectHead = createCompiledStatement<{}, { userId: string }, HeadAndPlan>((_, valueOf, db) => {
  const userId = valueOf(({ userId }) => userId)
  return sql`select ${HEAD}, ${buildPlanExpression(db, userId)} as plan ${fromHead(userId)}`
})

/** Adds entries only if no pieces or parts remain to be sent, and never to the first page of a first sync. */
export async function loadLibraryPage(
  db: Kysely<Tables>,
  userId: string,
  { since, entriesSince }: { since: number; entriesSince: number },
): Promise<{ head: LibraryRevisionState; content: Omit<LibraryPage, 'reset'> }> {
  const isFirst = since === 0
  const [selected] = await selectPage(db, { isFirst }, { userId, since, entriesSince })
  if (selected === undefined) throw new Error('there is no epoch')
  const { epoch, plan, revision, until, entriesUntil, pieces, parts, practice } = selected
  const content = {
    epoch,
    plan,
    revision: until,
    more: until < revision,
    rows: { pieces, parts },
    entries: practice,
    entriesRevision: entriesUntil,
    moreEntries: entriesUntil < revision,
  }
  return { head: selected, content }
}

type Cursors = { userId: string; since: number; entriesSince: number }
type SelectedPage = HeadAndPlan & RowsWithEntries & { until: number; entriesUntil: number }

const selectPage = createCompiledStatement<{ isFirst: boolean }, Cursors, SelectedPage>(
  ({ isFirst }, valueOf, db) => {
    const [userId, since] = [valueOf(({ userId }) => userId), valueOf(({ since }) => since)]
    const entriesSince = valueOf(({ entriesSince }) => entriesSince)
    const isOnPage = sql<boolean>`revision > ${since}::bigint and revision <= (select until from page)`
    const isEntryOnPage = sql<boolean>`revision > ${entriesSince}::bigint
      and revision <= (select "entriesUntil" from page)`
    // The last revision whose rows all fit on the page. The revisions given are one too many, so that of the highest the
    // rows may be incomplete; it is left out unless it is the only one.
    const endOf = (list: 'rows' | 'entries') => sql`(
      select case
        when count(*) <= ${MAX}::int then head.revision
        when min(later.revision) < max(later.revision) then max(later.revision) - 1
        else max(later.revision) end
      from ${sql.table(list)} as later)`
    const mustWait = isFirst
      ? sql`until < head.revision or exists (select from entries)`
      : sql`until < head.revision`
    const entriesUntil = sql`case when ${mustWait} then ${entriesSince}::bigint else ${endOf('entries')} end`
    return sql<SelectedPage>`
      with head as (select ${HEAD} ${fromHead(userId)}),
      rows as (
        select revision from (
          ${revisionsAfter('piece', userId, since)} union all ${revisionsAfter('part', userId, since)}
        ) as later order by revision limit ${MAX + 1}::int),
      entries as ${revisionsAfter('practice', userId, entriesSince)},
      reached as (
        -- A device with less than the minimum would begin anew.
        select head.*, least(revision, greatest(${endOf('rows')}, "minimumRevision")) as until from head),
      page as (select head.*, ${entriesUntil} as "entriesUntil" from reached as head)
      select epoch, revision, "minimumRevision", until, "entriesUntil",
        ${jsonArrayFrom(buildPieceQuery(db, userId).where(isOnPage))} as pieces,
        ${jsonArrayFrom(buildPartQuery(db, userId).where(isOnPage))} as parts,
        ${jsonArrayFrom(buildPracticeQuery(db, userId).where(isEntryOnPage))} as practice,
        ${buildPlanExpression(db, userId)} as plan
      from page`
  },
)

const MAX = MAX_ROWS_PER_RESPONSE

const revisionsAfter = (
  table: 'piece' | 'part' | 'practice',
  userId: RawBuilder<string>,
  since: RawBuilder<number>,
) => sql`(
  select revision from ${sql.table(table)} where user_id = ${userId} and revision > ${since}::bigint
  order by revision limit ${MAX + 1}::int)`
