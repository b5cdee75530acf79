const MINUTE = 60_000

/**
 * Creates a rate limit of `most` uses per minute and caller. The counts are in memory and therefore not shared between
 * processes. The returned function consumes `count` uses by `who` and returns null, or the number of seconds to wait
 * if the limit is exceeded (rules LS20, LS24, ID32). `now` is in milliseconds.
 */
export function createInMemoryRateLimit(
  most: number,
): (who: string, now: number, count?: number) => number | null {
  const counts = new Map<string, number>()
  let minute = 0
  return (who, now, count = 1) => {
    const current = Math.floor(now / MINUTE)
    if (current !== minute) counts.clear()
    minute = current
    const counted = (counts.get(who) ?? 0) + count
    counts.set(who, counted)
    return counted > most ? Math.ceil(((minute + 1) * MINUTE - now) / 1000) : null
  }
}
