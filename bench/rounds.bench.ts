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
import { quantile } from './quantile.ts'

export const name = 'rounds of sync over HTTP with a session'

/** The number of clients at which the bars hold, at one server. */
const BARRED = 16
const SIZES = {
  full: { clients: [1, BARRED, 64], servers: 3, warmUps: 4, turns: 5, seconds: 2 },
  quick: { clients: [BARRED], servers: 1, warmUps: 6, turns: 5, seconds: 1 },
} satisfies Record<BenchSize, Size>
type Size = {
  clients: number[]
  servers: number
  /**
   * Turns of the servers that only warm up: before V8 has compiled what is used, which takes some thousand rounds, a round
   * costs twice as much. By hand one is enough, because each runs in a new process.
   */
  warmUps: number
  turns: number
  seconds: number
}

type What = 'push' | 'pull'

/**
 * Rounds per second, p99 and the servers' processor time per round, of a push of one saved tempo and of a pull by a device
 * that is up to date: in a closed loop of 1, 16 and 64 clients over HTTP with a session, on PGlite and at one to three servers
 * on one PostgreSQL. On PostgreSQL by turns with the same statements by hand in a process of their own, without HTTP and
 * session, through as many connections. Linux only. The quick form measures 16 clients at one server on PostgreSQL.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const table: string[] = [...HEAD]
  const postgres = await startPostgres({ fsync: true })
  try {
    await measurePostgres(bars, table, SIZES[size], await postgres.createDatabase())
    if (size === 'full') await measurePGlite(bars, table, SIZES[size])
    return size === 'full' ? { ...bars.figures(), 'for docs/scaling.md': table } : bars.figures()
  } finally {
    await postgres.stop()
  }
}

type Target = { servers: readonly RunningServer[]; databaseUrl: string | null; size: Size }
type Devices = { devices: LoopDevice[]; byHand: LoopDevice[] }

async function measurePostgres(bars: Bars, table: string[], size: Size, databaseUrl: string): Promise<void> {
  const env = {
    ...CLOSED_LOOP_SETTINGS,
    DATABASE_URL: databaseUrl,
    SECRET: 'the same secret for every server',
  }
  const servers: RunningServer[] = []
  try {
    let known: Devices | null = null
    while (servers.length < size.servers) {
      const ORIGIN = servers[0] === undefined ? {} : { ORIGIN: servers[0].origin }
      const server = await startServerProcess({ env: { ...env, ...ORIGIN } })
      servers.push(server)
      const most = Math.max(...size.clients)
      known ??= { devices: await signInDevices(server, most), byHand: await signInDevices(server, most) }
      await measureServers(bars, table, { servers, databaseUrl, size }, known)
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function measurePGlite(bars: Bars, table: string[], size: Size): Promise<void> {
  const server = await startServerProcess({ env: CLOSED_LOOP_SETTINGS })
  try {
    const devices = await signInDevices(server, Math.max(...size.clients))
    const target = { servers: [server], databaseUrl: null, size }
    await measureServers(bars, table, target, { devices, byHand: [] })
  } finally {
    await server.stop()
  }
}

async function measureServers(bars: Bars, table: string[], target: Target, devices: Devices): Promise<void> {
  const { servers, databaseUrl, size } = target
  const engine = databaseUrl === null ? 'PGlite' : 'PostgreSQL'
  for (const what of ['pull', 'push'] as const)
    for (const clients of size.clients) {
      const figures = await inTurns(target, what, clients, devices)
      report(
        bars,
        `${engine}, ${many(servers.length, 'server')}, ${what}, ${many(clients, 'client')}`,
        figures,
      )
      table.push(rowOf(engine, servers.length, what, clients, figures))
      if (clients === BARRED && databaseUrl !== null && servers.length === 1) judge(bars, what, figures)
    }
}

const many = (count: number, word: string) => `${count} ${word}${count > 1 ? 's' : ''}`

type Figures = {
  perSecond: number
  p99: number
  processorMilliseconds: number
  /** In the turn that was disturbed least. Neighbors on the same machine make processor time longer, never shorter. */
  leastProcessorMilliseconds: number
  toByHand: number | null
}
type Turn = Omit<Figures, 'leastProcessorMilliseconds'>

/** Medians over the turns after the first ones. */
async function inTurns(
  { servers, databaseUrl, size: { warmUps, turns: count, seconds } }: Target,
  what: What,
  clients: number,
  { devices, byHand }: Devices,
): Promise<Figures> {
  const turns: Turn[] = []
  const used = () => servers.reduce((sum, { pid }) => sum + processorMilliseconds(pid), 0)
  const origins = servers.map(({ origin }) => origin).join(',')
  for (let turn = -warmUps; turn < count; turn += 1) {
    const before = used()
    const sent = await send('closed-loop.mjs', origins, devices.slice(0, clients), what, seconds)
    const spent = used() - before
    devices.splice(0, clients, ...sent.devices)
    const { perSecond, milliseconds } = sent
    let toByHand: number | null = null
    if (databaseUrl !== null && turn >= -1) {
      const hands = byHand.slice(0, clients)
      const bare = await send('bare-transaction.mjs', databaseUrl, hands, what, seconds, servers.length)
      byHand.splice(0, clients, ...bare.devices)
      toByHand = perSecond / bare.perSecond
    }
    const p99 = quantile(milliseconds, 0.99)
    if (turn >= 0)
      turns.push({ perSecond, p99, processorMilliseconds: spent / milliseconds.length, toByHand })
  }
  const median = (of: (turn: Turn) => number) => medianOf(turns.map(of))
  return {
    perSecond: median(figures => figures.perSecond),
    p99: median(figures => figures.p99),
    processorMilliseconds: median(figures => figures.processorMilliseconds),
    leastProcessorMilliseconds: Math.min(...turns.map(figures => figures.processorMilliseconds)),
    toByHand: databaseUrl === null ? null : median(figures => figures.toByHand ?? NaN),
  }
}

const send = (script: string, target: string, devices: LoopDevice[], what: What, ...options: number[]) =>
  runClosedLoop(script, target, { devices, schema: loopDeviceSchema }, what, ...options)

function report(bars: Bars, where: string, figures: Figures): void {
  bars.note(`${where}: rounds per second`, figures.perSecond)
  bars.note(`${where}: p99, ms`, figures.p99)
  bars.note(`${where}: processor time of the servers per round, ms`, figures.processorMilliseconds)
  if (figures.toByHand !== null) bars.note(`${where}: times the rounds by hand`, figures.toByHand)
}

const HEAD = [
  '| Database, servers | Round | Clients | Rounds a second | p99, ms | Times those by hand |',
  '|---|---|---|---|---|---|',
]

function rowOf(engine: string, servers: number, what: What, clients: number, figures: Figures): string {
  const { perSecond, p99, toByHand } = figures
  const numbers = [
    Math.round(perSecond),
    p99 < 10 ? p99.toFixed(1) : Math.round(p99),
    toByHand?.toFixed(2) ?? '–',
  ]
  return `| ${[`${engine}, ${servers}`, what, clients, ...numbers].join(' | ')} |`
}

function judge(bars: Bars, what: What, { leastProcessorMilliseconds: used, toByHand }: Figures): void {
  if (what === 'push') bars.atMost('push: processor time of the server, least disturbed turn, ms', used, 1)
  bars.atLeast(`${what}: times the rounds by hand`, toByHand ?? NaN, what === 'push' ? 0.5 : 0.3)
}
