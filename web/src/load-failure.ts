import { serverAnswers } from './api/server-answers.ts'

const KEY = 'reloaded-at'
// Within this time a second reload would only be the same failure again.
const PAUSE_MS = 60_000

/** Whether an error says that code or styles of a screen could not be fetched; each browser has its own words. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Reloads the page where its server answers, at most once a minute (rule UI12). */
export async function reloadOnce(): Promise<void> {
  if (Date.now() - lastReload() < PAUSE_MS || !(await serverAnswers())) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

/**
 * Reloads the page if its server answers; gives false where it does not: then the browser would show its own error
 * page in place of an app that still works. That a network is there says nothing: the server may be away, or the
 * network lead nowhere (rule UI12).
 */
export async function reloadWhereServed(): Promise<boolean> {
  if (!(await serverAnswers())) return false
  location.reload()
  return true
}

function lastReload(): number {
  return Number(sessionStorage.getItem(KEY) ?? 0)
}
