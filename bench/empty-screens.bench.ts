import { setTimeout as sleep } from 'node:timers/promises'
import type { StartEngine, EngineTab } from '../e2e/engines/engine.ts'
import { readTemposOnDevice, readShownTempo } from '../e2e/engines/device-data.ts'
import { startJourney, type Journey } from '../e2e/engines/journey-setup.ts'
import { devAddress } from '../e2e/running-server.ts'
import { buildIfStale } from '../scripts/set-up/build.mjs'
import { listBenchEngines } from './engines.ts'

export const name = 'screens that stay empty, and reloads right after Next'

const NAVIGATIONS = 40
const RELOADS = 20
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
 * Then, of 20 reloads as soon as Next shows another step, how many kept the place and saved one tempo (rule PX9).
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
      [`${version}, kept of ${RELOADS} reloads`]: await countKeptPlaces(journey),
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

async function countKeptPlaces({ tab, me, origin, email }: Journey): Promise<number> {
  // More than the Free plan's four pieces are needed.
  const made = await fetch(devAddress(origin, '/dev/musician'), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, plan: 'pro' }),
  })
  if (!made.ok) throw new Error(await made.text())
  await tab.evaluate(`(${fillLibrary.toString()})(${RELOADS + 1})`)
  await tab.open(`${origin}/practice`)
  await me.press('button', /^Start practicing/)
  let kept = 0
  for (let step = 1; step <= RELOADS; step++) {
    await me.see('text', new RegExp(`\\b${step} of`))
    await me.press('button', /^one bpm more$/)
    const tempo = await readShownTempo(me)
    await tab.evaluate(`(${reloadAfter.toString()})('${step} of')`)
    await me.press('button', /^Next/)
    const from = performance.now()
    while (performance.now() - from < LONGEST_WAIT_MS)
      if ((await tab.evaluate('window.willReload === true').catch(() => true)) === false) break
      else await sleep(20)
    const isThere = await isShown(tab, new RegExp(`\\b${step + 1} of`), performance.now())
    const tempos = await readTemposOnDevice(tab)
    if (isThere && tempos.length === step && tempos.includes(tempo)) kept += 1
  }
  return kept
}

// The next two run in the page, so they cannot use anything outside of it.
async function fillLibrary(count: number): Promise<void> {
  const at = Date.now()
  const changes = Array.from({ length: count }, (_, number) => ({
    id: crypto.randomUUID(),
    kind: 'piece.create',
    at,
    args: {
      id: crypto.randomUUID(),
      name: `Etude ${number}`,
      importance: 3,
      endTempo: 180,
      parts: [{ id: crypto.randomUUID().slice(0, 21), name: null, currentTempo: 60 + number }],
    },
  }))
  const head = {
    clientId: 'filled-library',
    schema: 1,
    epoch: null,
    clientNow: at,
    since: 0,
    entriesSince: 0,
  }
  const answer = await fetch('/api/v1/sync', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...head, changes }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

function reloadAfter(step: string): void {
  Object.assign(window, { willReload: true })
  const observer = new MutationObserver(() => {
    if (document.body.textContent.includes(step)) return
    observer.disconnect()
    location.reload()
  })
  observer.observe(document.body, { characterData: true, subtree: true, childList: true })
}
