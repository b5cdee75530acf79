import { CompiledQuery, sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Tables } from '#server/database/tables.ts'

const Step = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(Step).default([])
  },
})
type PlanStep = z.infer<typeof Step>

/** Steps that read a table or an index. A bitmap's heap is read where its index says, and a row of a known place alone. */
const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan'])

/**
 * Returns the steps of a statement's plan that go through a whole table or index, as `Seq Scan of session`. Those below a
 * Limit in the order of an index do not, because they end with its first rows. Small tables do not count.
 */
export async function wholeScansOf(
  db: Kysely<Tables>,
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>,
  isLarge: (relation: string) => boolean,
): Promise<string[]> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`explain (format json) ${statement.sql}`, [...statement.parameters]),
  )
  const [plan] = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Step })) })).parse(rows)
  return (plan?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => wholeScans(Plan, isLarge, false))
}

function wholeScans(step: PlanStep, isLarge: (relation: string) => boolean, isLimited: boolean): string[] {
  const type = step['Node Type']
  const relation = step['Relation Name'] ?? step['Index Name'] ?? ''
  const isWhole = SCANS.has(type) && step['Index Cond'] === undefined && isLarge(relation)
  const endsEarly = isLimited && type.startsWith('Index')
  const here = isWhole && !endsEarly ? [`${type} of ${relation}`] : []
  // Only a row-by-row step passes on that no more rows are wanted.
  const passesOn =
    type === 'Limit' || (isLimited && ['Nested Loop', 'LockRows', 'Subquery Scan'].includes(type))
  return [...here, ...step.Plans.flatMap(below => wholeScans(below, isLarge, passesOn))]
}

/** Returns the tables and indexes with more than so many rows, by the statistics of the database. */
export async function largeRelations(db: Kysely<Tables>, rows: number): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'i') and reltuples > ${rows} and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  return new Set(found.rows.map(({ name }) => name))
}
