import { checkServerReachable } from './server-reachable.ts'

/** URL path of the service worker's script. Installed apps look for updates there (spec 7). */
export const WORKER_SCRIPT_PATH = '/service-worker.js'

/**
 * Resolves to true if our server has removed the service worker's script, so that an installed worker must be removed,
 * too (rule OF7). The server then responds with 404, 410, a redirect or another content type. Server errors, network
 * failures and captive portals do not count.
 */
export async function isWorkerScriptGone(): Promise<boolean> {
  try {
    const answer = await fetch(WORKER_SCRIPT_PATH, { cache: 'no-store', redirect: 'manual' })
    return isMissing(answer) && (await checkServerReachable())
  } catch {
    return false
  }
}

const isMissing = ({ type, status, ok, headers }: Response) =>
  type === 'opaqueredirect' ||
  status === 404 ||
  status === 410 ||
  (ok && !/javascript/.test(headers.get('content-type') ?? ''))
