const LONGEST_WAIT_MS = 5000

/**
 * Runs `work` while it holds the lock `name`, which all tabs of the app share, and returns its result. After waiting
 * for five seconds, takes the lock from the other tab, because a hanging tab must not block this one. Two tabs may
 * therefore run the work at the same time, and it must be safe to do so (rule SN8). Browsers without Web Locks use no
 * lock.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Pages served over plain HTTP have no Web Locks.
  if (!('locks' in navigator)) return work()
  let working: Promise<T> | null = null
  const begin = () => (working = work())
  // Rejects if the lock times out or is stolen, or if the work fails.
  const ended = async (options: LockOptions) => {
    try {
      return { value: await navigator.locks.request(name, options, begin) }
    } catch {
      return working === null ? null : { value: await working }
    }
  }
  const inTurn = await ended({ signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
  const done = inTurn ?? (await ended({ steal: true }))
  return done === null ? work() : done.value
}
