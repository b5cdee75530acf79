const TIMEOUT_MS = 2000

/** Runs `work` after at most two seconds; in Safari, which lacks requestIdleCallback, almost at once. */
export function runWhenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work)
}

/** Ignores failures, because code that could not be preloaded is loaded again when it is used. */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  runWhenIdle(() => void Promise.allSettled(loads.map(load => load())))
}
