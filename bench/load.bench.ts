import { execFile } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { addPracticeEntry } from '#tests/library/library-changes.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { BenchReport, quantile, type BenchFigures } from './bench-report.ts'
import { CLOSED_LOOP_SETTINGS, signInDevices, type LoopDevice } from './closed-loop.ts'
import { playedDaysSchema, SAVES_PER_DAY, type PlayedDays } from './played-days.ts'

export const name = 'days of musicians at one to three servers'

/** Enough that at the highest load a musician's day ends before the same musician's next one begins. */
const MUSICIANS = 256
const DAY_SECONDS = 4
const SECONDS = 6
const DAYS_PER_SECOND = [1, 2, 4, 8, 16, 32, 64]
const REFINEMENTS = 2
const MAX_SAVE_P99_MILLISECONDS = 1000
/** A musician practices five days a week, and an eighth of a day's practice begins in the busiest hour. */
const DAYS_PER_MUSICIAN_AND_SECOND = ((5 / 7) * (1 / 8)) / 3600
/** Compared with the highest rate of sync rounds that the server kept up with (rule HT84). */
const OVERLOAD_TIMES = 10
const OVERLOAD_SECONDS = 10

/**
 * Simulates days of musicians, compressed in time, with one, two and three servers on one PostgreSQL with fsync. Each musician
 * has two devices, with sessions, live streams, saves and the pulls that follow them. Raises the days per second to the knee,
 * then sends one server ten times the sync rounds that it kept up with. No acknowledged save may be lost.
 */
export async function measure(): Promise<BenchFigures> {
  const report = new BenchReport()
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
        const input = { origins, devices, daysPerSecond: load, seconds: SECONDS, daySeconds: DAY_SECONDS }
        const played = playedDaysSchema.parse(await runScript('play-days.ts', [], input))
        acknowledged += played.saveMilliseconds.length
        const keepsUp = doesKeepUp(played)
        const label = `${servers(count)}, ${load} days a second${keepsUp ? '' : ', too many'}`
        report.note(label, formatPlayedDays(load, played))
        return { load, keepsUp }
      })
      const musicians = Math.round((kept?.load ?? 0) / DAYS_PER_MUSICIAN_AND_SECOND)
      report.note(`${servers(count)}: musicians in their busiest hour`, musicians.toLocaleString('en'))
      report.note(`${servers(count)}: days a second, not kept up with`, failed?.load ?? 'not found')
      if (count === 1 && kept !== null)
        acknowledged += await overload(report, origins, devices, roundsPerSecond(kept.load))
    }
    const lost = Math.max(0, acknowledged - (await countEntries(DATABASE_URL)))
    report.atMost('acknowledged tempos that are lost', lost, 0)
    return report.figures()
  } finally {
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
}

type Attempt = { load: number; keepsUp: boolean }

/**
 * Raises the load until the servers do not keep up, then bisects between the last two loads. A load fails only if it fails
 * twice, because something else may have kept the machine busy.
 */
async function findKnee(play: (load: number) => Promise<Attempt>) {
  const knee: { kept: Attempt | null; failed: Attempt | null } = { kept: null, failed: null }
  const attempt = async (load: number) => {
    const first = await play(load)
    const final = first.keepsUp ? first : await play(load)
    knee[final.keepsUp ? 'kept' : 'failed'] = final
  }
  for (const load of DAYS_PER_SECOND) if (knee.failed === null) await attempt(load)
  for (let number = 0; number < REFINEMENTS && knee.failed !== null; number += 1)
    await attempt(((knee.kept?.load ?? 0) + knee.failed.load) / 2)
  return knee
}

const servers = (count: number) => `${count} server${count > 1 ? 's' : ''}`

const doesKeepUp = ({ saveMilliseconds, statuses, days }: PlayedDays) =>
  quantile(saveMilliseconds, 0.99) < MAX_SAVE_P99_MILLISECONDS &&
  Object.keys(statuses).every(status => status.startsWith('2')) &&
  saveMilliseconds.length === days * SAVES_PER_DAY

const requestsPerSecond = (load: number, { requests, days }: PlayedDays) => (requests / days) * load

/** A saved tempo causes a round of the device that saves and a pull of the other one. */
const roundsPerSecond = (load: number) => load * SAVES_PER_DAY * 2

const percentiles = (times: readonly number[]) =>
  [0.5, 0.99, 0.999].map(part => Math.round(quantile(times, part))).join(' / ')

const formatStatuses = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function formatPlayedDays(load: number, played: PlayedDays): string {
  const times = [
    `saved ${percentiles(played.saveMilliseconds)}`,
    `seen by the other device ${percentiles(played.seenMilliseconds)}`,
    `other requests ${percentiles(played.otherMilliseconds)}`,
    `health ${percentiles(played.healthMilliseconds)}`,
  ]
  const rate = Math.round(requestsPerSecond(load, played))
  return `${rate} requests/s; p50 / p99 / p99.9 in ms: ${times.join(', ')}; ${formatStatuses(played.statuses)}`
}

function runScript(script: string, args: readonly string[], input: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const path = join(import.meta.dirname, script)
    const child = execFile(process.execPath, [path, ...args], { maxBuffer: 100_000_000 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(error),
    )
    child.stdin?.end(JSON.stringify(input))
  })
}

const floodSchema = z.object({
  took: z.number(),
  statuses: z.record(z.string(), z.number()),
  roundMilliseconds: z.array(z.number()),
  refusalMilliseconds: z.array(z.number()),
  healthMilliseconds: z.array(z.number()),
  recoveredAfter: z.number().nullable(),
  acknowledged: z.number(),
})

async function overload(
  report: BenchReport,
  origins: readonly string[],
  devices: readonly LoopDevice[],
  usualRate: number,
): Promise<number> {
  const musicians = devices.map(({ session: cookie, pieceId, partId, epoch, since }, number) => {
    const change = addPracticeEntry(pieceId as PieceId, partId as PartId)
    const round = { clientId: 'bench', schema: 1, epoch, clientNow: Date.now(), since, entriesSince: since }
    const address = `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}`
    const body = JSON.stringify({ ...round, changes: [change] })
    return { cookie, body, ids: [change.id, change.args.id], address }
  })
  const rate = OVERLOAD_TIMES * usualRate
  const args = [rate, OVERLOAD_SECONDS, usualRate].map(String)
  const flood = floodSchema.parse(await runScript('flood.mjs', args, { origins, musicians }))
  const label = `1 server, ${rate} saves a second, ten times what it keeps up with`
  const answered = `${Math.round((flood.statuses['200'] ?? 0) / flood.took)}/s answered`
  const times = `saved ${percentiles(flood.roundMilliseconds)}, refused ${percentiles(flood.refusalMilliseconds)}`
  report.note(label, `${answered}; p50 / p99 / p99.9 in ms: ${times}; ${formatStatuses(flood.statuses)}`)
  report.atMost(`${label}: health, p99, ms`, quantile(flood.healthMilliseconds, 0.99), 100)
  report.atMost(`${label}: seconds until it has recovered`, (flood.recoveredAfter ?? Infinity) / 1000, 10)
  report.atMost(`${label}: requests without an answer`, flood.statuses['none'] ?? 0, 0)
  return flood.acknowledged
}

async function countEntries(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from practice')
  await client.end()
  return rows[0].count
}
