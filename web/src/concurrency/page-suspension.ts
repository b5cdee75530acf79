// A suspended page is one that the browser keeps without running it: in the back/forward cache, or frozen. It can
// neither finish work nor respond, so it must hold nothing that other pages wait for (rule ST23).

// Module state: a page is suspended with everything in it.
const listeners = new Set<() => void>()
const farewells = new Set<() => void>()
let resumption: PromiseWithResolvers<void> | null = null
let count = 0

/**
 * Returns how often the browser has suspended this page so far (frozen it, or put it into the back/forward cache). If
 * the number is the same before and after some work, no suspension has interrupted the work.
 */
export const pageSuspensionCount = (): number => count

/** Returns true if the page is suspended: in the back/forward cache, frozen, or about to be (rule ST23). */
export const isPageSuspended = (): boolean => resumption !== null

/**
 * Resolves as soon as the page is not suspended. This is immediately, unless the browser has frozen the page or put it
 * into the back/forward cache.
 */
export const whenPageIsActive = (): Promise<void> => resumption?.promise ?? Promise.resolve()

/**
 * Calls `listener` whenever the browser is about to suspend the page. The listener must release everything that other
 * pages may wait for, such as a database connection (rule ST23). Returns a function that removes the listener.
 */
export function onPageSuspended(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls `listener` before the page is suspended or closed. The listener should write to localStorage, because a
 * database transaction may be lost (rule ST26). Returns a function that removes the listener.
 */
export function onPageLeaving(listener: () => void): () => void {
  farewells.add(listener)
  return () => farewells.delete(listener)
}

/**
 * Runs `work`, and runs it again if it has failed because the browser suspended the page. Starts each attempt when the
 * page is active. Rejects if `work` fails for another reason.
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

function watchPage(): void {
  // Separate listeners, so that work queued in microtasks by the first starts before the second.
  window.addEventListener('pagehide', leave, { capture: true })
  document.addEventListener('freeze', leave)

  // A hidden page still runs, for example the click on a locked phone. Without `persisted` the page is unloaded, and the
  // browser releases its resources. In the capture phase, so that no other listener of the event starts work first.
  window.addEventListener('pagehide', ({ persisted }) => persisted && suspend(), { capture: true })
  window.addEventListener('pageshow', resume, { capture: true })
  document.addEventListener('freeze', suspend)
  document.addEventListener('resume', resume)
}

// On Node, where the torture tests run the code of many devices, no page is suspended.
if (typeof window !== 'undefined') watchPage()
