import { backoffDelay, isSignOutPending } from '#web/api/send-request.ts'
import { hasPageUserChanged } from '#web/store/last-user.ts'

export type LiveConnection = { close(): void }

// A lost connection is opened again within two seconds, a refused one within eight (backoffDelay).
const AS_IF_LOST = 2
const AS_IF_REFUSED = 4

/** Connected only while the page is visible, because browsers allow few connections per site (SN10). */
export function openLiveConnection(
  userId: string,
  onRevision: (revision: number) => void,
  onRefused: () => void,
): LiveConnection {
  let source: EventSource | null = null
  let failures = 0
  let timer = 0
  let closed = false

  function open() {
    clearTimeout(timer)
    if (closed || source !== null || document.visibilityState === 'hidden') return
    // While a sign-out is pending, no other request is sent (rule SI6).
    if (isSignOutPending()) return
    // After a sign-out the server closes the connections of all tabs, and would refuse a new one.
    if (hasPageUserChanged(userId)) return
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
      // Browsers would reconnect after a fixed time, so that all clients of a restarted server would return at once.
      end()
      failures = Math.max(failures + 1, isRefused ? AS_IF_REFUSED : AS_IF_LOST)
      timer = window.setTimeout(open, backoffDelay(failures, Math.random()))
      // No sync round after a lost connection, because all clients of a restarted server would start one at once.
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
  open()

  return {
    close() {
      closed = true
      clearTimeout(timer)
      end()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', end)
    },
  }
}
