import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startMusician } from '#tests/operations/saving-musician.ts'
import { startServerProcess, type RunningServer } from '../../e2e/running-server.ts'
import { hasFailoverPrograms } from './debian-program.ts'
import { startPatroniCluster, type Blow } from './patroni-cluster.ts'

const MUSICIANS_PER_SERVER = 3
const BLOWS: readonly Blow[] = ['PostgreSQL killed', 'both killed']
const PAUSE_MILLISECONDS = 50
const ANSWER_MILLISECONDS = 1000
const FAILOVER_AT_MOST_MILLISECONDS = 120_000
/** How much longer than the failover, from the blow until a new connection can write, an answer may take (rule DB27). */
const LONGER_MILLISECONDS = 5000

test.skipIf(!hasFailoverPrograms())(
  '[DB27] Patroni replaces a killed primary under load: nothing acknowledged is lost, nobody waits long, and work goes on',
  async () => {
    const cluster = await startPatroniCluster()
    const env = { LIMITS: 'syncPerMinute=1000000', DATABASE_URL: cluster.url }
    const servers = [await startServerProcess({ env }), await startServerProcess({ env })] as const
    const musicians = await Promise.all(
      Array.from({ length: 2 * MUSICIANS_PER_SERVER }, (_, number) =>
        startWatchedMusician(
          servers[number < MUSICIANS_PER_SERVER ? 0 : 1],
          `musician-${number}@example.org`,
        ),
      ),
    )
    const saves = () => musicians.flatMap(musician => musician.saves)
    try {
      // The primary is hit as soon as the cluster is healthy again.
      const hits: { at: number; writable: number; everybodySaves: number }[] = []
      for (const blow of BLOWS) {
        const primary = await cluster.healthyPrimary()
        await everybodySavesAfter(musicians, performance.now())
        const at = performance.now()
        primary.suffer(blow)
        const everybody = everybodySavesAfter(musicians, performance.now())
        while (!(await isWritable(cluster.url))) await pause(PAUSE_MILLISECONDS)
        const writable = performance.now() - at
        hits.push({ at, writable, everybodySaves: (await everybody) - at })
        primary.recover()
      }
      for (const [index, { at, writable, everybodySaves }] of hits.entries()) {
        const next = hits[index + 1]?.at ?? Infinity
        const answered = saves().filter(({ ended }) => ended > at && ended <= next)
        const refusals = answered.filter(({ outcome }) => outcome !== 'applied').map(({ outcome }) => outcome)
        expect(refusals.length).toBeGreaterThan(0)
        expect(refusals.filter(refusal => !/^503 unavailable \d+$/.test(refusal))).toEqual([])
        expect(everybodySaves).toBeLessThan(writable + LONGER_MILLISECONDS)
        const longest = Math.max(...answered.map(({ began, ended }) => ended - began))
        expect(longest).toBeLessThan(writable + LONGER_MILLISECONDS)
      }
      expect(saves().filter(({ outcome }) => outcome === 'applied').length).toBeGreaterThan(100)
      // Looked for at the server where the musician has not saved.
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

/** A musician who saves one tempo after another at a server, whatever it answers. Times are those of performance.now(). */
async function startWatchedMusician(server: RunningServer, email: string) {
  const musician = await startMusician(server, email)
  const saves: { began: number; ended: number; outcome: string }[] = []
  const end = new AbortController()
  const practicing = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now()
      // What is not answered within 20 s rejects, and is no answer.
      const outcome = await musician.save(1).catch((error: unknown) => `no answer: ${String(error)}`)
      saves.push({ began, ended: performance.now(), outcome })
      await pause(PAUSE_MILLISECONDS)
    }
  })()
  return {
    saves,
    /** Stops, and returns the acknowledged entries that a server does not have. */
    async missingAt(other: RunningServer): Promise<string[]> {
      end.abort()
      await practicing
      return musician.missingAt(other)
    },
  }
}

type WatchedMusician = Awaited<ReturnType<typeof startWatchedMusician>>

/** Waits until each musician has had a save acknowledged that was sent after a moment. Returns when the last one had. */
async function everybodySavesAfter(musicians: readonly WatchedMusician[], moment: number): Promise<number> {
  for (;;) {
    const ends = musicians.map(
      ({ saves }) => saves.find(({ began, outcome }) => began > moment && outcome === 'applied')?.ended,
    )
    if (ends.every(end => end !== undefined)) return Math.max(...ends)
    if (performance.now() - moment > FAILOVER_AT_MOST_MILLISECONDS) {
      const last = musicians.map(({ saves }) => saves.at(-1)?.outcome)
      throw new Error(`somebody cannot save again: ${last.join(', ')}`)
    }
    await pause(PAUSE_MILLISECONDS)
  }
}

/** Whether a new connection can write: a row, for which it waits for the synchronous standby, and leaves none. */
async function isWritable(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ANSWER_MILLISECONDS, query_timeout: ANSWER_MILLISECONDS }
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
