import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPatroniCluster } from './patroni-cluster.ts'
import type { Blow } from './patroni-member.ts'
import { startWatchedMusician } from './watched-musician.ts'
import type { WatchedMusician } from './watched-musician.ts'

const MUSICIANS_PER_SERVER = 3
const ENVIRONMENT = { LIMITS: 'syncPerMinute=1000000' }
const ASK_EVERY_MILLISECONDS = 50
const ANSWER_MILLISECONDS = 1000
const FAILOVER_AT_MOST_MILLISECONDS = 120_000
/** How much longer than the failover an answer may take (issue 19). */
const LONGER_MILLISECONDS = 5000

/** What a failover was like. Times are milliseconds. */
export type Failover = {
  blow: Blow
  primary: string
  /** From the blow until a new connection through HAProxy can write. */
  writable: number
  /** From the blow until the last musician had a save acknowledged that was sent after it. */
  everybodySaves: number
  /** The longest wait for an answer that came between the blow and the next one. */
  longestAnswer: number
  acknowledged: number
  /** How often each other answer was given in this time: status, code and Retry-After. */
  refusals: Record<string, number>
}

/**
 * Lets musicians save without a pause at two servers behind HAProxy, and hits the primary once for each of the blows, as
 * soon as the cluster is healthy again. Returns a line for each, and the acknowledged practice entries that were lost.
 */
export async function runFailovers(
  blows: readonly Blow[],
): Promise<{ failovers: Failover[]; acknowledged: number; lost: string[] }> {
  const cluster = await startPatroniCluster()
  const closing: (() => Promise<unknown>)[] = [() => cluster.stop()]
  try {
    const url = await cluster.createDatabase()
    const servers = []
    const musicians: WatchedMusician[] = []
    for (const name of ['one', 'other']) {
      const server = await startServerProcess({ env: { ...ENVIRONMENT, DATABASE_URL: url } })
      closing.unshift(() => server.stop())
      servers.push(server)
      for (let number = 0; number < MUSICIANS_PER_SERVER; number += 1)
        musicians.push(await startWatchedMusician(server, `musician-${number}-at-${name}@example.org`))
    }
    const hits: (Omit<Failover, keyof Answers> & { at: number })[] = []
    for (const blow of blows) {
      const primary = await cluster.healthyPrimary()
      await everybodySavesAfter(musicians, performance.now())
      const at = performance.now()
      primary.suffer(blow)
      const [writable, everybodySaves] = await Promise.all([
        untilWritable(url).then(() => performance.now() - at),
        everybodySavesAfter(musicians, performance.now()).then(end => end - at),
      ])
      await primary.recover()
      hits.push({ at, blow, primary: primary.name, writable, everybodySaves })
    }
    const lost = []
    // Looked for at the server where the musician has not saved.
    for (const [index, musician] of musicians.entries()) {
      const other = servers[index < MUSICIANS_PER_SERVER ? 1 : 0]
      if (other !== undefined) lost.push(...(await musician.missingAt(other)))
    }
    const failovers = hits.map(({ at, ...failover }, index) => ({
      ...failover,
      ...answersBetween(musicians, at, hits[index + 1]?.at ?? Infinity),
    }))
    const acknowledged = musicians.reduce((sum, musician) => sum + musician.acknowledged.length, 0)
    return { failovers, acknowledged, lost }
  } catch (error) {
    throw new Error(cluster.log(), { cause: error })
  } finally {
    for (const close of closing) await close()
  }
}

/** Returns what is wrong with a failover by rule DB27. */
export function failoverFaults({ writable, everybodySaves, longestAnswer, refusals }: Failover): string[] {
  const most = writable + LONGER_MILLISECONDS
  return [
    ...Object.keys(refusals).filter(refusal => !/^503 unavailable \d+$/.test(refusal)),
    ...(longestAnswer > most ? [`an answer took ${longestAnswer} ms, the failover ${writable} ms`] : []),
    ...(everybodySaves > most
      ? [`${everybodySaves} ms until all saved, the failover took ${writable} ms`]
      : []),
  ]
}

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
    await pause(ASK_EVERY_MILLISECONDS)
  }
}

type Answers = Pick<Failover, 'longestAnswer' | 'acknowledged' | 'refusals'>

function answersBetween(musicians: readonly WatchedMusician[], from: number, to: number): Answers {
  const saves = musicians
    .flatMap(musician => musician.saves)
    .filter(({ ended }) => ended > from && ended <= to)
  const refusals: Record<string, number> = {}
  for (const { outcome } of saves) if (outcome !== 'applied') refusals[outcome] = (refusals[outcome] ?? 0) + 1
  return {
    longestAnswer: Math.max(...saves.map(({ began, ended }) => ended - began)),
    acknowledged: saves.filter(({ outcome }) => outcome === 'applied').length,
    refusals,
  }
}

/** Waits until a new connection can write. */
async function untilWritable(url: string): Promise<void> {
  while (!(await isWritable(url))) await pause(ASK_EVERY_MILLISECONDS)
}

async function isWritable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MILLISECONDS,
    query_timeout: ANSWER_MILLISECONDS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Writes a row and waits for the synchronous standby, and leaves none.
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
