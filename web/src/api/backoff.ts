/** A counter of consecutive request failures, which determines when the next request may be sent. */
export type Backoff = {
  /** Returns false until the delay in the last failure's Retry-After has passed, otherwise true. */
  canRetryNow(): boolean
  /**
   * Records a failure and returns the delay before the next retry, in milliseconds. `asked` is the server's Retry-After
   * in seconds, or null if there is none.
   */
  recordFailure(asked: number | null): number
  /** Resets the failure count, after a success or when the network is back. */
  reset(): void
}

/**
 * Creates an exponential backoff, which makes the delay between retries longer with each failure (see
 * backoffDelay). The delay is never shorter than the server's Retry-After (rule SN7).
 */
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
 * Returns the delay in milliseconds before the next request after `failures` consecutive failures. It grows
 * exponentially from one second to one minute. A random part prevents many devices from retrying at the same moment
 * (rule SN7).
 *
 * @param failures 1 or more
 * @param chance random number from 0 to 1; 0 gives half of the longest delay, and 1 gives all of it
 */
export function backoffDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
