import { readFileSync } from 'node:fs'

// A tick is a hundredth of a second on every Linux that Node.js runs on.
const MILLISECONDS_PER_TICK = 10

/** Returns the milliseconds of processor time that a process has used, in all of its threads. Linux only. */
export function processorMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}
