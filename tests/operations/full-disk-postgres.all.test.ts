import pg from 'pg'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startMusician } from './saving-musician.ts'
import { canMountSmallDisk, mountSmallDisk } from './small-disk.ts'

/** A little more than an empty cluster with its WAL needs. */
const MEGABYTES = 150
const RECOVERY_TIMEOUT_MILLISECONDS = 30_000

test.skipIf(!canMountSmallDisk)(
  '[DB17] while the disk of PostgreSQL is full, also after it ends, the server answers 503 and loses nothing acknowledged',
  async () => {
    const disk = mountSmallDisk(MEGABYTES)
    const postgres = await startPostgres({ disk: disk.folder })
    const url = await postgres.createDatabase()
    const server = await startServerProcess({ env: { DATABASE_URL: url } })
    try {
      const musician = await startMusician(server)
      const outcomes = new Set<string>()
      for (let time = 0; time < 2; time += 1) {
        disk.fill()
        for (let number = 0; number < 50; number += 1) outcomes.add(await musician.save(10))
        // PostgreSQL panics without room for its WAL, finds none during its recovery either, and ends.
        while (postgres.isRunning()) {
          await writeMegabyteOfWal(url)
          outcomes.add(await musician.save(10))
        }
        expect(postgres.log()).toMatch(/PANIC: .*No space left on device/)
        for (let number = 0; number < 50; number += 1) outcomes.add(await musician.save(10))
        expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)

        disk.makeRoom()
        await postgres.restart()
        await expect.poll(() => musician.save(10), { timeout: RECOVERY_TIMEOUT_MILLISECONDS }).toBe('applied')
        expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
        expect(await musician.missingAt(server)).toEqual([])
      }
      outcomes.delete('applied')
      expect([...outcomes]).toEqual(['503 unavailable 5'])
    } finally {
      await server.stop()
      await postgres.stop()
      disk.unmount()
    }
  },
)

async function writeMegabyteOfWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`)
  } catch {
    // The disk is full, or PostgreSQL has ended.
  } finally {
    await client.end().catch(() => {})
  }
}
