import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelServer, type PlantedFaults } from './model-server.ts'
import { formatReport, NOTHING_FOUND, playStory } from './play.ts'
import { repetitions } from '#tests/repository/tries.ts'
import { aStory } from './steps.ts'

// Another story every time; npm run torture tells them for as long as one wants.
const RUNS = repetitions(400, 1200)
const LONGEST_MS = 240_000
const LONGEST = 60

const inOrder = (faults?: PlantedFaults) =>
  fc.asyncProperty(aStory(LONGEST), async story => {
    const { faults: found } = await playStory(story, new ModelServer(story.role, faults))
    if (found.length > 0) throw new Error(found.slice(0, 3).join('\n'))
  })

test(
  `[ME8] in ${RUNS} random stories of three devices all end with one state, each change in it once, within the rules`,
  async () => {
    const details = await fc.check(inOrder(), { numRuns: RUNS })
    expect(formatReport(details)).toBe(NOTHING_FOUND)
  },
  LONGEST_MS,
)

// What is a net worth in which nothing is ever caught? Each of these must be found.
const planted: [string, () => PlantedFaults][] = [
  ['forgets one change in twenty that it called applied', () => ({ drops: everyNth(20) })],
  ['does a change that comes a second time once more', () => ({ appliesAgain: true })],
  ['lets the edit stand that arrives later, not the later stamp', () => ({ comparesNoStamps: true })],
]

test.each(planted)('[ME8] a server that %s is found within 1,000 runs', async (_, fault) => {
  const details = await fc.check(inOrder(fault()), { numRuns: 1000, endOnFailure: true })
  expect(details.failed).toBe(true)
})

function everyNth(n: number) {
  let count = 0
  return () => ++count % n === 0
}
