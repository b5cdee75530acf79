import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import * as z from 'zod'
import { startServerProcess } from '../e2e/running-server.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { startPostgres } from '#tests/database/postgres.ts'

export const name = 'load'

const run = promisify(execFile)
const MUSICIANS = 100
const SECONDS_PER_STEP = 4
/** Rounds per second; the first one at which the server no longer keeps up ends the row. */
const STEPS = [25, 50, 100, 200, 400, 800]
/** Above this the server does not keep up. */
const KNEE_MILLISECONDS = 1000
/** An overload is so many times the last rate at which a server kept up (rule HT85). */
const OVERLOAD_TIMES = 10
const OVERLOAD_SECONDS = 10

const Flood = z.object({
  took: z.number(),
  statuses: z.record(z.string(), z.number()),
  roundMilliseconds: z.array(z.number()),
  refusalMilliseconds: z.array(z.number()),
  healthMilliseconds: z.array(z.number()),
  recoveredAfter: z.number().nullable(),
  acknowledged: z.number(),
})
/** `ids` are those in the body that every round replaces with new ones. */
type Musician = { cookie: string; body: string; ids: string[]; address: string }

/**
 * Rounds of sync that each save a tempo, sent in an open loop to one, two and three servers on one PostgreSQL with fsync: at each rate how long
 * they take and what was refused, up to the knee, and one server at ten times the rate at which it kept up.
 */
export async function measure(): Promise<Record<string, number | string>> {
  const postgres = await startPostgres({ fsync: true })
  const figures: Record<string, number | string> = {}
  const nodes: RunningServer[] = []
  try {
    const DATABASE_URL = await postgres.createDatabase()
    const shared = {
      DATABASE_URL,
      SECRET: 'the same secret for every server of the bench',
      // Every musician has an address of their own.
      TRUST_PROXY: '1',
    }
    let musicians: Musician[] = []
    let acknowledged = 0
    for (const count of [1, 2, 3]) {
      const ORIGIN = nodes[0] === undefined ? {} : { ORIGIN: nodes[0].origin }
      nodes.push(await startServerProcess({ env: { ...shared, ...ORIGIN } }))
      const origins = nodes.map(({ origin }) => origin)
      if (count === 1) musicians = await signInAll(origins[0] ?? '', DATABASE_URL)
      let keptUp = 0
      for (const rate of STEPS) {
        const { text, keepsUp, saved } = await step(origins, musicians, rate)
        acknowledged += saved
        figures[`${count} server${count > 1 ? 's' : ''}, ${rate} rounds a second`] = text
        if (!keepsUp) break
        keptUp = rate
      }
      if (count > 1) continue
      const overload = keptUp * OVERLOAD_TIMES
      const { text, saved } = await step(origins, musicians, overload, OVERLOAD_SECONDS)
      acknowledged += saved
      figures[`1 server, ${overload} rounds a second, ten times what it keeps up with`] = text
    }
    figures['acknowledged tempos that are lost'] = Math.max(
      0,
      acknowledged - (await countEntries(DATABASE_URL)),
    )
  } finally {
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
  return figures
}

async function step(
  origins: readonly string[],
  musicians: readonly Musician[],
  rate: number,
  seconds = SECONDS_PER_STEP,
) {
  const script = join(import.meta.dirname, 'flood.mjs')
  const arguments_ = [script, ...[origins, musicians].map(value => JSON.stringify(value))]
  const { stdout } = await run(process.execPath, [...arguments_, String(rate), String(seconds)], {
    maxBuffer: 100_000_000,
  })
  const flood = Flood.parse(JSON.parse(stdout))
  const { took, statuses, roundMilliseconds, refusalMilliseconds, healthMilliseconds } = flood
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map(part => quantile(roundMilliseconds, part))
  const answered = Math.round((statuses['200'] ?? 0) / took)
  const health = `${quantile(healthMilliseconds, 0.5)} ms, p99 ${quantile(healthMilliseconds, 0.99)} ms`
  const refusals =
    refusalMilliseconds.length === 0
      ? ''
      : `, refusals p50 ${quantile(refusalMilliseconds, 0.5)} ms, p99 ${quantile(refusalMilliseconds, 0.99)} ms`
  const recovery =
    flood.recoveredAfter === null ? 'not recovered' : `recovered after ${Math.round(flood.recoveredAfter)} ms`
  const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return {
    text: `${answered}/s answered, p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p999} ms, health p50 ${health}, ${told.join(', ')}${refusals}, ${recovery}`,
    saved: flood.acknowledged,
    keepsUp: (p99 ?? Infinity) < KNEE_MILLISECONDS && Object.keys(statuses).every(status => status === '200'),
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN)
}

async function countEntries(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from practice')
  await client.end()
  return rows[0].count
}

/** Signs in one musician after the other, each of whom has a piece. */
async function signInAll(origin: string, databaseUrl: string): Promise<Musician[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const musicians: Musician[] = []
  const round = { clientId: 'bench', schema: 1, epoch: null, clientNow: Date.now(), since: 0 }
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': '10.1.0.1', cookie },
      body: JSON.stringify(body),
    })
  for (let number = 0; number < MUSICIANS; number += 1) {
    const email = `musician-${number}@example.org`
    await post('/api/v1/sign-in-links', { email, language: 'en' })
    const { rows } = await client.query('select text from mailbox where to_address = $1', [email])
    const token = /confirm\?token=(\w+)/.exec(rows[0].text)?.[1]
    const confirmed = await post('/api/v1/sign-in-links/confirm', { email, token })
    const cookies = confirmed.headers.getSetCookie().map(one => one.split(';')[0])
    const cookie = cookies.join('; ')
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const first = { ...round, changes: [createPiece({ pieceId, partIds: [partId] })] }
    const { epoch, revision } = await (await post('/api/v1/sync', first, cookie)).json()
    const change = addPracticeEntry(pieceId, partId)
    const body = JSON.stringify({ ...round, epoch, since: revision, changes: [change] })
    const address = `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}`
    musicians.push({ cookie, body, ids: [change.id, change.args.id], address })
  }
  await client.end()
  return musicians
}
