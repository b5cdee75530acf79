import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DISK_FAILURE_EXIT_CODE } from '#server/database/durable-file-system.ts'
import { startServerProcess, type RunningServer } from '../../e2e/running-server.ts'
import { startMusician } from './saving-musician.ts'
import { canMountSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** A little more than an empty embedded database with its WAL needs. */
const MEGABYTES = 150

type SmallDiskServer = {
  disk: SmallDisk
  dataDir: string
  start: () => Promise<RunningServer>
}

async function withSmallDisk(run: (place: SmallDiskServer) => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(MEGABYTES)
  const dataDir = join(disk.folder, 'data')
  const started: RunningServer[] = []
  async function start(): Promise<RunningServer> {
    const server = await startServerProcess({ dataDir })
    started.push(server)
    return server
  }
  try {
    await run({ disk, dataDir, start })
  } finally {
    await started.at(-1)?.stop('SIGKILL')
    disk.unmount()
  }
}

test.skipIf(!canMountSmallDisk)(
  '[DB20] on a full disk nothing is acknowledged that is not stored, a stopped server does not start, and with space again saving works',
  () =>
    withSmallDisk(async ({ disk, start }) => {
      const server = await start()
      const musician = await startMusician(server)
      disk.fill()
      const outcomes = new Set<string>()
      for (let number = 0; number < 100; number += 1) outcomes.add(await musician.save(1))
      expect([...outcomes].filter(outcome => outcome !== 'applied')).toEqual(['503 unavailable 5'])
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      disk.makeRoom()
      expect(await musician.save(1)).toBe('applied')

      await server.stop()
      disk.fill()
      await expect(start()).rejects.toThrow(/Its disk has 0 MB left, .* make room there/)
      disk.makeRoom()
      expect(await musician.missingAt(await start())).toEqual([])
    }),
)

test.skipIf(!canMountSmallDisk)(
  '[DB20] without room for its log the server ends at once and says why, also at its start, and loses nothing',
  () =>
    withSmallDisk(async ({ disk, dataDir, start }) => {
      const server = await start()
      const musician = await startMusician(server)
      // Enough for the rows of the rounds, but not for another WAL segment.
      disk.fill(12 * 2 ** 20)
      expect(await musician.saveUntilCutOff()).toBe('cut off')
      expect(await server.exited).toBe(DISK_FAILURE_EXIT_CODE)
      expect(server.output()).toContain(`The disk of ${join(dataDir, 'database')} is full`)
      expect(musician.acknowledged.length).toBeGreaterThan(1000)

      // Recovery needs room for the WAL too.
      disk.fill()
      await expect(start()).rejects.toThrow(/ended with 74:\nThe disk of \S+ is full/)

      disk.makeRoom()
      expect(await musician.missingAt(await start())).toEqual([])
      expect(await musician.save(50)).toBe('applied')
    }),
)
