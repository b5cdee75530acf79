import { expect, test } from 'vitest'
import { migrations } from '#server/database/migrations/migrations.ts'
import { captureQueries } from './captured-query.ts'
import { CONTRACTS, contractingParts } from './migration-steps.ts'

test('[DB45] a migration only adds, so that servers of the version before go on; others say why they may', async () => {
  const contracting: string[] = []
  for (const [name, migration] of Object.entries(migrations)) {
    const statements = await captureQueries({}, db => migration.up(db))
    expect(statements.length).toBeGreaterThan(0)
    if (statements.some(({ sql }) => contractingParts(sql).length > 0)) contracting.push(name)
  }
  expect(contracting).toEqual(Object.keys(CONTRACTS))
})

test.each([
  ['alter table piece add column composer text', []],
  ['alter table piece add column on_hold boolean not null default false', []],
  ['create table a (b text not null primary key)', []],
  ['drop index event_user_id', []],
  ['alter table piece drop column click', ['drop column']],
  ['alter table piece rename column click to pulse', ['rename']],
  ['alter table practice alter column seconds set not null', ['set not null']],
  ['alter table part alter column position type bigint', ['alter column position type']],
  ['alter table piece add column a text, add column b int not null', ['add column b int not null']],
  ['drop table avatar', ['drop table']],
])('[DB45] control: %j', (statement, parts) => {
  expect(contractingParts(statement)).toEqual(parts)
})
