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

/**
 * Runs an import of code with its style sheets, and heals what an earlier run could not fetch: the build's loader asks
 * only once for each style sheet, and would show what is loaded the second time without it.
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  const before = [...failedStyles]
  failedStyles.clear()
  const heard = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  document.addEventListener('error', heard, true)
  try {
    await Promise.all(before.map(fetchAgain))
    const loaded = await load()
    if (failedStyles.size > 0) throw new Error('Unable to preload CSS')
    return loaded
  } finally {
    document.removeEventListener('error', heard, true)
  }
}

const failedStyles = new Set<HTMLLinkElement>()

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement
  const settled = new Promise(resolve => {
    for (const event of ['load', 'error']) again.addEventListener(event, resolve)
  })
  link.replaceWith(again)
  return settled
}

function lastReload(): number {
  return Number(sessionStorage.getItem(KEY) ?? 0)
}
