import { medianOf } from '#core/timed-session/median.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { Bars } from './bars.ts'
import type { BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { CLOSED_LOOP_SETTINGS, loopDeviceSchema, runClosedLoop, signInDevices } from './closed-loop.ts'
import type { LoopDevice } from './closed-loop.ts'
import { processorMilliseconds } from './processor-time.ts'

export const name = 'rounds of sync over HTTP with a session'

/** The number of clients at which the bars hold. */
const BARRED = 16
const SIZES = {
  full: { clients: [1, BARRED, 64], turns: 5, seconds: 2 },
  quick: { clients: [BARRED], turns: 2, seconds: 1 },
} satisfies Record<BenchSize, Size>
type Size = { clients: number[]; turns: number; seconds: number }

type What = 'push' | 'pull'

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
  const env = { ...CLOSED_LOOP_SETTINGS, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) }
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

type Figures = { perSecond: number; p99: number; processorMilliseconds: number; toByHand: number | null }

/** Medians over the turns. The first turn only warms up. */
async function inTurns(
  { server, databaseUrl, size: { turns: count, seconds } }: Target,
  what: What,
  clients: number,
  { devices, byHand }: { devices: LoopDevice[]; byHand: LoopDevice[] },
): Promise<Figures> {
  const turns: Figures[] = []
  for (let turn = 0; turn <= count; turn += 1) {
    const before = processorMilliseconds(server.pid)
    const sent = await send('closed-loop.mjs', server.origin, devices.slice(0, clients), what, seconds)
    const used = processorMilliseconds(server.pid) - before
    devices.splice(0, clients, ...sent.devices)
    const rounds = sent.milliseconds.length
    const { perSecond } = sent
    let toByHand: number | null = null
    if (databaseUrl !== null) {
      const bare = await send('bare-transaction.mjs', databaseUrl, byHand.slice(0, clients), what, seconds)
      byHand.splice(0, clients, ...bare.devices)
      toByHand = perSecond / bare.perSecond
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

const send = (script: string, target: string, devices: LoopDevice[], what: What, seconds: number) =>
  runClosedLoop(script, target, { devices, schema: loopDeviceSchema }, what, seconds)

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
