import { CompiledQuery, sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/database/database.ts'

/** The tables that grow with what musicians do, all kept by user first (rule DB7). */
const TABLES_BY_USER = ['user_revision', 'piece', 'part', 'practice', 'sync_change', 'subscription'] as const
const PARTITIONS = 8

/** Replaces the tables of users by ones that are hash-partitioned by user_id, with the same constraints and indexes. */
export async function distributeByUser({ db }: Database): Promise<void> {
  for (const table of TABLES_BY_USER) {
    const statements = [
      `alter table ${table} rename to ${table}_whole`,
      `create table ${table} (like ${table}_whole including all) partition by hash (user_id)`,
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

const Plan = z.looseObject({
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Plan).default([])
  },
})

/** Returns the numbers of the partitions that the plan of a statement reads or writes. */
export async function findPartitionsUsed(
  { db }: Database,
  { sql: text, parameters }: CompiledQuery,
): Promise<string[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]))
  const parsed = z.object({ 'QUERY PLAN': z.array(z.object({ Plan })) }).parse(rows[0])
  const partition = new RegExp(`^(?:${TABLES_BY_USER.join('|')})_(\\d+)$`)
  const relations = parsed['QUERY PLAN'].flatMap(({ Plan: plan }) => relationsOf(plan))
  return [...new Set(relations.flatMap(name => partition.exec(name)?.[1] ?? []))]
}

const relationsOf = (plan: z.infer<typeof Plan>): string[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
  ...plan.Plans.flatMap(relationsOf),
]
