import { failoverFaults, runFailovers } from '../tests/failover/failover-rounds.ts'
import type { Failover } from '../tests/failover/failover-rounds.ts'
import type { Blow } from '../tests/failover/patroni-member.ts'

export const name = 'a primary under Patroni is killed under load'

const KILLS = 20
const FREEZES = 3

/**
 * Kills the primary of three, every second time with its Patroni, while six musicians save at two servers; then freezes it
 * some times. Needs Patroni, etcd, HAProxy and PostgreSQL of Debian. Times are seconds from the kill on.
 */
export async function measure() {
  const kills = Array.from({ length: KILLS }, (_, kill): Blow =>
    kill % 2 === 0 ? 'PostgreSQL killed' : 'both killed',
  )
  const freezes = Array.from({ length: FREEZES }, (): Blow => 'both frozen')
  const { failovers, acknowledged, lost } = await runFailovers([...kills, ...freezes])
  const faults = failovers.flatMap(failoverFaults)
  return {
    'failovers (blow, primary, writable, all save again, longest answer, acknowledged until the next blow, other answers)':
      failovers.map(row),
    ...summary(failovers, 'PostgreSQL killed'),
    ...summary(failovers, 'both killed'),
    ...summary(failovers, 'both frozen'),
    'acknowledged saves': acknowledged,
    'lost acknowledged saves': lost.length,
    ...((lost.length > 0 || faults.length > 0) && { missed: [...lost, ...faults] }),
  }
}

function row({ blow, primary, writable, everybodySaves, longestAnswer, acknowledged, refusals }: Failover) {
  const times = [writable, everybodySaves, longestAnswer].map(seconds)
  const others = Object.entries(refusals).map(([answer, count]) => `${count} × ${answer}`)
  return [blow, primary, ...times, acknowledged, ...others].join(' | ')
}

function summary(failovers: readonly Failover[], blow: Blow) {
  const of = failovers.filter(failover => failover.blow === blow)
  const spread = (name: 'writable' | 'everybodySaves' | 'longestAnswer') => {
    const times = of.map(failover => failover[name]).toSorted((one, other) => one - other)
    return [times[0], times[times.length >> 1], times.at(-1)].map(time => seconds(time ?? 0)).join(' / ')
  }
  return {
    [`${blow}: until writable, least / median / most`]: spread('writable'),
    [`${blow}: until all save again`]: spread('everybodySaves'),
    [`${blow}: longest answer`]: spread('longestAnswer'),
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
