import type { Page } from '@playwright/test'

type Interaction = {
  readonly event: string
  readonly duration: number
  /** Before our handlers began, and while they ran; the rest is drawing. */
  readonly waited: number
  readonly handled: number
}

declare global {
  interface Window {
    inputs: {
      /** The longest event of each interaction that took 16 ms or more, as web-vitals counts them. */
      readonly interactions: Map<number, Interaction>
      /** The wheel is no interaction to the browser, so it is timed by hand. */
      readonly wheel: number[]
      /** Tasks of more than 50 ms. */
      readonly tasks: number[]
      firstRow: number
    }
  }
}

/** Records how long each press, key and turn of the wheel on the page takes. Run in the page before anything else. */
export function recordInputEvents(): void {
  const inputs: Window['inputs'] = { interactions: new Map(), wheel: [], tasks: [], firstRow: 0 }
  window.inputs = inputs
  const take = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, name: event, duration, startTime, processingStart, processingEnd } = entry
      if (interactionId === 0 || duration <= (inputs.interactions.get(interactionId)?.duration ?? 0)) continue
      const handled = processingEnd - processingStart
      inputs.interactions.set(interactionId, {
        event,
        duration,
        waited: processingStart - startTime,
        handled,
      })
    }
  }
  const events = new PerformanceObserver(take)
  events.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  events.observe({ type: 'first-input', buffered: true })
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) inputs.tasks.push(task.duration)
  }).observe({ type: 'longtask', buffered: true })
  window.addEventListener(
    'wheel',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        // A message comes after the frame that was just made.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => inputs.wheel.push(performance.now() - timeStamp))
        port1.start()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
        port2.postMessage(null)
      }),
    { passive: true },
  )
  const rows = new MutationObserver(() => {
    if (document.querySelector('main li') === null) return
    inputs.firstRow = performance.now()
    rows.disconnect()
  })
  rows.observe(document, { childList: true, subtree: true })
}

/** Returns the times of opening the list, in milliseconds since the navigation, and discards the tasks until then. */
export function measureListOpening(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const tasks = window.inputs.tasks.splice(0)
    return {
      'opening: first row, ms': Math.round(window.inputs.firstRow),
      'opening: longest task, ms': Math.round(Math.max(0, ...tasks)),
    }
  })
}

/** Returns the delays from input to next paint since the page was loaded. */
export async function measureInputDelays(page: Page): Promise<Record<string, number | string>> {
  const { slow, count, wheel, tasks } = await page.evaluate(() => ({
    slow: [...window.inputs.interactions.values()],
    count: performance.interactionCount,
    wheel: window.inputs.wheel,
    tasks: window.inputs.tasks,
  }))
  // The browser tells nothing of interactions below 16 ms: they count as 16, so that no figure is too good.
  const quick = Array.from({ length: Math.max(0, count - slow.length) }, () => 16)
  const all = [...slow.map(({ duration }) => duration), ...quick]
  const [worst] = slow.toSorted((a, b) => b.duration - a.duration)
  return {
    interactions: count,
    'interactions: median, ms': at(all, 0.5),
    'interactions: 98th percentile, ms': at(all, 0.98),
    'interactions: worst, ms': at(all, 1),
    'the worst one was': worst?.event ?? '',
    'the worst one waited, ms': Math.round(worst?.waited ?? 0),
    'the worst one was handled, ms': Math.round(worst?.handled ?? 0),
    'turns of the wheel': wheel.length,
    'wheel: median, ms': at(wheel, 0.5),
    'wheel: worst, ms': at(wheel, 1),
    'longest task, ms': Math.round(Math.max(0, ...tasks)),
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
}
