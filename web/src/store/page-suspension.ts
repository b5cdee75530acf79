// A suspended page is one that the browser keeps without running it: in the back/forward cache, or frozen. It can
// neither finish work nor respond, so it must hold nothing that other pages wait for (rule ST23).

const listeners = new Set<() => void>()
const farewells = new Set<() => void>()
let resumption: PromiseWithResolvers<void> | null = null
let count = 0

/** Returns how often this page was suspended. If it is unchanged after some work, the work was not interrupted. */
export const suspensionCount = (): number => count

/** Returns true while the page is in the back/forward cache or about to enter it (rule ST23). */
export const isPageSuspended = (): boolean => resumption !== null

/** Resolves when the page runs: immediately, or when it is resumed. */
export const whenPageIsActive = (): Promise<void> => resumption?.promise ?? Promise.resolve()

/** Calls `listener` when the page is being suspended, before the browser stops it; returns how to stop that. */
export function onPageSuspended(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls `listener` before the page is suspended or closed. The browser finishes database transactions that it starts
 * and commits synchronously.
 */
export const onPageLeaving = (listener: () => void): unknown => farewells.add(listener)

/**
 * Runs work that needs resources which a suspended page must release: not before the page runs, and again from the
 * beginning if a suspension made it fail.
 */
export async function retryAcrossSuspensions<T>(work: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    await whenPageIsActive()
    const before = count
    try {
      return await work()
    } catch (error) {
      if (count === before) throw error
    }
  }
}

function suspend(): void {
  if (resumption !== null) return
  resumption = Promise.withResolvers()
  count += 1
  for (const listener of listeners) listener()
}

function leave(): void {
  for (const listener of farewells) listener()
}

function resume(): void {
  resumption?.resolve()
  resumption = null
}

// Separate listeners, so that work queued in microtasks by the first starts before the second.
window.addEventListener('pagehide', leave, { capture: true })
document.addEventListener('freeze', leave)

// A hidden page still runs, for example the click on a locked phone. Without `persisted` the page is unloaded, and the
// browser releases what it holds. Capturing, so that no other listener of the event starts work first.
window.addEventListener('pagehide', ({ persisted }) => persisted && suspend(), { capture: true })
window.addEventListener('pageshow', resume, { capture: true })
document.addEventListener('freeze', suspend)
document.addEventListener('resume', resume)
