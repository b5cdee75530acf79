import { performance } from 'node:perf_hooks'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { addPracticeEntry } from '#tests/library/library-changes.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { openDatabaseNode } from '#tests/database/database-on-postgres.ts'
import { fillManyUsers } from '#tests/database/many-users.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { Bars, type BarredFigures } from './bars.ts'
import { CLOSED_LOOP_SETTINGS, signInDevices, type LoopDevice } from './closed-loop.ts'

export const name = 'a million users beside none'

const USERS = 1_000_000
const TURNS = { start: 5, 'sign-in': 25, push: 200, pull: 200, housekeeping: 5 }
type Step = keyof typeof TURNS
/** So much longer may anything take beside an empty table. */
const MOST_TIMES = 1.5

type Place = { url: string; server: RunningServer; device: LoopDevice }

/**
 * Measures a start, a sign-in, a push, a pull and a run of housekeeping on PostgreSQL with a million users beside those with
 * none, by turns. tests/database/plans-with-many-users.all.test.ts asserts the plans of the same statements.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const places: Place[] = []
  try {
    for (const users of [0, USERS]) {
      const url = await postgres.createDatabase()
      const database = await openDatabaseNode(url, { live: 'poll' })
      if (users > 0) await fillManyUsers(database.db, users)
      await database.close()
      const server = await start(url)
      const [device] = await signInDevices(server, 1)
      if (device === undefined) throw new Error('nobody is signed in')
      places.push({ url, server, device })
    }
    for (const step of Object.keys(TURNS) as Step[]) await compare(bars, step, places)
    return bars.figures()
  } finally {
    for (const { server } of places) await server.stop()
    await postgres.stop()
  }
}

const start = (url: string) => startServerProcess({ env: { ...CLOSED_LOOP_SETTINGS, DATABASE_URL: url } })

/** Measures a step at both places by turns. The first turn only warms up. */
async function compare(bars: Bars, step: Step, places: readonly Place[]): Promise<void> {
  const times: number[][] = places.map(() => [])
  for (let turn = 0; turn <= TURNS[step]; turn += 1)
    for (const [index, place] of places.entries()) {
      const milliseconds = await STEPS[step](place, turn)
      if (turn > 0) times[index]?.push(milliseconds)
    }
  const [none = NaN, million = NaN] = times.map(each => medianOf(each))
  bars.note(`${step}: no users, ms`, none)
  bars.note(`${step}: a million, ms`, million)
  bars.atMost(`${step}: a million, times none`, million / none, MOST_TIMES)
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

const STEPS: Record<Step, (place: Place, turn: number) => Promise<number>> = {
  async start({ url }) {
    let started: RunningServer | null = null
    const took = await timed(async () => {
      started = await start(url)
    })
    await (started as RunningServer | null)?.stop()
    return took
  },
  'sign-in': ({ server }, turn) => timed(() => signInAt(server.origin, `late-${turn}@example.org`)),
  push: (place, turn) => timed(() => sync(place, turn, true)),
  pull: (place, turn) => timed(() => sync(place, turn, false)),
  async housekeeping({ url }) {
    const database = await openDatabaseNode(url, { live: 'poll', migrate: false })
    const took = await timed(() => housekeepingJob.run(database.db, Date.now(), () => true))
    await database.close()
    return took
  },
}

async function sync({ server: { origin }, device }: Place, turn: number, isPush: boolean): Promise<void> {
  const { cookie, pieceId, partId, epoch, since } = device
  const changes = isPush
    ? [addPracticeEntry(pieceId as PieceId, partId as PartId, { at: Date.now() + turn })]
    : []
  const round = {
    clientId: 'bench',
    schema: 1,
    epoch,
    clientNow: Date.now(),
    since,
    entriesSince: since,
    changes,
  }
  const headers = { origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' }
  const answer = await fetch(`${origin}/api/v1/sync`, {
    method: 'POST',
    headers,
    body: JSON.stringify(round),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const body = await answer.json()
  device.epoch = body.epoch
  device.since = body.revision
}
