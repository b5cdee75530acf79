const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * Milliseconds to wait after so many failures in a row: doubling from one second to one minute, of which the
 * second half is chance, so that devices that lost the server together do not come back together (rule SN7).
 *
 * @param failures 1 or more
 * @param chance 0 to 1
 */
export function backOff(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + chance / 2)
}
