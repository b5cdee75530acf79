import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const POLL_MS = 5

/**
 * Reserves one core for the page processes of all browsers that start from now on, as a phone prefers the page on screen.
 * Otherwise a page waits for the browser's other processes and for Lighthouse, which counts as blocking time. Returns a
 * function that ends it, or null if this is not Linux, there is one core, or `taskset` of util-linux is missing.
 */
export function reserveCoreForPages(): (() => void) | null {
  const cores = availableParallelism()
  if (process.platform !== 'linux' || cores < 2) return null
  const pinThisProcess = (from: number, to: number) =>
    spawnSync('taskset', ['-acp', `${from}-${to}`, String(process.pid)]).status === 0
  if (!pinThisProcess(0, cores - 2)) return null
  const seen = new Set<string>(processes())
  const timer = setInterval(() => {
    for (const id of processes().filter(id => !seen.has(id))) {
      const command = commandOf(id)
      // A page's process is forked from the zygote and gets its own command line later.
      if (command === '' || command.includes('--type=zygote')) continue
      seen.add(id)
      if (command.includes('--type=renderer')) spawn('taskset', ['-cp', String(cores - 1), id])
    }
  }, POLL_MS)
  // The timer must not keep a failed bench alive.
  timer.unref()
  return () => {
    clearInterval(timer)
    pinThisProcess(0, cores - 1)
  }
}

const processes = (): string[] => readdirSync('/proc').filter(name => /^\d+$/.test(name))

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
