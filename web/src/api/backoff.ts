/** Counts consecutive failures, which determine when the next request may be sent. */
export type Backoff = {
  /** False until the last failure's Retry-After has passed. */
  canRetryNow(): boolean
  /** Returns the delay before the next retry in ms. `asked` is the server's Retry-After in seconds, or null. */
  recordFailure(asked: number | null): number
  reset(): void
}

/** The delay is never shorter than the server's Retry-After (rule SN7). */
export function createBackoff(): Backoff {
  let failures = 0
  let notBefore = 0
  return {
    canRetryNow: () => Date.now() >= notBefore,
    recordFailure(asked) {
      const milliseconds = (asked ?? 0) * 1000
      notBefore = Date.now() + milliseconds
      failures += 1
      return Math.max(milliseconds, backoffDelay(failures, Math.random()))
    },
    reset() {
      failures = 0
    },
  }
}

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * The delay in ms after `failures` (1 or more) failures in a row: from one second to one minute. Chance, from 0 to 1,
 * takes up to half of it away, so that many devices do not retry at the same moment (rule SN7).
 */
export function backoffDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
