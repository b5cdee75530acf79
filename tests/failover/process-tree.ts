import { readdirSync, readFileSync } from 'node:fs'

/** Returns a process and all that it has started and that still run, by their numbers. Linux only. */
export function processTree(root: number): number[] {
  const parents = runningProcesses().map(pid => [pid, parentOf(pid)] as const)
  const tree = [root]
  for (const pid of tree) tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child))
  return tree
}

/** Sends a signal to every process of a list. One that has ended meanwhile is left out. */
export function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

const runningProcesses = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** Returns the number of the parent process, or 0 for a process that has ended. */
function parentOf(pid: number): number {
  try {
    // The name before it, in parentheses, may contain spaces and parentheses.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return 0
  }
}
