import type { Story } from './steps.ts'
import { faultsOf } from './faults-of.ts'
import type { TorturedServer } from './tortured-server.ts'
import { World } from './world.ts'

/** What came of a story: its faults, and how much was done in it. */
export type Played = { faults: string[]; steps: number; rounds: number; world: World }

/**
 * Plays a story through and looks at what is left when everybody has a network again. While it runs, the clock and the
 * network of this process are those of the device that is doing something.
 */
export async function play(story: Story, server: TorturedServer): Promise<Played> {
  const world = new World(server, story)
  const leave = inBrowserOf(world)
  try {
    await world.begin()
    for (const step of story.steps) await world.step(step)
    await world.settle()
    return { faults: await faultsOf(world), steps: story.steps.length, rounds: world.rounds, world }
  } finally {
    leave()
  }
}

/**
 * Puts what a browser offers into the place of what Node offers; gives back the function that takes it away. There are
 * no locks, as on a page that came over plain HTTP: tabs then get in each other's way as much as they can.
 */
function inBrowserOf(world: World): () => void {
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
