import { expect, test } from 'vitest'
import { hasFailoverPrograms } from './failover-programs.ts'
import { failoverFaults, runFailovers } from './failover-rounds.ts'

test.skipIf(!hasFailoverPrograms())(
  '[DB27] Patroni replaces a killed primary under load: nothing acknowledged is lost, nobody waits long, and work goes on',
  async () => {
    const { failovers, acknowledged, lost } = await runFailovers(['PostgreSQL killed', 'both killed'])
    expect(failovers.flatMap(failoverFaults)).toEqual([])
    expect(failovers.every(({ refusals }) => Object.keys(refusals).length > 0)).toBe(true)
    expect(acknowledged).toBeGreaterThan(100)
    expect(lost).toEqual([])
  },
  300_000,
)
