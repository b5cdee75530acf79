const LONGEST_WAIT_MS = 5000

/**
 * Does work while no other tab does the same, but waits for the other at most five seconds: a tab that hangs must
 * not keep this one from the server, which takes everything twice without harm (rule SN8).
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Pages that came over plain HTTP have no locks.
  if (!('locks' in navigator)) return work()
  let granted = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, () => {
      granted = true
      return work()
    })
  } catch (error) {
    if (granted) throw error
    return work()
  }
}
