import { execFile } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { startServerProcess } from '../e2e/running-server.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { addPracticeEntry } from '#tests/library/library-changes.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { Bars, quantile } from './bars.ts'
import type { BarredFigures } from './bars.ts'
import { CLOSED_LOOP_SETTINGS, signInDevices } from './closed-loop.ts'
import type { LoopDevice } from './closed-loop.ts'
import { findKnee } from './find-knee.ts'
import { musiciansServed, SAVES_PER_DAY } from './musician-day.ts'
import { playedDaysSchema } from './played-days.ts'
import type { PlayedDays, ToPlay } from './played-days.ts'

export const name = 'days of musicians at one to three servers'

/** Enough that nobody begins a second day before the first has ended, up to the highest load. */
const MUSICIANS = 256
/** A day's practice takes so long, about 700 times faster than three quarters of an hour. */
const DAY_SECONDS = 4
const SECONDS = 6
/** Days that begin in a second. A million musicians begin 25 in their busiest hour. */
const LOADS = [1, 2, 4, 8, 16, 32, 64]
const REFINEMENTS = 2
/** Above this the servers do not keep up. */
const KNEE_MILLISECONDS = 1000
/** An overload is so many times the rounds of sync with which a server kept up (rule HT84). */
const OVERLOAD_TIMES = 10
const OVERLOAD_SECONDS = 10

/**
 * Plays days of musicians, compressed in time, at one, two and three servers on one PostgreSQL with fsync: two devices each,
 * with sessions, live streams, saves and the pulls that follow them. Raises the number of days a second up to the knee. Then
 * sends one server ten times the rounds of sync that it kept up with, each with a saved tempo. No answered save may be lost.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const nodes: RunningServer[] = []
  const rows: string[] = []
  try {
    const DATABASE_URL = await postgres.createDatabase()
    const env = {
      ...CLOSED_LOOP_SETTINGS,
      DATABASE_URL,
      SECRET: 'the same secret for every server of the bench',
    }
    let devices: LoopDevice[] = []
    let acknowledged = 0
    for (const count of [1, 2, 3]) {
      const ORIGIN = nodes[0] === undefined ? {} : { ORIGIN: nodes[0].origin }
      nodes.push(await startServerProcess({ env: { ...env, ...ORIGIN } }))
      const origins = nodes.map(({ origin }) => origin)
      if (nodes.length === 1 && nodes[0] !== undefined) devices = await signInDevices(nodes[0], MUSICIANS)
      const { kept, failed } = await findKnee(LOADS, REFINEMENTS, async daysPerSecond => {
        const played = await play({
          origins,
          devices,
          daysPerSecond,
          seconds: SECONDS,
          daySeconds: DAY_SECONDS,
        })
        acknowledged += played.acknowledged
        const keepsUp = doesKeepUp(played)
        bars.note(
          `${servers(count)}, ${daysPerSecond} days a second${keepsUp ? '' : ', too many'}`,
          told(daysPerSecond, played),
        )
        return { keepsUp, result: played }
      })
      rows.push(rowOf(count, kept, failed?.load ?? null))
      if (count > 1 || kept === null) continue
      const usualRate = roundsPerSecond(kept.load)
      const rate = OVERLOAD_TIMES * usualRate
      const flood = await overload(origins, devices, { rate, usualRate })
      acknowledged += flood.acknowledged
      noteOverload(bars, rate, flood)
    }
    const lost = Math.max(0, acknowledged - (await countEntries(DATABASE_URL)))
    bars.atMost('acknowledged tempos that are lost', lost, 0)
    return { ...bars.figures(), 'for docs/scaling.md': [...HEAD, ...rows] }
  } finally {
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
}

const servers = (count: number) => `${count} server${count > 1 ? 's' : ''}`

const doesKeepUp = ({ saveMilliseconds, statuses, acknowledged, days }: PlayedDays) =>
  quantile(saveMilliseconds, 0.99) < KNEE_MILLISECONDS &&
  Object.keys(statuses).every(status => status.startsWith('2')) &&
  acknowledged === days * SAVES_PER_DAY

/** While as many days begin as end: the time of the first and the last ones does not count. */
const requestsPerSecond = (load: number, { requests, days }: PlayedDays) => (requests / days) * load

/** Each saved tempo is a round of the one device and, when it hears of it, one of the other. */
const roundsPerSecond = (load: number) => load * SAVES_PER_DAY * 2

const percentiles = (times: readonly number[]) =>
  [0.5, 0.99, 0.999].map(part => Math.round(quantile(times, part))).join(' / ')

function told(load: number, played: PlayedDays): string {
  const { saveMilliseconds, seenMilliseconds, otherMilliseconds, healthMilliseconds, statuses } = played
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const rate = Math.round(requestsPerSecond(load, played))
  return `${rate} requests/s; p50 / p99 / p99.9 in ms: saved ${percentiles(saveMilliseconds)}, seen by the other device ${percentiles(seenMilliseconds)}, other requests ${percentiles(otherMilliseconds)}, health ${percentiles(healthMilliseconds)}; ${counts.join(', ')}`
}

const HEAD = [
  '| Servers | Days a second, kept / not | Requests a second | Saved, ms: p50 / p99 / p99.9 | Seen by the other device, ms | Musicians in their busiest hour |',
  '|---|---|---|---|---|---|',
]

type Kept = { load: number; result: PlayedDays } | null

function rowOf(count: number, kept: Kept, failed: number | null): string {
  if (kept === null) return `| ${count} | none / ${failed} | – | – | – | – |`
  const { load, result } = kept
  const cells = [
    count,
    `${load} / ${failed ?? 'not found'}`,
    Math.round(requestsPerSecond(load, result)),
    percentiles(result.saveMilliseconds),
    percentiles(result.seenMilliseconds),
    Math.round(musiciansServed(load)).toLocaleString('en'),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Runs a script of this folder in a process of its own, and returns what it prints as JSON. */
function runScript(script: string, args: readonly string[], input: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const path = join(import.meta.dirname, script)
    const child = execFile(process.execPath, [path, ...args], { maxBuffer: 100_000_000 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(error),
    )
    child.stdin?.end(JSON.stringify(input))
  })
}

const play = async (what: ToPlay): Promise<PlayedDays> =>
  playedDaysSchema.parse(await runScript('play-days.ts', [], what))

const Flood = z.object({
  took: z.number(),
  statuses: z.record(z.string(), z.number()),
  roundMilliseconds: z.array(z.number()),
  refusalMilliseconds: z.array(z.number()),
  healthMilliseconds: z.array(z.number()),
  recoveredAfter: z.number().nullable(),
  acknowledged: z.number(),
})

/** Floods the servers with rounds that each save a tempo. */
async function overload(
  origins: readonly string[],
  devices: readonly LoopDevice[],
  { rate, usualRate }: { rate: number; usualRate: number },
) {
  const musicians = devices.map(({ cookie, pieceId, partId, epoch, since }, number) => {
    const change = addPracticeEntry(pieceId as PieceId, partId as PartId)
    const round = {
      clientId: 'bench',
      schema: 1,
      epoch,
      clientNow: Date.now(),
      since,
      entriesSince: since,
      changes: [change],
    }
    const address = `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}`
    return { cookie, body: JSON.stringify(round), ids: [change.id, change.args.id], address }
  })
  return Flood.parse(
    await runScript('flood.mjs', [rate, OVERLOAD_SECONDS, usualRate].map(String), { origins, musicians }),
  )
}

function noteOverload(bars: Bars, rate: number, flood: z.infer<typeof Flood>): void {
  const { statuses, took, roundMilliseconds, refusalMilliseconds, healthMilliseconds, recoveredAfter } = flood
  const what = `1 server, ${rate} saves a second, ten times what it keeps up with`
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const answered = Math.round((statuses['200'] ?? 0) / took)
  const times = `p50 / p99 / p99.9 in ms: saved ${percentiles(roundMilliseconds)}, refused ${percentiles(refusalMilliseconds)}`
  bars.note(what, `${answered}/s answered; ${times}; ${counts.join(', ')}`)
  bars.atMost(`${what}: health, p99, ms`, quantile(healthMilliseconds, 0.99), 100)
  bars.atMost(`${what}: seconds until it has recovered`, (recoveredAfter ?? Infinity) / 1000, 10)
  bars.atMost(`${what}: requests without an answer`, statuses['none'] ?? 0, 0)
}

async function countEntries(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from practice')
  await client.end()
  return rows[0].count
}
