const MINUTE = 60_000

/**
 * Counts the rounds of each user in this process; gives the seconds to wait for whoever has had `most` of them in
 * the running minute, else null. Kept in memory, so that it costs nothing: it is there to stop a program that has
 * lost its head, not to count exactly (rule LS20).
 */
export function roundsPerMinute(most: number): (userId: string, now: number) => number | null {
  const counts = new Map<string, number>()
  let minute = 0
  return (userId, now) => {
    const current = Math.floor(now / MINUTE)
    if (current !== minute) counts.clear()
    minute = current
    const count = (counts.get(userId) ?? 0) + 1
    counts.set(userId, count)
    return count > most ? Math.ceil(((minute + 1) * MINUTE - now) / 1000) : null
  }
}
