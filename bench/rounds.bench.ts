import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { medianOf } from '#core/timed-session/median.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { Bars } from './bars.ts'
import type { BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { BusyVisitor } from './visitor.ts'

export const name = 'rounds of sync over HTTP with a session'

const run = promisify(execFile)
/** The number of clients at which the bars hold. */
const BARRED = 16
const SIZES = {
  full: { clients: [1, BARRED, 64], turns: 5, seconds: 2 },
  quick: { clients: [BARRED], turns: 2, seconds: 1 },
} satisfies Record<BenchSize, Size>
type Size = { clients: number[]; turns: number; seconds: number }
const SETTINGS = { TRUST_PROXY: '1', LIMIT_SYNC_PER_MINUTE: '1000000', LIMIT_MAILS_PER_EMAIL: '1000' }

type What = 'push' | 'pull'

/** A device with a part to practice, at its revision. Handed to the processes that send, which give it back. */
const Device = z.object({
  cookie: z.string(),
  user: z.string(),
  pieceId: z.string(),
  partId: z.string(),
  epoch: z.nullable(z.string()),
  since: z.number(),
})
type Device = z.infer<typeof Device>

const Sent = z.object({ took: z.number(), milliseconds: z.array(z.number()), devices: z.array(Device) })

/**
 * Rounds per second, p99 and the server's processor time per round, of a push of one saved tempo and of a pull by a device
 * that is up to date: in a closed loop of 1, 16 and 64 clients over HTTP with a session, on both databases. On PostgreSQL
 * by turns with the same statements by hand in a process of their own, without HTTP and session. Linux only.
 * The quick form measures 16 clients on PostgreSQL, in shorter turns.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  try {
    const url = await postgres.createDatabase()
    await measureServer(bars, SIZES[size], url)
    if (size === 'full') await measureServer(bars, SIZES[size], null)
    return bars.figures()
  } finally {
    await postgres.stop()
  }
}

type Target = { server: RunningServer; databaseUrl: string | null; size: Size }

async function measureServer(bars: Bars, size: Size, databaseUrl: string | null): Promise<void> {
  const engine = databaseUrl === null ? 'PGlite' : 'PostgreSQL'
  const env = { ...SETTINGS, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) }
  const server = await startServerProcess({ env })
  const most = Math.max(...size.clients)
  try {
    const devices = await signInDevices(server, most)
    const byHand = databaseUrl === null ? [] : await signInDevices(server, most)
    for (const what of ['pull', 'push'] as const)
      for (const clients of size.clients) {
        const figures = await inTurns({ server, databaseUrl, size }, what, clients, { devices, byHand })
        report(bars, `${engine}, ${what}, ${clients} client${clients > 1 ? 's' : ''}`, figures)
        if (clients === BARRED && databaseUrl !== null) judge(bars, what, figures)
      }
  } finally {
    await server.stop()
  }
}

/** Signs in so many musicians, one after the other, each with a piece of one part. */
async function signInDevices({ origin }: RunningServer, count: number): Promise<Device[]> {
  const devices: Device[] = []
  for (let number = 0; number < count; number += 1) {
    const cookie = await signInAt(origin, `${randomUUID()}@example.org`)
    const { piece } = await new BusyVisitor(origin, cookie).withPiece()
    const { userId, pieceId, partId } = piece
    devices.push({ cookie, user: userId, pieceId, partId, epoch: null, since: 1 })
  }
  return devices
}

type Figures = { perSecond: number; p99: number; processorMilliseconds: number; toByHand: number | null }

/** Medians over the turns. The first turn only warms up. */
async function inTurns(
  { server, databaseUrl, size: { turns: count, seconds } }: Target,
  what: What,
  clients: number,
  { devices, byHand }: { devices: Device[]; byHand: Device[] },
): Promise<Figures> {
  const turns: Figures[] = []
  for (let turn = 0; turn <= count; turn += 1) {
    const before = processorMilliseconds(server.pid)
    const sent = await send('closed-loop.mjs', server.origin, devices.slice(0, clients), what, seconds)
    const used = processorMilliseconds(server.pid) - before
    devices.splice(0, clients, ...sent.devices)
    const rounds = sent.milliseconds.length
    const perSecond = rounds / sent.took
    let toByHand: number | null = null
    if (databaseUrl !== null) {
      const bare = await send('bare-transaction.mjs', databaseUrl, byHand.slice(0, clients), what, seconds)
      byHand.splice(0, clients, ...bare.devices)
      toByHand = perSecond / (bare.milliseconds.length / bare.took)
    }
    const p99 = sent.milliseconds.toSorted((one, other) => one - other)[Math.floor(rounds * 0.99)] ?? NaN
    if (turn > 0) turns.push({ perSecond, p99, processorMilliseconds: used / rounds, toByHand })
  }
  const median = (of: (figures: Figures) => number) => medianOf(turns.map(of))
  return {
    perSecond: median(figures => figures.perSecond),
    p99: median(figures => figures.p99),
    processorMilliseconds: median(figures => figures.processorMilliseconds),
    toByHand: databaseUrl === null ? null : median(figures => figures.toByHand ?? NaN),
  }
}

async function send(script: string, target: string, devices: readonly Device[], what: What, seconds: number) {
  const args = [join(import.meta.dirname, script), target, JSON.stringify(devices), what, String(seconds)]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 100_000_000 })
  return Sent.parse(JSON.parse(stdout))
}

// A tick is a hundredth of a second on every Linux that Node.js runs on.
const MILLISECONDS_PER_TICK = 10

/** Returns the processor time that a process has used, in all of its threads. */
function processorMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}

function report(bars: Bars, where: string, figures: Figures): void {
  bars.note(`${where}: rounds per second`, figures.perSecond)
  bars.note(`${where}: p99, ms`, figures.p99)
  bars.note(`${where}: processor time of the server per round, ms`, figures.processorMilliseconds)
  if (figures.toByHand !== null) bars.note(`${where}: times the rounds by hand`, figures.toByHand)
}

function judge(bars: Bars, what: What, { processorMilliseconds: used, toByHand }: Figures): void {
  if (what === 'push') bars.atMost('push: processor time of the server, ms', used, 1)
  bars.atLeast(`${what}: times the rounds by hand`, toByHand ?? NaN, what === 'push' ? 0.5 : 0.3)
}
