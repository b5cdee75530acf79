import { defaultReportMessage, type RunDetails } from 'fast-check'
import type { Story } from './steps.ts'
import { findVanishedEntries, findWorldFaults, findWrongViews } from './faults-of.ts'
import type { TorturedServer } from './model-server.ts'
import { SimulatedWorld } from './world.ts'

/** The result of a story: its faults and how much happened. */
export type PlayedStory = { faults: string[]; steps: number; rounds: number; world: SimulatedWorld }

/**
 * Plays a story, then gives every device a network and checks the result. Clock and network of this process are those
 * of the device that is acting.
 */
export async function playStory(story: Story, server: TorturedServer): Promise<PlayedStory> {
  const world = new SimulatedWorld(server, story)
  const leave = inBrowserOf(world)
  try {
    await world.begin()
    const broken: string[] = []
    for (const step of story.steps) {
      await world.step(step)
      broken.push(...findVanishedEntries(world))
      if (step.kind === 'sync' || step.kind === 'let-go') broken.push(...findWrongViews(world))
    }
    await world.settle()
    const faults = [...broken, ...(await findWorldFaults(world))]
    return { faults, steps: story.steps.length, rounds: world.rounds, world }
  } finally {
    leave()
  }
}

/**
 * Puts what a browser offers into the place of what Node offers; gives back the function that takes it away. There are
 * no locks, as on a page that came over plain HTTP: tabs then get in each other's way as much as they can.
 */
function inBrowserOf(world: SimulatedWorld): () => void {
  // Which request has waited for too long, the world decides.
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

/** The report of a run without faults. */
export const NOTHING_FOUND = 'nothing found'

/** Formats the result of fast-check: the fault it found and the seed to reproduce it. */
export const formatReport = <Ts>(details: RunDetails<Ts>): string =>
  details.failed ? `${defaultReportMessage(details) ?? ''}\n${String(details.errorInstance)}` : NOTHING_FOUND
