import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { relationsOfPlan } from './statement-plan.ts'

/** The tables that grow with what musicians do, all kept by user first (rule DB18), and the limits, each by its own key. */
const PARTITIONED_BY = {
  user_revision: 'user_id',
  piece: 'user_id',
  part: 'user_id',
  practice: 'user_id',
  sync_change: 'user_id',
  subscription: 'user_id',
  avatar: 'user_id',
  rate_limit: 'key',
} as const
const NAMES = Object.keys(PARTITIONED_BY).join('|')
const PARTITIONS = 8

/** Replaces the tables of users and the limits by hash-partitioned ones, with the same constraints and indexes. */
export async function distributeByUser({ db }: Database): Promise<void> {
  for (const [table, column] of Object.entries(PARTITIONED_BY)) {
    const statements = [
      `alter table ${table} rename to ${table}_whole`,
      `create table ${table} (like ${table}_whole including all) partition by hash (${column})`,
      ...Array.from(
        { length: PARTITIONS },
        (_, remainder) =>
          `create table ${table}_${remainder} partition of ${table}
            for values with (modulus ${PARTITIONS}, remainder ${remainder})`,
      ),
      `insert into ${table} select * from ${table}_whole`,
      `drop table ${table}_whole`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/**
 * Runs code and returns the statements on partitioned tables that all servers of this process send meanwhile, as they
 * are sent: Kysely's plugins see parts of statements as well.
 */
export async function capturePartitionedStatements(run: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    const calls: unknown[][] = sent.mock.calls
    const isPartitioned = new RegExp(`\\b(?:${NAMES})\\b`)
    return calls.flatMap(([text, values]) =>
      typeof text === 'string' && isPartitioned.test(text) && Array.isArray(values)
        ? [CompiledQuery.raw(text, values)]
        : [],
    )
  } finally {
    sent.mockRestore()
  }
}

/** Returns the numbers of the partitions that the plan of a statement reads or writes. */
export async function findPartitionsUsed({ db }: Database, statement: CompiledQuery): Promise<string[]> {
  const partition = new RegExp(`^(?:${NAMES})_(\\d+)$`)
  const relations = await relationsOfPlan(db, statement)
  return [...new Set(relations.flatMap(name => partition.exec(name)?.[1] ?? []))]
}

/** Returns the texts of the statements whose plan names more than one partition, each once. */
export async function findStatementsAcross(
  database: Database,
  statements: readonly CompiledQuery[],
): Promise<string[]> {
  const across = new Set<string>()
  for (const statement of statements)
    if ((await findPartitionsUsed(database, statement)).length > 1)
      across.add(statement.sql.replaceAll(/\s+/g, ' ').trim())
  return [...across]
}
