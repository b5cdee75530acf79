import { medianOf } from '#core/timed-session/part-minutes.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { Bars, quantile, type BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import {
  CLOSED_LOOP_SETTINGS,
  loopDeviceSchema,
  runClosedLoop,
  signInDevices,
  type LoopDevice,
} from './closed-loop.ts'

export const name = 'rounds of sync over HTTP with a session'

/** The number of clients at which the bars hold. */
const BARRED = 16
const CLIENTS: Record<BenchSize, readonly number[]> = { full: [1, BARRED, 64], quick: [BARRED] }
/** Turns that only warm up: before V8 has compiled what is used, which takes some thousand rounds, a round costs twice as much. */
const WARM_UPS = 5
const TURNS = 5
const SECONDS = 1
const LEAST_TIMES_BY_HAND = { push: 0.45, pull: 0.5 }

type What = 'push' | 'pull'

/**
 * Rounds per second of a push of one saved tempo and of a pull by a device that is up to date: in a closed loop over HTTP
 * with a session, on one server and PostgreSQL. By turns with the same statements by hand in a process of their own,
 * without HTTP and session, through as many connections. The quick form measures 16 clients.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const databaseUrl = await postgres.createDatabase()
  const server = await startServerProcess({ env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL: databaseUrl } })
  try {
    const most = Math.max(...CLIENTS[size])
    const devices = await signInDevices(server, most)
    const byHand = await signInDevices(server, most)
    for (const what of ['pull', 'push'] as const)
      for (const clients of CLIENTS[size]) {
        const { perSecond, p99, timesByHand } = await inTurns(what, clients, [
          createSide('closed-loop.mjs', server.origin, devices),
          createSide('bare-transaction.mjs', databaseUrl, byHand),
        ])
        const where = `${what}, ${clients} client${clients > 1 ? 's' : ''}`
        bars.note(`${where}: rounds per second`, perSecond)
        bars.note(`${where}: p99, ms`, p99)
        if (clients === BARRED)
          bars.atLeast(`${where}: times the rounds by hand`, timesByHand, LEAST_TIMES_BY_HAND[what])
        else bars.note(`${where}: times the rounds by hand`, timesByHand)
      }
    return bars.figures()
  } finally {
    await server.stop()
    await postgres.stop()
  }
}

type Sent = { perSecond: number; milliseconds: number[] }
type Side = (what: What, clients: number) => Promise<Sent>

/** Returns a function that sends rounds of so many of the devices for some seconds. */
const createSide =
  (script: string, target: string, devices: LoopDevice[]): Side =>
  async (what, clients) => {
    const sending = { devices: devices.slice(0, clients), schema: loopDeviceSchema }
    const sent = await runClosedLoop(script, target, sending, what, SECONDS)
    devices.splice(0, clients, ...sent.devices)
    return sent
  }

/** Medians over the turns after the first ones. */
async function inTurns(what: What, clients: number, [ours, byHand]: [Side, Side]) {
  const turns: { perSecond: number; p99: number; timesByHand: number }[] = []
  for (let turn = -WARM_UPS; turn < TURNS; turn += 1) {
    const { perSecond, milliseconds } = await ours(what, clients)
    if (turn < 0) continue
    const bare = await byHand(what, clients)
    turns.push({ perSecond, p99: quantile(milliseconds, 0.99), timesByHand: perSecond / bare.perSecond })
  }
  return {
    perSecond: medianOf(turns.map(turn => turn.perSecond)),
    p99: medianOf(turns.map(turn => turn.p99)),
    timesByHand: medianOf(turns.map(turn => turn.timesByHand)),
  }
}
