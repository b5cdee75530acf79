import { setTimeout as sleep } from 'node:timers/promises'
import type { StartEngine, EngineTab } from '../e2e/engines/engine.ts'
import { startJourney } from '../e2e/engines/journey-setup.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { listBenchEngines } from './engines.ts'

export const name = 'screens that stay empty'

const NAVIGATIONS = 40
// With what each screen shows only once the library, or the user, is there; the library is empty.
const SCREENS: readonly (readonly [path: string, text: RegExp])[] = [
  ['/new', /Whole piece/],
  ['/pieces', /Add (your first|new) piece/],
  ['/practice', /Add your first piece/],
  ['/account', /@example\.org/],
]
const LONGEST_WAIT_MS = 10_000
const TEXT = `document.querySelector('main')?.innerText ?? ''`

type Figures = Record<string, string | number>

/**
 * For each engine, how many of 40 full navigations among the signed-in screens show nothing within 10 s, and how long
 * the slowest took. A page is left as soon as it shows something, so that its database is still in use (rule SI13).
 */
export async function measure(): Promise<Figures> {
  await buildIfStale()
  const figures: Figures = {}
  for (const { name, start } of await listBenchEngines())
    Object.assign(figures, start === null ? { [name]: 'not installed' } : await figuresOf(start))
  return figures
}

async function figuresOf(start: StartEngine): Promise<Figures> {
  const journey = await startJourney(start)
  try {
    await journey.signIn()
    let empty = 0
    let slowest = 0
    for (let done = 0; done < NAVIGATIONS; done++) {
      const from = performance.now()
      const [path, text] = SCREENS[done % SCREENS.length] ?? ['/', /./]
      await journey.tab.open(journey.origin + path)
      if (!(await isShown(journey.tab, text, from))) empty += 1
      slowest = Math.max(slowest, performance.now() - from)
    }
    const { version } = journey.engine
    return {
      [`${version}, empty of ${NAVIGATIONS}`]: empty,
      [`${version}, slowest, milliseconds`]: Math.round(slowest),
    }
  } finally {
    await journey.close()
  }
}

async function isShown(tab: EngineTab, text: RegExp, from: number): Promise<boolean> {
  while (performance.now() - from < LONGEST_WAIT_MS) {
    // While a page takes the place of another, nothing can be asked.
    if (text.test(String(await tab.evaluate(TEXT).catch(() => '')))) return true
    await sleep(20)
  }
  return false
}
