import { onPageSuspended, whenPageIsActive } from './page-suspension.ts'

const LONGEST_WAIT_MS = 5000

/**
 * Runs `work` while it holds the lock `name`, which all tabs of the app share, and returns its result. After waiting
 * for five seconds, takes the lock from the other tab, because a hanging tab must not block this one. Does so, too, if
 * the page was suspended while it waited, as soon as it returns. Two tabs may therefore run the work at the same time,
 * and it must be safe to do so (rule SN8). Browsers without Web Locks use no lock.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Pages served over plain HTTP have no Web Locks.
  if (!('locks' in navigator)) return work()
  const inTurn = await runWithLock(name, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, work)
  if (inTurn !== null) return inTurn.value
  await whenPageIsActive()
  const outOfTurn = await runWithLock(name, { steal: true }, work)
  if (outOfTurn !== null) return outOfTurn.value
  await whenPageIsActive()
  return work()
}

/**
 * Runs `work` as soon as the browser grants the lock, and returns its result. Returns null if the request fails, or if
 * the page is suspended before: Firefox then grants the lock and never says so, even after the page has returned.
 */
async function runWithLock<T>(
  name: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<{ value: T } | null> {
  const begun: Promise<T>[] = []
  let isWaiting = true
  const begin = () => {
    if (isWaiting) begun.push(work())
    return begun[0]
  }
  const { promise: suspension, reject: giveUp } = Promise.withResolvers<never>()
  const stopWatching = onPageSuspended(giveUp)
  try {
    await Promise.race([navigator.locks.request(name, options, begin), suspension])
  } catch {
    // The work goes on if the lock was stolen or the page is suspended, and reports its own failure below.
  }
  isWaiting = false
  stopWatching()
  const [working] = begun
  return working === undefined ? null : { value: await working }
}
