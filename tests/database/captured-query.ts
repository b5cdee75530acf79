import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

/** Runs code and returns the SQL statements that it sends. None reaches a database; each is answered with `row`. */
export async function captureQueries(
  row: Record<string, unknown>,
  run: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const captured: CompiledQuery[] = []
  class CapturingDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery(query: CompiledQuery) {
          captured.push(query)
          // Rows of whatever type the caller expects.
          return { rows: [row as never] }
        },
        streamQuery: () => {
          throw new Error('nothing is streamed')
        },
      }
    }
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new CapturingDriver(),
      createIntrospector: inner => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  await run(db)
  return captured
}

const Plan = z.looseObject({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  get Plans() {
    return z.array(Plan).default([])
  },
})

/** Explains a statement and returns the largest number of rows that any step of its plan reads. */
export async function maxRowsReadByPlan(
  { db }: Database,
  { sql, parameters }: CompiledQuery,
): Promise<number> {
  const explained = await db.executeQuery(
    CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
  )
  const [row] = explained.rows
  const plans = z.object({ 'QUERY PLAN': z.array(z.object({ Plan })) }).parse(row)
  return Math.max(...plans['QUERY PLAN'].map(({ Plan: plan }) => most(plan)))
}

const most = (plan: z.infer<typeof Plan>): number =>
  Math.max(
    (plan['Actual Rows'] + plan['Rows Removed by Filter']) * plan['Actual Loops'],
    ...plan.Plans.map(most),
  )
