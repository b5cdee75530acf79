import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Change } from '#core/library/change.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  createPiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  patchPart,
  practiceAdded,
} from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, libraryServer, silent, verdicts } from '#tests/sync/library-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { NOON } from '#tests/library/builders.ts'

export const name = 'sync'

const QUEUED = 1000
const CHANGES_PER_ROUND = 50
const PIECES = 20
const DEVICES = 10
const ROUNDS_PER_DEVICE = 100
/** Both sides take turns, so that a busy moment of the machine hits both. */
const TURNS = 3

/**
 * How long 1,000 waiting changes take, on either engine with every commit on the disk; and how many rounds of one
 * saved tempo the route answers in a second, beside the same transaction written by hand on the same PostgreSQL.
 */
export async function measure(): Promise<Record<string, number | string>> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    const directory = join(folder, 'database')
    const embedded = await open({ kind: 'embedded', directory })
    const url = await postgres.createDatabase()
    const server = await open({ kind: 'postgres', url, directUrl: url })
    const queue = { embedded: await queuedChanges(embedded), postgres: await queuedChanges(server) }
    const { route, byHand } = await inTurns(server, url)
    await embedded.close()
    await server.close()
    return {
      '1000 queued changes on PGlite, milliseconds': queue.embedded,
      '1000 queued changes on PostgreSQL, milliseconds': queue.postgres,
      'POST /api/v1/sync on PostgreSQL, requests per second': Math.round(route),
      'the same transaction by hand, per second': Math.round(byHand),
      'route / by hand': Number((route / byHand).toFixed(2)),
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Place = Parameters<typeof openDatabase>[0]['database']

async function open(database: Place): Promise<Database> {
  const opened = await openDatabase({ database, live: 'listen' }, silent)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

/** The milliseconds of a device that was away for long: 20 rounds of 50 changes, one after the other. */
async function queuedChanges(database: Database): Promise<number> {
  const server = libraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  const parts = Array.from({ length: PIECES }, () => ({
    pieceId: randomPieceId(),
    partIds: [randomPartId(), randomPartId()],
  }))
  const changes: Change[] = parts.map(ids => createPiece(ids))
  for (let change = 0; changes.length < QUEUED; change += 1) {
    const { pieceId, partIds } = parts[change % PIECES] ?? { pieceId: randomPieceId(), partIds: [] }
    const partId = partIds[change % 2] ?? randomPartId()
    const isEdit = change % 10 === 0
    changes.push(isEdit ? patchPart(partId, { name: `Part ${change}` }) : practiceAdded(pieceId, partId))
  }
  const started = performance.now()
  for (let first = 0; first < QUEUED; first += CHANGES_PER_ROUND) {
    const answer = await device.sync(...changes.slice(first, first + CHANGES_PER_ROUND))
    if (verdicts(answer).some(verdict => verdict !== 'applied')) throw new Error('a change was not applied')
  }
  return Math.round(performance.now() - started)
}

async function inTurns(database: Database, url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const rates = { route: [0], byHand: [0] }
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const [route, byHand] = [
      await perSecond(() => routeWriter(database)),
      await perSecond(() => handWriter(database, pool)),
    ]
    // The first turn only warms up.
    if (turn > 0) rates.route.push(route)
    if (turn > 0) rates.byHand.push(byHand)
  }
  await pool.end()
  return { route: Math.max(...rates.route), byHand: Math.max(...rates.byHand) }
}

/** Rounds per second of ten devices of ten users at once, each sending one saved tempo after the other. */
async function perSecond(writer: () => Promise<() => Promise<void>>): Promise<number> {
  const writers = await Promise.all(Array.from({ length: DEVICES }, writer))
  const started = performance.now()
  await Promise.all(
    writers.map(async write => {
      for (let round = 0; round < ROUNDS_PER_DEVICE; round += 1) await write()
    }),
  )
  return (DEVICES * ROUNDS_PER_DEVICE) / ((performance.now() - started) / 1000)
}

async function routeWriter(database: Database) {
  const { device, pieceId, partId } = await aMusician(database)
  return async () => {
    const request = { ...device.request(), changes: [practiceAdded(pieceId, partId)] }
    const response = await device.post(JSON.stringify(request))
    // What a device does with the answer is its own affair and not the server's.
    const { revision }: { revision: number } = await response.json()
    device.since = revision
  }
}

async function aMusician(database: Database) {
  const server = libraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  await device.sync(createPiece({ pieceId, partIds: [partId, randomPartId()] }))
  return { device, pieceId, partId }
}

/** What someone would write who had only this one change to think of. */
async function handWriter(database: Database, pool: pg.Pool) {
  const { device, pieceId, partId } = await aMusician(database)
  const user = device.user
  let { since } = device
  return async () => {
    const client = await pool.connect()
    await client.query('begin')
    const bumped = await client.query(
      `insert into user_revision (user_id, revision) values ($1, 1)
       on conflict (user_id) do update set revision = user_revision.revision + 1 returning revision::int`,
      [user],
    )
    const revision: number = bumped.rows[0]?.revision
    await client.query(`select 1 from subscription where user_id = $1 and status in ('active', 'trialing')`, [
      user,
    ])
    await client.query('insert into sync_change values ($1, $2, $3, $4) on conflict do nothing', [
      user,
      randomPracticeId(),
      revision,
      NOON,
    ])
    await client.query(
      `update part set last_practiced = greatest(last_practiced, $3), revision = $4,
       current_tempo = case when $3 >= tempo_at then $5 else current_tempo end, tempo_at = greatest(tempo_at, $3)
       where user_id = $1 and id = $2`,
      [user, partId, NOON, revision, 90],
    )
    await client.query(
      'insert into practice (user_id, id, piece_id, part_id, tempo, at, revision) values ($1, $2, $3, $4, $5, $6, $7)',
      [user, randomPracticeId(), pieceId, partId, 90, NOON, revision],
    )
    for (const table of ['piece', 'part', 'practice']) {
      await client.query(`select * from ${table} where user_id = $1 and revision > $2`, [user, since])
    }
    await client.query('commit')
    client.release()
    since = revision
  }
}
