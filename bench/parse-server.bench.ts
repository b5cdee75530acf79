import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { ZodType } from 'zod'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { Bars, type BarredFigures } from './bars.ts'
import { CLOSED_LOOP_SETTINGS, loopDeviceSchema, runClosedLoop, signInDevices } from './closed-loop.ts'
import { parseDeviceSchema, signUpParseDevices, startParseServer } from './parse-server.ts'

export const name = 'saved tempos beside Parse Server on the same PostgreSQL'

/** The number of clients at which the bar holds, as in the bench of rounds. */
const BARRED = 16
const CLIENTS = [1, BARRED] as const
/** Short and many, so that a busy moment of the machine meets both. */
const TURNS = 12
const SECONDS = 1
/** Rounds that only warm up, with the most clients: until V8 has compiled what is used. */
const WARM_UP_TURNS = 4
const LEAST_TIMES = 1.2

/**
 * Saved tempos per second over HTTP with a session, in a closed loop of 1 and of 16 clients, by turns with Parse Server on
 * the same PostgreSQL with fsync. Linux only.
 *
 * Ours is a round of sync as a device sends it: session, plan, quota, a change that counts once however often it is sent, the
 * entry, the part and the revision in one transaction, and the newer rows. It logs every request.
 *
 * Parse Server does this in a cloud function, in as few statements as its interface allows: the session from its cache, in
 * which an ended one stays for up to five seconds; the part, whose access list the update itself checks, and the entry at
 * once; then pieces, parts and entries whose updatedAt is newer, at once, with an index of ours for it. It has 20
 * connections, calls itself within its process, runs no triggers and logs nothing. It has no transaction, no revision, no
 * plan or quota, and a call that is repeated counts twice: all of that would cost it more.
 */
export async function measure(): Promise<BarredFigures> {
  const postgres = await startPostgres({ fsync: true })
  const theirUrl = await postgres.createDatabase()
  const parse = await startParseServer(theirUrl)
  const server = await startServerProcess({
    env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL: await postgres.createDatabase() },
  })
  try {
    await addIndexes(theirUrl)
    const most = Math.max(...CLIENTS)
    const devices = await signInDevices(server, most)
    const ours = createSide(server, 'closed-loop.mjs', { devices, schema: loopDeviceSchema }, 'push')
    const theirDevices = { devices: await signUpParseDevices(parse, most), schema: parseDeviceSchema }
    const theirs = createSide(parse, 'parse-closed-loop.mjs', theirDevices)
    const bars = new Bars()
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
      await ours(most)
      await theirs(most)
    }
    for (const clients of CLIENTS) await inTurns(bars, clients, ours, theirs)
    return bars.figures()
  } finally {
    await server.stop()
    await parse.stop()
    await postgres.stop()
  }
}

/** An index for the rows of a user that are newer than a time, without which Parse Server reads everybody's. */
async function addIndexes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const table of ['Piece', 'Part', 'Practice'])
    await client.query(`create index on "${table}" (owner, "updatedAt")`)
  await client.end()
}

type Turn = { perSecond: number; processor: number; median: number; p99: number }

/** Returns a function that sends for so many devices to a server for some seconds. */
function createSide<Device>(
  { origin, pid }: { origin: string; pid: number },
  script: string,
  { devices, schema }: { devices: Device[]; schema: ZodType<Device> },
  ...options: readonly string[]
): (clients: number) => Promise<Turn> {
  return async clients => {
    const before = processorMilliseconds(pid)
    const sending = { devices: devices.slice(0, clients), schema }
    const sent = await runClosedLoop(script, origin, sending, ...options, SECONDS)
    const used = processorMilliseconds(pid) - before
    devices.splice(0, clients, ...sent.devices)
    const sorted = sent.milliseconds.toSorted((one, other) => one - other)
    return {
      perSecond: sent.perSecond,
      processor: used / sorted.length,
      median: medianOf(sorted),
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
    }
  }
}

type Side = ReturnType<typeof createSide>

/** Medians over the turns. Each comes first every second time. */
async function inTurns(bars: Bars, clients: number, ours: Side, theirs: Side): Promise<void> {
  const turns: { ours: Turn; theirs: Turn }[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = turn % 2 === 0 ? await ours(clients) : null
    const their = await theirs(clients)
    const our = first ?? (await ours(clients))
    turns.push({ ours: our, theirs: their })
  }
  const where = `${clients} client${clients > 1 ? 's' : ''}`
  for (const [label, side] of [
    ['Dacapo', 'ours'],
    ['Parse Server', 'theirs'],
  ] as const) {
    const median = (figure: keyof Turn) => medianOf(turns.map(turn => turn[side][figure]))
    bars.note(`${where}, ${label}: requests per second`, median('perSecond'))
    bars.note(`${where}, ${label}: median, ms`, median('median'))
    bars.note(`${where}, ${label}: p99, ms`, median('p99'))
    bars.note(`${where}, ${label}: processor time of the server per request, ms`, median('processor'))
  }
  const times = medianOf(turns.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond))
  const label = `${where}: times the requests of Parse Server`
  if (clients === BARRED) bars.atLeast(label, times, LEAST_TIMES)
  else bars.note(label, times)
}

// A tick is a hundredth of a second on every Linux that Node.js runs on.
const MILLISECONDS_PER_TICK = 10

/** Returns the milliseconds of processor time that a process has used, in all of its threads. Linux only. */
function processorMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK
}
