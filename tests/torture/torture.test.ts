import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelServer, type PlantedFaults } from './model-server.ts'
import { formatReport, NOTHING_FOUND, playStory } from './play.ts'
import { repetitions } from '#tests/repository/repetitions.ts'
import { aStory } from './steps.ts'

// The stories are new in every run; `npm run torture` plays more of them.
const RUNS = repetitions(400, 1200)
const TIMEOUT_MS = 240_000
const MAX_STEPS = 60

const noFaults = (faults?: PlantedFaults) =>
  fc.asyncProperty(aStory(MAX_STEPS), async story => {
    const { faults: found } = await playStory(story, new ModelServer(story.role, faults))
    if (found.length > 0) throw new Error(found.slice(0, 3).join('\n'))
  })

test(
  `[ME8] in ${RUNS} random stories of three devices all end with one state, each change in it once, within the rules`,
  async () => {
    const details = await fc.check(noFaults(), { numRuns: RUNS })
    expect(formatReport(details)).toBe(NOTHING_FOUND)
  },
  TIMEOUT_MS,
)

// The checks must find each of these faults.
const planted: [string, () => PlantedFaults][] = [
  ['forgets one change in twenty that it called applied', () => ({ dropsAppliedChange: everyNth(20) })],
  ['applies a change again that was sent twice', () => ({ appliesDuplicates: true })],
  ['keeps the edit that arrives last, not the one with the latest stamp', () => ({ ignoresStamps: true })],
]

test.each(planted)('[ME8] a server that %s is found within 1,000 runs', async (_, fault) => {
  const details = await fc.check(noFaults(fault()), { numRuns: 1000, endOnFailure: true })
  expect(details.failed).toBe(true)
})

function everyNth(n: number) {
  let count = 0
  return () => ++count % n === 0
}
