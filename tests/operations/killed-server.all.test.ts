import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startMusician } from './saving-musician.ts'

const ROUNDS = 3
const MUSICIANS = 4
const SAVES_PER_ROUND = 8

const databases = [
  { name: 'the embedded database', start: async () => ({ env: {}, stop: async () => {} }) },
  {
    name: 'PostgreSQL',
    start: async () => {
      const postgres = await startPostgres({ fsync: true })
      return { env: { DATABASE_URL: await postgres.createDatabase() }, stop: () => postgres.stop() }
    },
  },
]

test.each(databases)(
  '[SC14] a server on $name that is killed again and again under load loses nothing it has acknowledged',
  async ({ start }) => {
    const { env, stop } = await start()
    const dataDir = await mkdtemp(join(tmpdir(), 'dacapo-killed-'))
    const settings = { dataDir, env }
    let server = await startServerProcess(settings)
    try {
      const { port } = new URL(server.origin)
      const musicians = await Promise.all(
        Array.from({ length: MUSICIANS }, (_, number) =>
          startMusician(server, `musician-${number}@example.org`),
        ),
      )
      const count = () => musicians.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = count()
        // A save without a response is not acknowledged.
        const cutOff = Promise.all(musicians.map(musician => musician.saveUntilCutOff(1)))
        while (count() < before + SAVES_PER_ROUND) await pause(1)
        await server.stop('SIGKILL')
        expect(await cutOff).toEqual(musicians.map(() => 'cut off'))
        server = await startServerProcess({ ...settings, port: Number(port) })
      }
      expect(count()).toBeGreaterThanOrEqual(ROUNDS * SAVES_PER_ROUND)
      for (const musician of musicians) expect(await musician.missingAt(server)).toEqual([])
    } finally {
      await server.stop('SIGKILL')
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
  600_000,
)
