import fc from 'fast-check'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/memory-database.ts'
import { ModelServer } from '#tests/torture/model-server.ts'
import { play } from '#tests/torture/play.ts'
import { realServer } from '#tests/torture/real-server.ts'
import { reportOf } from '#tests/torture/report.ts'
import { aStory } from '#tests/torture/steps.ts'
import { runInForeground } from './set-up/child.mjs'
import { ownNode, root } from './set-up/places.mjs'
import { getBrowser } from './test/browser.ts'

// npm run torture -- 600 100: random stories for ten minutes, every tenth lot of them against the server's own code,
// then a hundred browsers killed right after "saved", then a minute of click at each of five tempos. A seed that fails is
// printed, for a test with a name.
const [seconds = 600, kills = 100] = process.argv.slice(2).map(Number)
const LOT = 500
const LOT_ON_PGLITE = 25
/** Longer than in every run: what needs many steps to go wrong has them here. */
const LONGEST = 120

let stories = 0
let steps = 0
let rounds = 0

async function main() {
  const database = await openMemoryDatabase()
  let holds = false
  try {
    holds = await tellStories(database)
  } finally {
    await database.close()
  }
  if (!holds || kills === 0) return
  await inBrowser({ KILLS: String(kills) }, 'scenarios-', '-g', 'SC1[2-6]')
  await inBrowser({ THOROUGH: '1' }, 'metronome-exact', '-g', '@thorough', '--fully-parallel')
}

/** Random stories until the time is over, or until one goes wrong; gives whether all went well. */
async function tellStories(database: Database): Promise<boolean> {
  const end = performance.now() + seconds * 1000
  for (let lot = 1; performance.now() < end; lot += 1) {
    const isReal = lot % 10 === 0
    const story = fc.asyncProperty(aStory(LONGEST), async story => {
      const server = isReal ? await realServer(database, story.role) : new ModelServer(story.role)
      const played = await play(story, server)
      stories += 1
      steps += played.steps
      rounds += played.rounds
      if (played.faults.length > 0) throw new Error(played.faults.slice(0, 3).join('\n'))
    })
    const details = await fc.check(story, { numRuns: isReal ? LOT_ON_PGLITE : LOT })
    process.stdout.write(`seed ${details.seed}${isReal ? ' on PGlite' : ''}: ${figures()}\n`)
    if (!details.failed) continue
    fail(reportOf(details))
    return false
  }
  return true
}

async function inBrowser(environment: Record<string, string>, ...chosen: string[]) {
  const browser = await getBrowser()
  if (browser.kind === 'none') return fail(browser.message)
  Object.assign(process.env, { CHROMIUM_PATH: browser.path, ...environment })
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const code = await runInForeground(ownNode, [playwright, 'test', ...chosen])
  if (code !== 0) process.exitCode = code
}

const figures = () =>
  `${stories.toLocaleString('en')} stories, ${steps.toLocaleString('en')} steps, ${rounds.toLocaleString('en')} rounds`

function fail(message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

await main()
