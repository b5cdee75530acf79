import { readFileSync } from 'node:fs'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { Bars, quantile, type BarredFigures, type BenchSize } from './bars.ts'
import { CLOSED_LOOP_SETTINGS, runClosedLoop, signInDevices, type LoopDevice } from './closed-loop.ts'
import { startParseServer } from './parse-server.ts'

export const name = 'rounds of sync over HTTP with a session'

/** The number of clients at which the bars hold. */
const BARRED = 16
const CLIENTS: Record<BenchSize, readonly number[]> = { full: [1, BARRED, 64], quick: [BARRED] }
/** Turns that only warm up: before V8 has compiled what is used, which takes some thousand rounds, a round costs twice as much. */
const WARM_UPS = 5
/** Short and many, so that a busy moment of the machine meets every side. */
const TURNS = { full: 12, quick: 5 }
const SECONDS = 1
const LEAST_TIMES = {
  push: { 'by hand': 0.45, 'Parse Server': 1.2 },
  pull: { 'by hand': 0.5 },
}

/** Who sends: where to, with which devices, and the process of the server, if it has one of its own. */
type Side = { name: string; target: string; devices: LoopDevice[]; pid: number | null }

/**
 * Rounds per second of a push of one saved tempo and of a pull by a device that is up to date: in a closed loop over HTTP
 * with a session, on one server and PostgreSQL with fsync. By turns with the same statements by hand in a process of their
 * own, without HTTP and session, through as many connections; and the pushes also by turns with Parse Server on the same
 * PostgreSQL. The quick form measures 16 clients, without Parse Server. Linux only.
 *
 * Parse Server does a push in a cloud function, in as few statements as its interface allows: the session from its cache, in
 * which an ended one stays for up to five seconds; the part, whose access list the update itself checks, and the entry at
 * once; then pieces, parts and entries whose updatedAt is newer, at once, with an index of ours for it. It has 20
 * connections, calls itself within its process, runs no triggers and logs nothing. It has no transaction, no revision, no
 * plan or quota, and a call that is repeated counts twice: all of that would cost it more.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const most = Math.max(...CLIENTS[size])
  const url = await postgres.createDatabase()
  const server = await startServerProcess({ env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL: url } })
  const parse = size === 'full' ? await startParseServer(await postgres.createDatabase()) : null
  try {
    const devices = await signInDevices(server, most)
    const ours: Side = { name: 'Dacapo', target: server.origin, devices, pid: server.pid }
    const others: Side[] = [
      { name: 'by hand', target: url, devices: await signInDevices(server, most), pid: null },
    ]
    for (const clients of CLIENTS[size]) await inTurns(bars, size, 'pull', clients, [ours, ...others])
    if (parse !== null) {
      const devices = await parse.signUpDevices(most)
      others.push({ name: 'Parse Server', target: parse.origin, devices, pid: parse.pid })
    }
    for (const clients of CLIENTS[size]) await inTurns(bars, size, 'push', clients, [ours, ...others])
    return bars.figures()
  } finally {
    await server.stop()
    await parse?.stop()
    await postgres.stop()
  }
}

/** Notes medians over the turns after the first ones. Sides come first by turns. */
async function inTurns(
  bars: Bars,
  size: BenchSize,
  what: 'push' | 'pull',
  clients: number,
  sides: readonly Side[],
): Promise<void> {
  const turns = new Map(sides.map(({ name }) => [name, [] as Awaited<ReturnType<typeof sendFrom>>[]]))
  for (let turn = -WARM_UPS; turn < TURNS[size]; turn += 1)
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await sendFrom(side, what, clients)
      if (turn >= 0) turns.get(side.name)?.push(figures)
    }
  const where = `${what}, ${clients} client${clients > 1 ? 's' : ''}`
  const ours = turns.get('Dacapo') ?? []
  for (const [name, theirs] of turns) {
    for (const figure of [
      'rounds per second',
      'median, ms',
      'p99, ms',
      'processor time of the server, ms',
    ] as const)
      bars.note(`${where}, ${name}: ${figure}`, medianOf(theirs.map(turn => turn[figure])))
    if (name === 'Dacapo') continue
    const ratios = ours.map(
      (turn, index) => turn['rounds per second'] / (theirs[index]?.['rounds per second'] ?? NaN),
    )
    const least = new Map(Object.entries(LEAST_TIMES[what])).get(name)
    const label = `${where}: times the rounds ${name === 'by hand' ? name : `of ${name}`}`
    if (clients === BARRED && least !== undefined) bars.atLeast(label, medianOf(ratios), least)
    else bars.note(label, medianOf(ratios))
  }
}

/** Sends rounds of so many devices of a side for some seconds. */
async function sendFrom({ name, target, devices, pid }: Side, what: 'push' | 'pull', clients: number) {
  const before = processorMilliseconds(pid)
  const sent = await runClosedLoop([name, target], what, SECONDS, devices.slice(0, clients))
  const used = processorMilliseconds(pid) - before
  devices.splice(0, clients, ...sent.devices)
  const { took, milliseconds } = sent
  return {
    'rounds per second': milliseconds.length / took,
    'median, ms': medianOf(milliseconds),
    'p99, ms': quantile(milliseconds, 0.99),
    'processor time of the server, ms': used / milliseconds.length,
  }
}

// A tick is a hundredth of a second on every Linux that Node.js runs on.
const MILLISECONDS_PER_TICK = 10

/** Returns the milliseconds of processor time that a process has used, in all of its threads. */
function processorMilliseconds(pid: number | null): number {
  if (pid === null) return NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}
