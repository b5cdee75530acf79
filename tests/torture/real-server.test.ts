import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROWS_PER_ANSWER } from '#core/sync-protocol.ts'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/memory-database.ts'
import { visible } from '#tests/visible-library.ts'
import { ModelServer } from './model-server.ts'
import { play } from './play.ts'
import { realServer } from './real-server.ts'
import { NOTHING_FOUND, reportOf } from './report.ts'
import { aStory } from './steps.ts'

const RUNS = 30

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())

test('[SC3] the server’s own code on PGlite keeps every promise in such stories, and ends where the model ends', async () => {
  const details = await fc.check(
    fc.asyncProperty(aStory(60), async story => {
      const model = new ModelServer(story.role, {}, ROWS_PER_ANSWER)
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
