import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startMusician } from '#tests/operations/saving-musician.ts'
import { startServerProcess, type RunningServer } from '../../e2e/running-server.ts'
import { hasFailoverPrograms } from './debian-program.ts'
import { startPatroniCluster, type Failure } from './patroni-cluster.ts'

const MUSICIANS_PER_SERVER = 3
const FAILURES: readonly Failure[] = ['PostgreSQL killed', 'both killed']
const PAUSE_MILLISECONDS = 50
const PROBE_MILLISECONDS = 1000
const FAILOVER_TIMEOUT_MILLISECONDS = 120_000
/** Rule DB27: the longest extra time that a response may take beyond the failover itself. */
const MAX_EXTRA_MILLISECONDS = 5000

test.skipIf(!hasFailoverPrograms())(
  '[DB27] Patroni replaces a killed primary under load: nothing acknowledged is lost, nobody waits long, and work goes on',
  async () => {
    const cluster = await startPatroniCluster()
    const env = { LIMITS: 'syncPerMinute=1000000', DATABASE_URL: cluster.url }
    const servers = [await startServerProcess({ env }), await startServerProcess({ env })] as const
    const musicians = await Promise.all(
      Array.from({ length: 2 * MUSICIANS_PER_SERVER }, (_, number) =>
        startSavingMusician(servers[number < MUSICIANS_PER_SERVER ? 0 : 1], `musician-${number}@example.org`),
      ),
    )
    const saves = () => musicians.flatMap(musician => musician.saves)
    try {
      // Each failure comes as soon as the cluster is healthy again.
      const hits: { at: number; writable: number; everybodySaves: number }[] = []
      for (const failure of FAILURES) {
        const primary = await cluster.healthyPrimary()
        await waitUntilAllSavedAfter(musicians, performance.now())
        const at = performance.now()
        primary.inject(failure)
        const everybody = waitUntilAllSavedAfter(musicians, performance.now())
        while (!(await isWritable(cluster.url))) await pause(PAUSE_MILLISECONDS)
        const writable = performance.now() - at
        hits.push({ at, writable, everybodySaves: (await everybody) - at })
        primary.restart()
      }
      for (const [index, { at, writable, everybodySaves }] of hits.entries()) {
        const next = hits[index + 1]?.at ?? Infinity
        const answered = saves().filter(({ ended }) => ended > at && ended <= next)
        const refusals = answered.filter(({ outcome }) => outcome !== 'applied').map(({ outcome }) => outcome)
        expect(refusals.length).toBeGreaterThan(0)
        expect(refusals.filter(refusal => !/^503 unavailable \d+$/.test(refusal))).toEqual([])
        expect(everybodySaves).toBeLessThan(writable + MAX_EXTRA_MILLISECONDS)
        const longest = Math.max(...answered.map(({ began, ended }) => ended - began))
        expect(longest).toBeLessThan(writable + MAX_EXTRA_MILLISECONDS)
      }
      expect(saves().filter(({ outcome }) => outcome === 'applied').length).toBeGreaterThan(100)
      // Asks the server at which the musician has not saved.
      for (const [number, musician] of musicians.entries())
        expect(await musician.missingAt(servers[number < MUSICIANS_PER_SERVER ? 1 : 0])).toEqual([])
    } catch (error) {
      throw new Error(cluster.log(), { cause: error })
    } finally {
      for (const server of servers) await server.stop()
      await cluster.stop()
    }
  },
  300_000,
)

async function startSavingMusician(server: RunningServer, email: string) {
  const musician = await startMusician(server, email)
  const saves: { began: number; ended: number; outcome: string }[] = []
  const end = new AbortController()
  const practicing = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now()
      // Rejects after 20 s without a response.
      const outcome = await musician.save(1).catch((error: unknown) => `no answer: ${String(error)}`)
      saves.push({ began, ended: performance.now(), outcome })
      await pause(PAUSE_MILLISECONDS)
    }
  })()
  return {
    saves,
    async missingAt(other: RunningServer): Promise<string[]> {
      end.abort()
      await practicing
      return musician.missingAt(other)
    },
  }
}

type SavingMusician = Awaited<ReturnType<typeof startSavingMusician>>

async function waitUntilAllSavedAfter(musicians: readonly SavingMusician[], moment: number): Promise<number> {
  for (;;) {
    const ends = musicians.map(
      ({ saves }) => saves.find(({ began, outcome }) => began > moment && outcome === 'applied')?.ended,
    )
    if (ends.every(end => end !== undefined)) return Math.max(...ends)
    if (performance.now() - moment > FAILOVER_TIMEOUT_MILLISECONDS) {
      const last = musicians.map(({ saves }) => saves.at(-1)?.outcome)
      throw new Error(`a musician cannot save again: ${last.join(', ')}`)
    }
    await pause(PAUSE_MILLISECONDS)
  }
}

/** Returns true if a new connection can write. The row makes it wait for the synchronous standby. */
async function isWritable(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: PROBE_MILLISECONDS, query_timeout: PROBE_MILLISECONDS }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`with probe as (insert into mailbox (id, to_address, subject, text, html, at)
      values ('probe', '', '', '', '', 0) returning id) select id from probe`)
    await client.query(`delete from mailbox where id = 'probe'`)
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
