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

/** Returns the first statement that `run` sends to this database. It is not executed; its result is this row. */
export async function captureStatement(
  db: Kysely<Tables>,
  row: Record<string, unknown>,
  run: () => Promise<unknown>,
): Promise<CompiledQuery> {
  const spy = vi.spyOn(db.getExecutor(), 'executeQuery').mockResolvedValue({ rows: [row] })
  await run()
  const [query] = spy.mock.calls[0] ?? []
  spy.mockRestore()
  if (query === undefined) throw new Error('no statement')
  return query
}

export async function maxRowsReadByPlan(db: Kysely<Tables>, statement: Statement): Promise<number> {
  const steps = allSteps(await planOf(db, statement, 'analyze,'))
  return Math.max(
    ...steps.map(step => (step['Actual Rows'] + step['Rows Removed by Filter']) * step['Actual Loops']),
  )
}

export async function relationsOfPlan(db: Kysely<Tables>, statement: Statement): Promise<string[]> {
  return allSteps(await planOf(db, statement, '')).flatMap(step => step['Relation Name'] ?? [])
}

/** Steps that can scan a whole relation. Bitmap Heap Scan and Tid Scan read only rows already located. */
const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan'])

/**
 * Returns the steps that scan a whole large table or index, such as `Seq Scan of session`. Index scans below a
 * Limit are left out, because they end after the first rows.
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
  // Only these steps stop their children when the limit is reached.
  const childrenEndEarly =
    type === 'Limit' || (isLimited && ['Nested Loop', 'LockRows', 'Subquery Scan'].includes(type))
  return [...here, ...step.Plans.flatMap(below => wholeScans(below, isLarge, childrenEndEarly))]
}

/** Returns the tables and indexes with more than this number of rows, by the statistics of the last `analyze`. */
export async function largeRelations(db: Kysely<Tables>, rows: number): Promise<ReadonlySet<string>> {
  const found = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'i') and reltuples > ${rows} and relnamespace = 'public'::regnamespace`.execute(db)
  return new Set(found.rows.map(({ name }) => name))
}
