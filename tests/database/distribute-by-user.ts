import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { relationsOfPlan } from './statement-plan.ts'

const PARTITION_KEYS = {
  user_revision: 'user_id',
  piece: 'user_id',
  part: 'user_id',
  practice: 'user_id',
  sync_change: 'user_id',
  subscription: 'user_id',
  avatar: 'user_id',
  rate_limit: 'key',
} as const
const TABLES = Object.keys(PARTITION_KEYS).join('|')
const PARTITIONS = 8

export async function distributeByUser({ db }: Database): Promise<void> {
  for (const [table, column] of Object.entries(PARTITION_KEYS)) {
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

/** Returns the statements on partitioned tables that `run` sends to pg. Kysely plugins also see parts of statements. */
export async function capturePartitionedStatements(run: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    const calls: unknown[][] = sent.mock.calls
    const isPartitioned = new RegExp(`\\b(?:${TABLES})\\b`)
    return calls.flatMap(([text, values]) =>
      typeof text === 'string' && isPartitioned.test(text) && Array.isArray(values)
        ? [CompiledQuery.raw(text, values)]
        : [],
    )
  } finally {
    sent.mockRestore()
  }
}

export async function findPartitionsUsed({ db }: Database, statement: CompiledQuery): Promise<string[]> {
  const partition = new RegExp(`^(?:${TABLES})_(\\d+)$`)
  const relations = await relationsOfPlan(db, statement)
  return [...new Set(relations.flatMap(name => partition.exec(name)?.[1] ?? []))]
}

export async function findCrossPartition(
  database: Database,
  statements: readonly CompiledQuery[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const statement of statements)
    if ((await findPartitionsUsed(database, statement)).length > 1)
      found.add(statement.sql.replaceAll(/\s+/g, ' ').trim())
  return [...found]
}
