import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { captureQueries } from '#tests/database/captured-query.ts'
import { createCompiledStatement } from './statements.ts'

test('[LS5] a statement that is built once takes its values from each execution', async () => {
  const built: boolean[] = []
  const select = createCompiledStatement<{ withLimit: boolean }, { userId: string }, unknown>(
    ({ withLimit }, valueOf) => {
      built.push(withLimit)
      const limit = sql`limit ${3}`
      return sql`select from piece where user_id = ${valueOf(({ userId }) => userId)} ${withLimit ? limit : sql``}`
    },
  )
  const queries = await captureQueries({}, async db => {
    await select(db, { withLimit: false }, { userId: 'first' })
    await select(db, { withLimit: true }, { userId: 'second' })
    await select(db, { withLimit: false }, { userId: 'third' })
  })
  const statement = 'select from piece where user_id = $1'
  expect(queries.map(({ sql, parameters }) => [sql.trim(), parameters])).toEqual([
    [statement, ['first']],
    [`${statement} limit $2`, ['second', 3]],
    [statement, ['third']],
  ])
  expect(built).toEqual([false, true])
})
