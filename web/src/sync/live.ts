import { backoffDelay } from '#web/api/backoff-delay.ts'
import { isSignOutPending } from '#web/api/pending-sign-out.ts'
import { hasUserChanged } from '#web/store/last-user.ts'

/** A connection that reports new revisions of the library until it is closed. */
export type Live = { close(): void }

// A connection that was lost is sought again within two seconds, one that was refused within eight (backoff-delay.ts).
const AS_IF_LOST = 2
const AS_IF_REFUSED = 4

/**
 * Hears from the server that there is a new revision, while the page is visible: a browser gives a page few
 * connections, and a hidden one needs none. What it says is only a hint; pulling is what is right (rules SN10, SN19).
 *
 * @param userId whose page listens; not any more once they have left this device by another tab (rule SI13)
 * @param onRefused the server did not let it listen, perhaps because the session was ended elsewhere, which only a round
 *   finds out (rule SN20)
 */
export function openLive(
  userId: string,
  onRevision: (revision: number) => void,
  onRefused: () => void,
): Live {
  let source: EventSource | null = null
  let failures = 0
  let timer = 0
  let closed = false

  function open() {
    clearTimeout(timer)
    if (closed || source !== null || document.visibilityState === 'hidden') return
    // Until the server has heard that somebody signed out, nothing else is sent (rule SI9).
    if (isSignOutPending()) return
    // The server ends the connection of who signs out, in every tab: asking for it again would only be refused.
    if (hasUserChanged(userId)) return
    const opened = new EventSource('/api/v1/live')
    source = opened
    opened.addEventListener('revision', event => {
      failures = 0
      const revision = Number(event.data)
      if (Number.isInteger(revision)) onRevision(revision)
    })
    opened.addEventListener('error', () => {
      if (source !== opened) return
      const isRefused = opened.readyState === EventSource.CLOSED
      // Left to themselves browsers come back after a fixed time, all who lost a server at once.
      end()
      failures = Math.max(failures + 1, isRefused ? AS_IF_REFUSED : AS_IF_LOST)
      timer = window.setTimeout(open, backoffDelay(failures, Math.random()))
      // One that was only lost is not asked about: all who lost a server would ask it at once.
      if (isRefused) onRefused()
    })
  }

  function end() {
    source?.close()
    source = null
  }

  function look() {
    if (document.visibilityState === 'hidden') end()
    else open()
  }

  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', end)
  window.addEventListener('pageshow', open)
  open()

  return {
    close() {
      closed = true
      clearTimeout(timer)
      end()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', end)
      window.removeEventListener('pageshow', open)
    },
  }
}
