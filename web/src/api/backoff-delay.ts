const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * Returns the delay in milliseconds after a number of consecutive failures: exponential from one second to one minute,
 * with jitter in its second half, so that devices which lost the server together do not return together (rule SN7).
 *
 * @param failures 1 or more
 * @param chance 0 to 1
 */
export function backoffDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
