import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CACHE_FOLDER } from '../set-up/paths.mjs'

/** How many seconds each stage usually takes, by the stage's name: its duration in the last run that passed. */
export type LastStageDurations = Readonly<Record<string, number>>

type Tier = 'main' | 'all'

// Measured on two cores. Replaced by this machine's own times after its first run.
const MEASURED: Record<Tier, LastStageDurations> = {
  main: { vitest: 220, browser: 290 },
  all: { vitest: 330, browser: 870, engines: 200 },
}

const fileOf = (tier: Tier) => join(CACHE_FOLDER, `test-times-${tier}.json`)

/**
 * Returns how many seconds each stage usually takes, as stored after the last run that passed on this machine. A stage
 * that never passed here has a default time or is missing.
 *
 * @param tier 'all' for `npm test -- --all`, otherwise 'main'
 */
export function readUsualTimes(tier: Tier): LastStageDurations {
  try {
    const stored: unknown = JSON.parse(readFileSync(fileOf(tier), 'utf8'))
    return { ...MEASURED[tier], ...(isTimes(stored) ? stored : {}) }
  } catch {
    return MEASURED[tier]
  }
}

/** Stores the durations of stages in seconds. Stages that are not in `times` keep their stored duration. */
export function writeUsualTimes(tier: Tier, times: LastStageDurations): void {
  const file = fileOf(tier)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readUsualTimes(tier), ...times }))
}

const isTimes = (stored: unknown): stored is LastStageDurations =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every(seconds => typeof seconds === 'number')
