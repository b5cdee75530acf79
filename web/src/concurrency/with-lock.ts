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
  let running: Promise<T> | null = null
  const begin = () => (running ??= work())
  for (const options of [{ signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, { steal: true }]) {
    try {
      if (running === null) await navigator.locks.request(name, options, begin)
    } catch {
      // The work goes on if the lock was stolen, and reports its own failure below.
    }
  }
  return begin()
}
