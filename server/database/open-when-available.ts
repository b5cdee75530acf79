import { setTimeout as pause } from 'node:timers/promises'
import type { OpenedDatabase } from './database.ts'

/** Time between two tries. Shorter than the Retry-After that devices are given meanwhile. */
const RETRY_MILLISECONDS = 2000

/**
 * Opens the database. Tries again for as long as the database is unavailable, because it may start later than the
 * server or be in a failover (rule DB40). Returns any other failure at once, because waiting would not help. Calls
 * `onUnavailable` with the reason after the first failed try, and again whenever the reason has changed.
 */
export async function openWhenAvailable(
  open: () => Promise<OpenedDatabase>,
  onUnavailable: (message: string) => void,
  retryMilliseconds = RETRY_MILLISECONDS,
): Promise<OpenedDatabase> {
  let reported: string | null = null
  for (;;) {
    const opened = await open()
    if (opened.kind === 'open' || opened.isUnavailable !== true) return opened
    if (opened.message !== reported) onUnavailable(opened.message)
    reported = opened.message
    await pause(retryMilliseconds)
  }
}
