import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectToPostgres, openConnectedLink } from './connected-link.ts'
import { createRevisionBus } from './revision-bus.ts'
import type { Tables } from './tables.ts'

test('[HT12] it ends, too, while its connection is still being opened', async () => {
  const silent = createServer(socket => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const url = `postgres://postgres@127.0.0.1:${port}/nothing`
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  })

  const options = {
    db,
    log: pino({ level: 'silent' }),
    to: 'nothing',
    connect: connectToPostgres(db, url, 'test'),
  }
  const openBus = () => createRevisionBus(subscribers => openConnectedLink(options, subscribers))
  const before = openBus()
  const during = openBus()
  const isEnded = before.close().then(() => true)
  await once(silent, 'connection')
  await during.close()

  expect(await isEnded).toBe(true)
  await db.destroy()
  silent.close()
})
