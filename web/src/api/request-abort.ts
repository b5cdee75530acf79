// Module state: the requests carry the browser's session cookie, which ends for every app in it at a sign-out.
let leaving = new AbortController()

/** Aborts all running requests of the user at a sign-out. The server would reject them (rule SI13). */
export function abortUserRequests(): void {
  leaving.abort()
  leaving = new AbortController()
}

/**
 * Returns a signal that aborts a request after a timeout. If `isForUser` is true, a sign-out also aborts the request.
 * Call `done` when the request has ended.
 */
export function requestAbortSignal(
  milliseconds: number,
  isForUser: boolean,
): { signal: AbortSignal; done: () => void } {
  const ended = new AbortController()
  const end = () => ended.abort()
  const timer = setTimeout(end, milliseconds)
  const { signal } = leaving
  // AbortSignal.any is missing in browsers that musicians still use.
  if (isForUser) signal.addEventListener('abort', end)
  return {
    signal: ended.signal,
    done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  }
}
