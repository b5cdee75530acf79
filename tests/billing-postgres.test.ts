import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { billingContract } from './billing-contract.ts'
import { never } from './billing-shop.ts'
import { silent } from './library-server.ts'
import { startPostgres } from './postgres.ts'
import type { PostgresServer } from './postgres.ts'

let postgres: PostgresServer | null = null
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

async function openNode(url: string) {
  const opened = await openDatabase(
    { database: { kind: 'postgres', url, directUrl: url }, live: 'poll' },
    silent,
  )
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

billingContract({
  name: 'PostgreSQL',
  async open() {
    const url = (await postgres?.createDatabase()) ?? never()
    return [await openNode(url), await openNode(url)]
  },
})
