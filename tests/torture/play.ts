import { defaultReportMessage, type RunDetails } from 'fast-check'
import type { Story } from './steps.ts'
import { findVanishedEntries, findWorldFaults, findWrongViews } from './world-faults.ts'
import type { TorturedServer } from './model-server.ts'
import { SimulatedWorld } from './world.ts'

export type PlayedStory = { faults: string[]; steps: number; rounds: number; world: SimulatedWorld }

/** Replaces the clock, the network and other globals of this process while it runs. */
export async function playStory(story: Story, server: TorturedServer): Promise<PlayedStory> {
  const world = new SimulatedWorld(server, story)
  const restoreGlobals = replaceGlobals(world)
  try {
    await world.createSharedPieces()
    const earlyFaults: string[] = []
    for (const step of story.steps) {
      await world.step(step)
      earlyFaults.push(...findVanishedEntries(world))
      if (step.kind === 'sync' || step.kind === 'release') earlyFaults.push(...findWrongViews(world))
    }
    await world.settle()
    const faults = [...earlyFaults, ...(await findWorldFaults(world))]
    return { faults, steps: story.steps.length, rounds: world.rounds, world }
  } finally {
    restoreGlobals()
  }
}

/**
 * Without navigator.locks, as on a page over plain HTTP, so that tabs interfere with each other as much as they can.
 */
function replaceGlobals(world: SimulatedWorld): () => void {
  // The world decides which requests time out.
  const timeout = () => new AbortController().signal
  const replaced: [object, string, unknown][] = [
    [Date, 'now', world.clock],
    [AbortSignal, 'timeout', timeout],
    [globalThis, 'fetch', world.fetch],
    [globalThis, 'navigator', {}],
    [globalThis, 'localStorage', { getItem: () => null }],
  ]
  const before = replaced.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name))
  for (const [holder, name, value] of replaced)
    Object.defineProperty(holder, name, { value, configurable: true, writable: true })
  return () => {
    for (const [place, [holder, name]] of replaced.entries()) {
      const descriptor = before[place]
      if (descriptor === undefined) Reflect.deleteProperty(holder, name)
      else Object.defineProperty(holder, name, descriptor)
    }
  }
}

export const NOTHING_FOUND = 'nothing found'

export const formatReport = <Ts>(details: RunDetails<Ts>): string =>
  details.failed ? `${defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}` : NOTHING_FOUND
