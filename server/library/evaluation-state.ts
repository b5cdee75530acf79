import { sql, type Kysely, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Change } from '#core/library/change.ts'
import { definitionOfChangeKind } from '#core/library/apply-change.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES, type StripeRole } from '#core/plan/plan.ts'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import { createCompiledStatement, type CreatePlaceholder } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { buildPartQuery, buildPieceQuery, buildPracticeQuery, buildPlanExpression } from './library-rows.ts'
import type { LibraryRevisionState } from './rows-since.ts'
import type { RowCounts } from './user-quota.ts'

export type ChangeEvaluationState = LibraryRevisionState &
  RowCounts &
  RowsWithEntries & {
    plan: StripeRole
    day: number
    changesOfDay: number
    known: readonly string[]
    undeletedPieces: number | null
  }

// One change affects at most one piece, so a count above this gives the same result as a higher one.
const MOST_COUNTED_PIECES = MAX_FREE_PIECES + 2 * MAX_CHANGES_ACCEPTED + 1

export async function loadChangeEvaluationState(
  db: Kysely<Tables>,
  userId: string,
  changes: readonly Change[],
): Promise<ChangeEvaluationState | null> {
  const named = collectReferencedIds(changes)
  const changeIds = changes.map(({ id }) => id)
  const [state] = await selectEvaluationState(db, branchesOf(named), { userId, changeIds, ...named })
  return state ?? null
}

type Input = ReferencedIds & { userId: string; changeIds: string[] }

/** Set only the flags that are needed: planning a subquery takes PostgreSQL longer than running it. */
type Branches = {
  countsPieces: boolean
  isRetracting: boolean
  hasSiblings: boolean
  looksForPieces: boolean
}

const branchesOf = (named: ReferencedIds): Branches => ({
  countsPieces: named.addsPieces,
  isRetracting: named.retracted.length + named.added.length > 0,
  hasSiblings: named.grownPieces.length + named.deletedParts.length > 0,
  looksForPieces: named.hasUnnamedPieces,
})

const selectEvaluationState = createCompiledStatement<Branches, Input, ChangeEvaluationState>(
  (branches, valueOf, db) => {
    const userId = valueOf(({ userId }) => userId)
    const touched = touchedIds(branches, valueOf)
    return sql<ChangeEvaluationState>`
    ${touched.with}
    select ${jsonArrayFrom(buildPieceQuery(db, userId).where('id', '=', touched.pieces))} as pieces,
      ${jsonArrayFrom(buildPartQuery(db, userId).where('id', '=', touched.parts))} as parts,
      ${jsonArrayFrom(buildPracticeQuery(db, userId).where('id', '=', touched.entries))} as practice,
      array(
        select id from sync_change where user_id = ${userId} and id = ${anyOf(valueOf(({ changeIds }) => changeIds))}
      ) as known,
      ${branches.countsPieces ? undeletedPieces(userId) : sql`null::int`} as "undeletedPieces",
      ${buildPlanExpression(db, userId)} as plan, epoch, revision, minimum_revision as "minimumRevision",
      library_rows as "libraryRows", practice_rows as "practiceRows", day, changes_of_day as "changesOfDay"
    from user_revision, library_epoch where user_id = ${userId}`
  },
)

const undeletedPieces = (userId: RawBuilder<string>) => sql`(
  select count(*)::int from (
    select from piece where user_id = ${userId} and deleted_at is null limit ${MOST_COUNTED_PIECES}::int) as living)`

function touchedIds(branches: Branches, valueOf: CreatePlaceholder<Input>) {
  const { isRetracting, hasSiblings, looksForPieces } = branches
  const ctes = [
    ...(isRetracting
      ? [sql`retracted as ${retractedEntries(valueOf)}`, sql`touched_entry as ${touchedEntries(valueOf)}`]
      : []),
    ...(isRetracting || hasSiblings ? [sql`touched_part as ${touchedParts(branches, valueOf)}`] : []),
  ]
  const [userId, pieces] = [valueOf(({ userId }) => userId), valueOf(({ pieces }) => pieces)]
  const entries = anyOf(valueOf(({ practice }) => practice))
  const parts = ctes.length > 0 ? anyIn('touched_part') : anyOf(valueOf(({ parts }) => parts))
  return {
    parts,
    entries: isRetracting ? anyIn('touched_entry') : entries,
    with: ctes.length > 0 ? sql`with ${sql.join(ctes)}` : sql``,
    // The pieces that changes refer to directly and, if one names none, through its part or practice entry.
    pieces: looksForPieces
      ? sql<string>`any(array(
      select unnest(${pieces}::text[])
      union all
      select piece_id from part where user_id = ${userId} and id = ${parts}
      union all
      select piece_id from practice where user_id = ${userId} and id = ${entries}))`
      : anyOf(pieces),
  }
}

/** `previous_at` is when the device says the part was last practiced before the retracted entry. */
const retractedEntries = (valueOf: CreatePlaceholder<Input>) => sql<{
  part_id: string
  previous_at: number | null
}>`(
  select part_id, least(previous, at) as previous_at
  from unnest(
    ${valueOf(({ retracted }) => retracted.map(({ id }) => id))}::text[],
    ${valueOf(({ retracted }) => retracted.map(({ previousAt }) => previousAt))}::bigint[]) as retract (id, previous)
  join practice on user_id = ${valueOf(({ userId }) => userId)} and practice.id = retract.id
  union all
  select part_id, least(previous, at) from unnest(
    ${valueOf(({ added }) => added.map(({ partId }) => partId))}::text[],
    ${valueOf(({ added }) => added.map(({ previousAt }) => previousAt))}::bigint[],
    ${valueOf(({ added }) => added.map(({ at }) => at))}::bigint[]) as added (part_id, previous, at))`

/**
 * After n retractions, a part was last practiced in one of its newest n + 1 entries or at `previous_at`, as
 * the device says. A retracted entry of that time is read, too, because it rules that time out.
 */
const touchedEntries = (valueOf: CreatePlaceholder<Input>) => sql<{ id: string }>`(
  select unnest(${valueOf(({ practice }) => practice)}::text[]) as id
  union all
  select newest.id from (select part_id, count(*) as times from retracted group by part_id) as practiced
  cross join lateral (
    select id from practice
    where user_id = ${valueOf(({ userId }) => userId)} and part_id = practiced.part_id and retracted_at is null
    order by at desc limit practiced.times + 1) as newest
  union all
  select taken_back.id from (select distinct part_id, previous_at from retracted) as retraction
  cross join lateral (
    select id from practice
    where user_id = ${valueOf(({ userId }) => userId)} and part_id = retraction.part_id
      and at = retraction.previous_at and retracted_at is not null
    limit 1) as taken_back)`

/**
 * A new part is placed after the piece's last part. If earlier changes move up to n parts away from the end,
 * that last part is one of the n + 1 parts that have the highest positions in the database.
 */
function touchedParts({ isRetracting, hasSiblings }: Branches, valueOf: CreatePlaceholder<Input>) {
  const userId = valueOf(({ userId }) => userId)
  const siblings = sql`
  union all
  select sibling.id
  from (
    select piece_id, count(*) as times
    from (
      select unnest(${valueOf(({ grownPieces }) => grownPieces)}::text[]) as piece_id
      union all
      select piece_id from part
      where user_id = ${userId} and id = ${anyOf(valueOf(({ deletedParts }) => deletedParts))}
    ) as judged group by piece_id
  ) as judged
  cross join lateral (
    (select id from part
      where user_id = ${userId} and piece_id = judged.piece_id and deleted_at is null
      limit judged.times + ${MAX_FREE_PARTS_PER_PIECE + 1})
    union all
    (select id from part
      where user_id = ${userId} and piece_id = judged.piece_id
      order by position desc limit ${valueOf(({ moves }) => 1 + moves)})
  ) as sibling`
  return sql`(
  select unnest(${valueOf(({ parts }) => parts)}::text[]) as id
  ${isRetracting ? sql`union all select part_id from retracted` : sql``}
  ${hasSiblings ? siblings : sql``})`
}

const anyOf = (ids: RawBuilder<string[]>) => sql<string>`any(${ids}::text[])`
/** An array instead of a subquery lets PostgreSQL look each id up in the index, even of a large table. */
const anyIn = (ids: 'touched_part' | 'touched_entry') =>
  sql<string>`any(array(select id from ${sql.table(ids)}))`

type ReferencedIds = {
  pieces: string[]
  hasUnnamedPieces: boolean
  addsPieces: boolean
  grownPieces: string[]
  parts: string[]
  deletedParts: string[]
  moves: number
  practice: string[]
  retracted: { id: string; previousAt: number | null }[]
  /** Entries that the changes both add and retract; the database may have no rows with their values yet. */
  added: { partId: string; at: number; previousAt: number | null }[]
}

function collectReferencedIds(changes: readonly Change[]): ReferencedIds {
  const named: ReferencedIds = {
    pieces: [],
    hasUnnamedPieces: false,
    addsPieces: false,
    grownPieces: [],
    parts: [],
    deletedParts: [],
    moves: 0,
    practice: [],
    retracted: [],
    added: [],
  }
  for (const change of changes) name(named, change)
  const retracts = Map.groupBy(named.retracted, ({ id }) => id)
  for (const { kind, args, at } of changes) {
    if (kind !== 'practice.add') continue
    for (const { previousAt } of retracts.get(args.id) ?? [])
      named.added.push({ partId: args.partId, at, previousAt })
  }
  return named
}

function name(named: ReferencedIds, change: Change): void {
  const { rows, adds } = definitionOfChangeKind(change)
  const { pieces = [], parts = [], practice = [] } = rows(change.args)
  named.pieces.push(...pieces)
  if (pieces.length === 0) named.hasUnnamedPieces = true
  named.parts.push(...parts)
  named.practice.push(...practice)
  const { kind, args } = change
  if (adds === 'piece') named.addsPieces = true
  if (adds === 'part') named.grownPieces.push(...pieces)
  if (kind === 'part.delete') named.deletedParts.push(args.id)
  if (kind === 'part.patch' && args.position !== undefined) named.moves += 1
  if (kind === 'practice.retract') named.retracted.push({ id: args.id, previousAt: args.lastPracticed })
}
