import { backOff } from '#web/api/back-off.ts'
import { isSigningOut } from '#web/api/pending-sign-out.ts'

export type Live = { close(): void }

// The browser comes back by itself after a lost connection; these are the waits after an answer that was none.
const FAILURES_TO_BEGIN_WITH = 3

/**
 * Hears from the server that there is a new revision, while the page is visible: a browser gives a page few
 * connections, and a hidden one needs none. What it says is only a hint; pulling is what is right (rule SN10).
 */
export function openLive(onRevision: (revision: number) => void): Live {
  let source: EventSource | null = null
  let failures = FAILURES_TO_BEGIN_WITH
  let timer = 0
  let closed = false

  function open() {
    clearTimeout(timer)
    if (closed || source !== null || document.visibilityState === 'hidden') return
    // Until the server has heard that somebody signed out, nothing else is sent (rule SI9).
    if (isSigningOut()) return
    const opened = new EventSource('/api/v1/live')
    source = opened
    opened.addEventListener('revision', event => {
      failures = FAILURES_TO_BEGIN_WITH
      const revision = Number(event.data)
      if (Number.isInteger(revision)) onRevision(revision)
    })
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      end()
      timer = window.setTimeout(open, backOff(++failures, Math.random()))
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
