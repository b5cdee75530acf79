import { CompiledQuery, sql, type Kysely } from 'kysely'
import { vi } from 'vitest'
import * as z from 'zod'
import type { Tables } from '#server/database/tables.ts'

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

const Step = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  // With `analyze` only.
  'Actual Rows': z.number().default(NaN),
  'Actual Loops': z.number().default(NaN),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(Step).default([])
  },
})
type PlanStep = z.infer<typeof Step>
const Plan = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Step })]) })])

async function planOf(db: Kysely<Tables>, statement: Statement, options: string): Promise<PlanStep> {
  const explain = `explain (${options} format json) ${statement.sql}`
  const { rows } = await db.executeQuery(CompiledQuery.raw(explain, [...statement.parameters]))
  return Plan.parse(rows)[0]['QUERY PLAN'][0].Plan
}

const allSteps = (step: PlanStep): PlanStep[] => [step, ...step.Plans.flatMap(allSteps)]

/** Runs code and returns the first statement that it sends to this database, which is not run: it gets this row. */
export async function captureStatement(
  db: Kysely<Tables>,
  row: Record<string, unknown>,
  run: () => Promise<unknown>,
): Promise<CompiledQuery> {
  const sent = vi.spyOn(db.getExecutor(), 'executeQuery').mockResolvedValue({ rows: [row] })
  await run()
  const [query] = sent.mock.calls[0] ?? []
  sent.mockRestore()
  if (query === undefined) throw new Error('no statement')
  return query
}

/** Explains a statement and returns the largest number of rows that any step of its plan reads. */
export async function maxRowsReadByPlan(db: Kysely<Tables>, statement: Statement): Promise<number> {
  const steps = allSteps(await planOf(db, statement, 'analyze,'))
  return Math.max(
    ...steps.map(step => (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops']),
  )
}

/** Returns the tables that the plan of a statement reads or writes. */
export async function relationsOfPlan(db: Kysely<Tables>, statement: Statement): Promise<string[]> {
  return allSteps(await planOf(db, statement, '')).flatMap(step => step['Relation Name'] ?? [])
}

/** Steps that read a table or an index. A bitmap's heap is read where its index says, and a row of a known place alone. */
const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan'])

/**
 * Returns the steps of a statement's plan that go through a whole table or index, as `Seq Scan of session`. Those below a
 * Limit in the order of an index do not, because they end with its first rows. Small tables do not count.
 */
export async function wholeScansOf(
  db: Kysely<Tables>,
  statement: Statement,
  isLarge: (relation: string) => boolean,
): Promise<string[]> {
  return wholeScans(await planOf(db, statement, ''), isLarge, false)
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
  const found = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'i') and reltuples > ${rows} and relnamespace = 'public'::regnamespace`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
