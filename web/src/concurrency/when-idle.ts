const TIMEOUT_MS = 2000

/** Runs `work` after at most 2 s. Safari lacks requestIdleCallback, so there it runs almost at once. */
export function runWhenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work)
}

/** Loads code in advance, for use without a connection. Ignores failures, because each use loads it again. */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  runWhenIdle(() => void Promise.allSettled(loads.map(load => load())))
}
