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
