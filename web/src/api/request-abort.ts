// Module state: the requests carry the browser's session cookie, which ends for every app in it at a sign-out.
let leaving = new AbortController()

/**
 * Aborts all running requests for the signed-in user. Called at a sign-out, because the server would reject the
 * requests (rule SI13).
 */
export function abortUserRequests(): void {
  leaving.abort()
  leaving = new AbortController()
}

/**
 * Returns a signal that aborts a request after a timeout in milliseconds. If `isForUser` is true, a sign-out also
 * aborts the request. Call `done` when the request has ended, so that the timer stops.
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
