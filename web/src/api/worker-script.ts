import { serverAnswers } from './server-answers.ts'

/** Where the service worker's script is (spec 7). */
export const WORKER_SCRIPT = '/service-worker.js'

/**
 * Does our own server say that there is no worker any more: not found, sent elsewhere, or something that is no script?
 * A server in trouble, a network that leads nowhere and one that answers in our server's name say nothing (rule OF7).
 */
export async function isWorkerGone(): Promise<boolean> {
  try {
    const answer = await fetch(WORKER_SCRIPT, { cache: 'no-store', redirect: 'manual' })
    return isMissing(answer) && (await serverAnswers())
  } catch {
    return false
  }
}

const isMissing = ({ type, status, ok, headers }: Response) =>
  type === 'opaqueredirect' ||
  status === 404 ||
  status === 410 ||
  (ok && !/javascript/.test(headers.get('content-type') ?? ''))
