import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import * as z from 'zod'
import { startServerProcess } from '../e2e/running-server.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'

export const name = 'load'

const run = promisify(execFile)
const MUSICIANS = 40
const SECONDS_PER_STEP = 4
/** Rounds per second; the first one at which the server no longer keeps up ends the row. */
const STEPS = [25, 50, 100, 200, 400, 800]
/** Above this the server does not keep up. */
const KNEE_MILLISECONDS = 1000

const Flood = z.object({
  took: z.number(),
  statuses: z.record(z.string(), z.number()),
  roundMilliseconds: z.array(z.number()),
  healthMilliseconds: z.array(z.number()),
})
type Musician = { cookie: string; body: string }

/**
 * Rounds of sync, sent in an open loop to one, two and three servers on one PostgreSQL with fsync: at each rate how long
 * they take and what was refused, up to the knee.
 */
export async function measure(): Promise<Record<string, number | string>> {
  const postgres = await startPostgres({ fsync: true })
  const figures: Record<string, number | string> = {}
  const nodes: RunningServer[] = []
  try {
    const DATABASE_URL = await postgres.createDatabase()
    const shared = { DATABASE_URL, SECRET: 'the same secret for every server of the bench' }
    let musicians: Musician[] = []
    for (const count of [1, 2, 3]) {
      const ORIGIN = nodes[0] === undefined ? {} : { ORIGIN: nodes[0].origin }
      nodes.push(await startServerProcess({ env: { ...shared, ...ORIGIN } }))
      const origins = nodes.map(({ origin }) => origin)
      if (count === 1) musicians = await signInAll(origins[0] ?? '', DATABASE_URL)
      for (const rate of STEPS) {
        const { text, keepsUp } = await step(origins, musicians, rate)
        figures[`${count} server${count > 1 ? 's' : ''}, ${rate} rounds a second`] = text
        if (!keepsUp) break
      }
    }
  } finally {
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
  return figures
}

async function step(origins: readonly string[], musicians: readonly Musician[], rate: number) {
  const script = join(import.meta.dirname, 'flood.mjs')
  const arguments_ = [script, ...[origins, musicians].map(value => JSON.stringify(value))]
  const { stdout } = await run(process.execPath, [...arguments_, String(rate), String(SECONDS_PER_STEP)], {
    maxBuffer: 100_000_000,
  })
  const { took, statuses, roundMilliseconds, healthMilliseconds } = Flood.parse(JSON.parse(stdout))
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map(part => quantile(roundMilliseconds, part))
  const answered = Math.round((statuses['200'] ?? 0) / took)
  const health = quantile(healthMilliseconds, 0.99)
  const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return {
    text: `${answered}/s answered, p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p999} ms, health p99 ${health} ms, ${told.join(', ')}`,
    keepsUp: (p99 ?? Infinity) < KNEE_MILLISECONDS && Object.keys(statuses).every(status => status === '200'),
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

/** Signs in one musician after the other; each will pull the library that they do not have yet. */
async function signInAll(origin: string, databaseUrl: string): Promise<Musician[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const musicians: Musician[] = []
  const round = { clientId: 'bench', schema: 1, epoch: null, clientNow: Date.now(), since: 0, changes: [] }
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (let number = 0; number < MUSICIANS; number += 1) {
    const email = `musician-${number}@example.org`
    await post('/api/v1/sign-in-links', { email, language: 'en' })
    const { rows } = await client.query('select text from mailbox where to_address = $1', [email])
    const token = /confirm\?token=(\w+)/.exec(rows[0].text)?.[1]
    const confirmed = await post('/api/v1/sign-in-links/confirm', { email, token })
    const cookie = confirmed.headers.getSetCookie().map(one => one.split(';')[0])
    musicians.push({ cookie: cookie.join('; '), body: JSON.stringify(round) })
  }
  await client.end()
  return musicians
}
