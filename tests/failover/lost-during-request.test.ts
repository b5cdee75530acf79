import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '#tests/database/postgres.ts'
import { openDatabaseNode } from '#tests/database/database-on-postgres.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'

test('[DB8] a request whose connection is lost is answered 503, also where the database is back at once', async () => {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const server = await aServer({}, { database: await openDatabaseNode(url) })
  const browser = await createSignedInBrowser(server, 'anna@example.org')
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  const isWaiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const countWaiting = async () => (await operator.query(`select pid ${isWaiting}`)).rowCount
  for (const path of ['/api/v1/session', '/api/v1/account/export?format=json']) {
    await operator.query('begin')
    await operator.query('lock table session in access exclusive mode')
    const answer = browser.get(path)
    await expect.poll(countWaiting).toBe(1)
    await operator.query(`select pg_terminate_backend(pid) ${isWaiting}`)
    await operator.query('rollback')
    const { status, headers } = await answer
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect((await browser.get(path)).status).toBe(200)
  }
  await operator.end()
  await server.close()
  await postgres.stop()
})
