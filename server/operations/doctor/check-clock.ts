import { createFaultFinding, createGoodFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

/** Stripe refuses notices, and codes run out, when clocks differ by minutes; HTTP tells whole seconds only. */
const LARGEST_DIFFERENCE_MILLISECONDS = 10_000

/**
 * Compares this machine's clock (`ours`) with the clock of another machine (`theirs`), both in milliseconds since 1970.
 * Returns a fault if they differ by more than 10 seconds. `whose` names the other machine in the finding.
 */
export function checkClock(whose: string, theirs: number, ours: number): DoctorFinding {
  const seconds = Math.round((ours - theirs) / 1000)
  if (Math.abs(ours - theirs) <= LARGEST_DIFFERENCE_MILLISECONDS)
    return createGoodFinding('Clock', `agrees with that of ${whose}`)
  return createFaultFinding(
    'Clock',
    `is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} that of ${whose}`,
    'Let both machines take the time from the network: timedatectl set-ntp true',
  )
}
