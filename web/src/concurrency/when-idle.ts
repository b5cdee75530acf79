const TIMEOUT_MS = 2000

/** Runs `work` after at most 2 s; almost at once in Safari, which has no requestIdleCallback. */
export function runWhenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: TIMEOUT_MS })
  else setTimeout(work)
}

/** Loads code in advance, for use without a connection. What fails is loaded again when it is needed. */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  runWhenIdle(() => void Promise.allSettled(loads.map(load => load())))
}
