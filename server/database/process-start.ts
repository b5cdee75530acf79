import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * When a process was started, as a text that tells it from every other process that ever had this number, or null
 * when no such process runs. Systems that do not tell (Windows) give 'running'.
 */
export function processStart(pid: number): string | null {
  return existsSync('/proc/self/stat')
    ? startInProc(pid)
    : (startInPs(pid) ?? (isRunning(pid) ? 'running' : null))
}

function startInProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in parentheses and may hold anything; the third is the state.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isDead = state === 'Z' || state === 'X'
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return isDead ? null : `${boot} ${fields[18]}`
  } catch {
    return null
  }
}

function startInPs(pid: number): string | null {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
