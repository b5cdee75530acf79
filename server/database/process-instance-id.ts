import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Returns a text that identifies a running process even if its process id is reused later: its start time. Returns
 * null if no such process runs, and 'running' if the system does not report start times (Windows).
 */
export function processInstanceId(pid: number): string | null {
  return existsSync('/proc/self/stat')
    ? startTimeFromProc(pid)
    : (startTimeFromPs(pid) ?? (isRunning(pid) ? 'running' : null))
}

function startTimeFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in parentheses and may contain anything. The third is the state.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isDead = state === 'Z' || state === 'X'
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return isDead ? null : `${boot} ${fields[18]}`
  } catch {
    return null
  }
}

function startTimeFromPs(pid: number): string | null {
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
    // EPERM: it runs, but belongs to another user of the machine.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
