import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const POLL_MS = 5

/**
 * Gives the pages of the browsers that are started from now on a core of their own, as on a phone, whose system lets
 * nothing go before the page in front; this process, and what it starts, gets the others. On two cores a page
 * otherwise waits for the browser's other processes and for Lighthouse, and each wait counts as blocking time. Linux only,
 * with `taskset` of util-linux; null where it cannot be done. The returned function ends it.
 */
export function keepCoreForPages(): (() => void) | null {
  const cores = availableParallelism()
  if (process.platform !== 'linux' || cores < 2) return null
  const setOwn = (from: number, to: number) =>
    spawnSync('taskset', ['-acp', `${from}-${to}`, String(process.pid)]).status === 0
  if (!setOwn(0, cores - 2)) return null
  const seen = new Set<string>(processes())
  const timer = setInterval(() => {
    for (const id of processes().filter(id => !seen.has(id))) {
      const command = commandOf(id)
      // A page's process is a copy of the zygote's, and is named a moment later.
      if (command === '' || command.includes('--type=zygote')) continue
      seen.add(id)
      if (command.includes('--type=renderer')) spawn('taskset', ['-cp', String(cores - 1), id])
    }
  }, POLL_MS)
  // A bench that fails before it ends this must not go on for its sake.
  timer.unref()
  return () => {
    clearInterval(timer)
    setOwn(0, cores - 1)
  }
}

const processes = (): string[] => readdirSync('/proc').filter(name => /^\d+$/.test(name))

/** The command line of a process; empty if it has none, or has ended. */
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
