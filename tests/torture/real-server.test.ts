import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase, stopMemoryDatabases } from '#tests/database/memory-database.ts'
import { tries } from '#tests/repository/tries.ts'
import { visible } from '#tests/sync/visible-library.ts'
import { ModelServer } from './model-server.ts'
import { play } from './play.ts'
import { realServer } from './real-server.ts'
import { NOTHING_FOUND, reportOf } from './report.ts'
import { aStory } from './steps.ts'

const RUNS = tries(8, 30)

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(async () => {
  await database.close()
  // The clock of the stories is months ahead: PostgreSQL has set a timer by it that goes off all the time in ours.
  await stopMemoryDatabases()
})

test('[SC3] the server’s own code on PGlite keeps every promise in such stories, and ends where the model ends', async () => {
  const details = await fc.check(
    fc.asyncProperty(aStory(60), async story => {
      const model = new ModelServer(story.role, {}, MAX_ROWS_PER_RESPONSE)
      await play(story, model)
      const real = await realServer(database, story.role)
      const { faults } = await play(story, real)
      if (faults.length > 0) throw new Error(faults.slice(0, 3).join('\n'))
      expect(visible(await real.library())).toEqual(visible(await model.library()))
    }),
    { numRuns: RUNS },
  )
  expect(reportOf(details)).toBe(NOTHING_FOUND)
}, 240_000)
