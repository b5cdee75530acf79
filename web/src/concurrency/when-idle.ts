/** Maximum time until the work is done on a page that is never idle, in milliseconds. */
const TIMEOUT_MS = 2000

/**
 * Calls a function when the browser is idle, after 2 s at the latest. In Safari, which has no requestIdleCallback,
 * calls it almost immediately.
 */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work)
}

/**
 * Loads the code of lazy components when the browser is idle, so that they can be shown later without a connection. A
 * component whose code fails to load tries again when it is shown.
 */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  whenIdle(() => void Promise.allSettled(loads.map(load => load())))
}
