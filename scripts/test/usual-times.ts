import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../set-up/paths.mjs'

/** The duration in seconds of each stage when it last passed, by the stage's name. */
export type UsualTimes = Readonly<Record<string, number>>

type Tier = 'main' | 'all'

// Measured on two cores. Replaced by this machine's own times after its first run.
const MEASURED: Record<Tier, UsualTimes> = {
  main: { vitest: 150, browser: 360, engines: 60 },
  all: { vitest: 174, browser: 1120, engines: 63 },
}

const fileOf = (tier: Tier) => join(root, 'node_modules/.cache/dacapo', `test-times-${tier}.json`)

/** Returns the usual duration of each stage on this machine, or a default before the first run. */
export function readUsualTimes(tier: Tier): UsualTimes {
  try {
    const stored: unknown = JSON.parse(readFileSync(fileOf(tier), 'utf8'))
    return { ...MEASURED[tier], ...(isTimes(stored) ? stored : {}) }
  } catch {
    return MEASURED[tier]
  }
}

/** Stores the durations of stages. Keeps those of stages that did not run. */
export function writeUsualTimes(tier: Tier, times: UsualTimes): void {
  const file = fileOf(tier)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readUsualTimes(tier), ...times }))
}

const isTimes = (stored: unknown): stored is UsualTimes =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every(seconds => typeof seconds === 'number')
