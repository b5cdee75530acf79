import { execFile } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { addPracticeEntry } from '#tests/library/library-changes.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { Bars, quantile, type BarredFigures } from './bars.ts'
import { CLOSED_LOOP_SETTINGS, signInDevices, type LoopDevice } from './closed-loop.ts'
import { playedDaysSchema, SAVES_PER_DAY, type PlayedDays } from './played-days.ts'

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
/** Days that a musician practices, and what of a day's practice falls into its busiest hour. */
const DAYS_PER_SECOND_OF_A_MUSICIAN = ((5 / 7) * (1 / 8)) / 3600
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
  try {
    const DATABASE_URL = await postgres.createDatabase()
    const SECRET = 'the same secret for every server of the bench'
    let devices: LoopDevice[] = []
    let acknowledged = 0
    for (const count of [1, 2, 3]) {
      const ORIGIN = nodes[0] === undefined ? {} : { ORIGIN: nodes[0].origin }
      const node = await startServerProcess({
        env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL, SECRET, ...ORIGIN },
      })
      nodes.push(node)
      const origins = nodes.map(({ origin }) => origin)
      if (count === 1) devices = await signInDevices(node, MUSICIANS)
      const { kept, failed } = await findKnee(async load => {
        const what = { origins, devices, daysPerSecond: load, seconds: SECONDS, daySeconds: DAY_SECONDS }
        const played = playedDaysSchema.parse(await runScript('play-days.ts', [], what))
        acknowledged += played.saveMilliseconds.length
        const keepsUp = doesKeepUp(played)
        const label = `${servers(count)}, ${load} days a second${keepsUp ? '' : ', too many'}`
        bars.note(label, inWords(load, played))
        return { load, keepsUp, played }
      })
      const musicians = Math.round((kept?.load ?? 0) / DAYS_PER_SECOND_OF_A_MUSICIAN)
      bars.note(`${servers(count)}: musicians in their busiest hour`, musicians.toLocaleString('en'))
      bars.note(`${servers(count)}: days a second, not kept up with`, failed?.load ?? 'not found')
      if (count === 1 && kept !== null)
        acknowledged += await overload(bars, origins, devices, roundsPerSecond(kept.load))
    }
    const lost = Math.max(0, acknowledged - (await countEntries(DATABASE_URL)))
    bars.atMost('acknowledged tempos that are lost', lost, 0)
    return bars.figures()
  } finally {
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
}

type Tried = { load: number; keepsUp: boolean; played: PlayedDays }

/**
 * Raises the load step by step until it is too much, then tries halfway between what was kept up with and what was not.
 * Only a load that is too much twice counts, because something else may have kept the machine busy.
 */
async function findKnee(play: (load: number) => Promise<Tried>) {
  const knee: { kept: Tried | null; failed: Tried | null } = { kept: null, failed: null }
  const attempt = async (load: number) => {
    const first = await play(load)
    const tried = first.keepsUp ? first : await play(load)
    knee[tried.keepsUp ? 'kept' : 'failed'] = tried
  }
  for (const load of LOADS) if (knee.failed === null) await attempt(load)
  for (let number = 0; number < REFINEMENTS && knee.failed !== null; number += 1)
    await attempt(((knee.kept?.load ?? 0) + knee.failed.load) / 2)
  return knee
}

const servers = (count: number) => `${count} server${count > 1 ? 's' : ''}`

const doesKeepUp = ({ saveMilliseconds, statuses, days }: PlayedDays) =>
  quantile(saveMilliseconds, 0.99) < KNEE_MILLISECONDS &&
  Object.keys(statuses).every(status => status.startsWith('2')) &&
  saveMilliseconds.length === days * SAVES_PER_DAY

/** While as many days begin as end: the time of the first and the last ones does not count. */
const requestsPerSecond = (load: number, { requests, days }: PlayedDays) => (requests / days) * load

/** Each saved tempo is a round of the one device and, when it hears of it, one of the other. */
const roundsPerSecond = (load: number) => load * SAVES_PER_DAY * 2

const percentiles = (times: readonly number[]) =>
  [0.5, 0.99, 0.999].map(part => Math.round(quantile(times, part))).join(' / ')

const counted = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function inWords(load: number, played: PlayedDays): string {
  const times = [
    `saved ${percentiles(played.saveMilliseconds)}`,
    `seen by the other device ${percentiles(played.seenMilliseconds)}`,
    `other requests ${percentiles(played.otherMilliseconds)}`,
    `health ${percentiles(played.healthMilliseconds)}`,
  ]
  const rate = Math.round(requestsPerSecond(load, played))
  return `${rate} requests/s; p50 / p99 / p99.9 in ms: ${times.join(', ')}; ${counted(played.statuses)}`
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

const Flood = z.object({
  took: z.number(),
  statuses: z.record(z.string(), z.number()),
  roundMilliseconds: z.array(z.number()),
  refusalMilliseconds: z.array(z.number()),
  healthMilliseconds: z.array(z.number()),
  recoveredAfter: z.number().nullable(),
  acknowledged: z.number(),
})

/** Floods the servers with rounds that each save a tempo, and returns how many were acknowledged. */
async function overload(
  bars: Bars,
  origins: readonly string[],
  devices: readonly LoopDevice[],
  usualRate: number,
): Promise<number> {
  const musicians = devices.map(({ session: cookie, pieceId, partId, epoch, since }, number) => {
    const change = addPracticeEntry(pieceId as PieceId, partId as PartId)
    const own = { clientId: 'bench', schema: 1, epoch, clientNow: Date.now(), since, entriesSince: since }
    const address = `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}`
    const body = JSON.stringify({ ...own, changes: [change] })
    return { cookie, body, ids: [change.id, change.args.id], address }
  })
  const rate = OVERLOAD_TIMES * usualRate
  const args = [rate, OVERLOAD_SECONDS, usualRate].map(String)
  const flood = Flood.parse(await runScript('flood.mjs', args, { origins, musicians }))
  const what = `1 server, ${rate} saves a second, ten times what it keeps up with`
  const answered = Math.round((flood.statuses['200'] ?? 0) / flood.took)
  const times = `saved ${percentiles(flood.roundMilliseconds)}, refused ${percentiles(flood.refusalMilliseconds)}`
  bars.note(what, `${answered}/s answered; p50 / p99 / p99.9 in ms: ${times}; ${counted(flood.statuses)}`)
  bars.atMost(`${what}: health, p99, ms`, quantile(flood.healthMilliseconds, 0.99), 100)
  bars.atMost(`${what}: seconds until it has recovered`, (flood.recoveredAfter ?? Infinity) / 1000, 10)
  bars.atMost(`${what}: requests without an answer`, flood.statuses['none'] ?? 0, 0)
  return flood.acknowledged
}

async function countEntries(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from practice')
  await client.end()
  return rows[0].count
}
