import { readFileSync } from 'node:fs'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { BenchReport, quantile, type BenchFigures, type BenchSize } from './bench-report.ts'
import { CLOSED_LOOP_SETTINGS, runClosedLoop, signInDevices, type LoopDevice } from './closed-loop.ts'
import { startParseServer } from './parse-server.ts'

export const name = 'rounds of sync over HTTP with a session'

const MAIN_CLIENTS = 16
const CLIENTS: Record<BenchSize, readonly number[]> = { full: [1, MAIN_CLIENTS, 64], quick: [MAIN_CLIENTS] }
/** A round takes twice as long until V8 has optimized the code, after some thousand rounds. */
const WARM_UP_TURNS = 5
const TURNS = { full: 12, quick: 5 }
const SECONDS = 1
const MIN_RATIOS = { push: { 'by hand': 0.45, 'Parse Server': 1.2 }, pull: { 'by hand': 0.5 } }

type Side = { name: string; target: string; devices: LoopDevice[]; pid: number | null }

/**
 * Measures pushes of one saved tempo and pulls by a device that is up to date, in a closed loop over HTTP with a session, on
 * one server and PostgreSQL with fsync. Alternates with the same SQL statements by hand, without HTTP and session, over as
 * many connections; pushes also with Parse Server on the same PostgreSQL. The quick form measures 16 clients, without Parse
 * Server. Linux only.
 *
 * Parse Server does a push in a cloud function with as few statements as its API allows: it takes the session from its cache
 * (an ended one stays valid for up to five seconds), writes the part and the entry concurrently, then reads newer pieces,
 * parts and entries concurrently, with an index that we add. It has 20 connections and runs no triggers and no logging. It
 * has no transaction, revision, plan, quota or idempotency, all of which would slow it down.
 */
export async function measure(size: BenchSize): Promise<BenchFigures> {
  const report = new BenchReport()
  const postgres = await startPostgres({ fsync: true })
  const most = Math.max(...CLIENTS[size])
  const url = await postgres.createDatabase()
  const server = await startServerProcess({ env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL: url } })
  const parse = size === 'full' ? await startParseServer(await postgres.createDatabase()) : null
  try {
    const devices = await signInDevices(server, most)
    const sides: Side[] = [
      { name: 'Dacapo', target: server.origin, devices, pid: server.pid },
      { name: 'by hand', target: url, devices: await signInDevices(server, most), pid: null },
    ]
    for (const clients of CLIENTS[size]) await compareSides(report, size, 'pull', clients, sides)
    if (parse !== null) {
      const devices = await parse.signUpDevices(most)
      sides.push({ name: 'Parse Server', target: parse.origin, devices, pid: parse.pid })
    }
    for (const clients of CLIENTS[size]) await compareSides(report, size, 'push', clients, sides)
    return report.figures()
  } finally {
    await server.stop()
    await parse?.stop()
    await postgres.stop()
  }
}

async function compareSides(
  report: BenchReport,
  size: BenchSize,
  kind: 'push' | 'pull',
  clients: number,
  sides: readonly Side[],
): Promise<void> {
  const turns = new Map(sides.map(({ name }) => [name, [] as Awaited<ReturnType<typeof runRounds>>[]]))
  for (let turn = -WARM_UP_TURNS; turn < TURNS[size]; turn += 1)
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await runRounds(side, kind, clients)
      if (turn >= 0) turns.get(side.name)?.push(figures)
    }
  const title = `${kind}, ${clients} client${clients > 1 ? 's' : ''}`
  const ours = turns.get('Dacapo') ?? []
  for (const [name, theirs] of turns) {
    const labels = ['rounds per second', 'median, ms', 'p99, ms', 'processor time of the server, ms'] as const
    for (const figure of labels)
      report.note(`${title}, ${name}: ${figure}`, medianOf(theirs.map(turn => turn[figure])))
    if (name === 'Dacapo') continue
    const ratios = ours.map(
      (turn, index) => turn['rounds per second'] / (theirs[index]?.['rounds per second'] ?? NaN),
    )
    const limit = new Map(Object.entries(MIN_RATIOS[kind])).get(name)
    const label = `${title}: times the rounds ${name === 'by hand' ? name : `of ${name}`}`
    if (clients === MAIN_CLIENTS && limit !== undefined) report.atLeast(label, medianOf(ratios), limit)
    else report.note(label, medianOf(ratios))
  }
}

async function runRounds({ name, target, devices, pid }: Side, kind: 'push' | 'pull', clients: number) {
  const before = processorMilliseconds(pid)
  const result = await runClosedLoop([name, target], kind, SECONDS, devices.slice(0, clients))
  const used = processorMilliseconds(pid) - before
  devices.splice(0, clients, ...result.devices)
  const { took, milliseconds } = result
  return {
    'rounds per second': milliseconds.length / took,
    'median, ms': medianOf(milliseconds),
    'p99, ms': quantile(milliseconds, 0.99),
    'processor time of the server, ms': used / milliseconds.length,
  }
}

// On every Linux that Node.js supports.
const MILLISECONDS_PER_TICK = 10

function processorMilliseconds(pid: number | null): number {
  if (pid === null) return NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}
