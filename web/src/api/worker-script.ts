import { isServerReachable } from './server-reachable.ts'

/** Path of the service worker's script (spec 7). */
export const WORKER_SCRIPT = '/service-worker.js'

/**
 * Returns whether our own server has no worker script any more: it responds with 404, a redirect, or another content
 * type. Server errors, network failures and captive portals do not count (rule OF7).
 */
export async function isWorkerScriptGone(): Promise<boolean> {
  try {
    const answer = await fetch(WORKER_SCRIPT, { cache: 'no-store', redirect: 'manual' })
    return isMissing(answer) && (await isServerReachable())
  } catch {
    return false
  }
}

const isMissing = ({ type, status, ok, headers }: Response) =>
  type === 'opaqueredirect' ||
  status === 404 ||
  status === 410 ||
  (ok && !/javascript/.test(headers.get('content-type') ?? ''))
