import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase, stopMemoryDatabases } from '#tests/database/memory-database.ts'
import { repetitions } from '#tests/repository/repetitions.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import { ModelServer } from './model-server.ts'
import { formatReport, NOTHING_FOUND, playStory } from './play.ts'
import { startRealServer } from './real-server.ts'
import { aStory } from './steps.ts'

const RUNS = repetitions(8, 20)

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(async () => {
  await database.close()
  // PostgreSQL set a timer by the stories' clock, months ahead. By the real clock it would fire all the time.
  await stopMemoryDatabases()
})

test('[ME8] the server’s own code on PGlite keeps every promise in random stories and ends in the same state as the model', async () => {
  const details = await fc.check(
    fc.asyncProperty(aStory(60), async story => {
      const model = new ModelServer(story.role, {}, MAX_ROWS_PER_RESPONSE)
      await playStory(story, model)
      const real = await startRealServer(database, story.role)
      const { faults } = await playStory(story, real)
      if (faults.length > 0) throw new Error(faults.slice(0, 3).join('\n'))
      expect(visibleLibrary(await real.library())).toEqual(visibleLibrary(await model.library()))
    }),
    { numRuns: RUNS },
  )
  expect(formatReport(details)).toBe(NOTHING_FOUND)
}, 240_000)
