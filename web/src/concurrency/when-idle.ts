/** Maximum time until the work is done on a page that is never idle, in milliseconds. */
const TIMEOUT_MS = 2000

/**
 * Calls a function when the page has nothing more urgent to do, after 2 s at the latest. Calls it almost at once in
 * Safari, which has no requestIdleCallback.
 */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work)
}
