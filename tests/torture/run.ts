import fc from 'fast-check'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase, stopMemoryDatabases } from '#tests/database/memory-database.ts'
import { ModelServer } from '#tests/torture/model-server.ts'
import { formatReport, playStory } from '#tests/torture/play.ts'
import { startRealServer } from '#tests/torture/real-server.ts'
import { aStory } from '#tests/torture/steps.ts'
import { runInForeground } from '../../scripts/set-up/child.mjs'
import { pinnedNodePath, root } from '../../scripts/set-up/paths.mjs'
import { provideChromium } from '../../scripts/test/browser.ts'
import { TORTURE_TESTS_VARIABLE } from '../../scripts/test/test-tags.ts'

// npm run torture -- 600 100: plays random stories for ten minutes, every tenth batch against the real server
// code, then kills a browser a hundred times right after "saved", then records a minute of clicks at each of five
// tempos. Prints the seed of a failure, for a test of its own.
const [seconds = 600, kills = 100] = process.argv.slice(2).map(Number)
const BATCH_SIZE = 500
const BATCH_SIZE_ON_PGLITE = 25
const MAX_STEPS = 120

const totals = { stories: 0, steps: 0, rounds: 0 }

const database = await openMemoryDatabase()
const isPassed = await allStoriesPass(database)
await database.close()
await stopMemoryDatabases()
if (!isPassed) process.exitCode = 1
else if (kills > 0) {
  await runBrowserTests({ KILLS: String(kills) }, 'sync/scenarios', '-g', 'SC1[2-6]')
  const torture = { [TORTURE_TESTS_VARIABLE]: '1' }
  await runBrowserTests(torture, 'every-click', '-g', '@torture', '--fully-parallel')
}

async function allStoriesPass(database: Database): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  for (let batch = 1; performance.now() < end; batch += 1) {
    const isReal = batch % 10 === 0
    const story = fc.asyncProperty(aStory(MAX_STEPS), async story => {
      const server = isReal ? await startRealServer(database, story.role) : new ModelServer(story.role)
      const { faults, steps, rounds } = await playStory(story, server)
      totals.stories += 1
      totals.steps += steps
      totals.rounds += rounds
      if (faults.length > 0) throw new Error(faults.slice(0, 3).join('\n'))
    })
    const details = await fc.check(story, { numRuns: isReal ? BATCH_SIZE_ON_PGLITE : BATCH_SIZE })
    const stats = Object.entries(totals).map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    process.stdout.write(`seed ${details.seed}${isReal ? ' on PGlite' : ''}: ${stats.join(', ')}\n`)
    if (!details.failed) continue
    process.stderr.write(`${formatReport(details)}\n`)
    return false
  }
  return true
}

async function runBrowserTests(environment: Record<string, string>, ...chosen: string[]) {
  const failure = await provideChromium()
  if (failure !== null) throw new Error(failure)
  Object.assign(process.env, environment)
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const code = await runInForeground(pinnedNodePath, [playwright, 'test', ...chosen])
  if (code !== 0) process.exitCode = code
}
