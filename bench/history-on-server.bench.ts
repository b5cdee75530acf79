import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '#core/library/change.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import {
  createPiece,
  addPracticeEntry,
  retractPractice,
  randomPartId,
  randomPieceId,
} from '#tests/library/library-changes.ts'
import {
  aUser,
  createLibraryServer,
  silentLogger,
  SyncingDevice,
  changeStatuses,
} from '#tests/sync/library-server.ts'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import { Bars, type BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { measureExports } from './history-exports.ts'
import { addHistory } from './long-history.ts'

export const name = 'what years of practice cost the server'

const SIZES = [0, 6000, 60_000] as const
/** Turns that only warm up. */
const WARM_UP = 3
const TURNS = { full: 99, quick: 30 } satisfies Record<BenchSize, number>

/**
 * Milliseconds of a round that saves a tempo and of the one that takes it back, by turns with 0, 6,000 and 60,000 entries of
 * the part, on both databases; the time of an export and its memory per entry (history-exports.ts). The quick form leaves
 * PGlite out.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    const url = await postgres.createDatabase()
    if (size === 'full') {
      const embedded = await open({ kind: 'embedded', directory: join(folder, 'database') })
      await measureRounds(bars, 'PGlite', embedded, TURNS[size])
      await embedded.close()
    }
    const server = await open({ kind: 'postgres', url, directUrl: url })
    await measureRounds(bars, 'PostgreSQL', server, TURNS[size])
    await measureExports(bars, server.db, url, size)
    await server.close()
    return bars.figures()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function open(database: Parameters<typeof openDatabase>[0]['database']): Promise<Database> {
  const opened = await openDatabase({ database, live: 'listen' }, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

const ROUNDS = ['save', 'retract'] as const

/** Milliseconds of both rounds of a turn. */
type Turn = Record<(typeof ROUNDS)[number], number>

async function measureRounds(bars: Bars, engine: string, database: Database, turns: number): Promise<void> {
  const devices = await Promise.all(SIZES.map(entries => savingDevice(database, entries)))
  const times = SIZES.map((): Turn[] => [])
  for (let turn = -WARM_UP; turn < turns; turn += 1)
    for (let place = 0; place < SIZES.length; place += 1) {
      // Each comes first, second and third equally often.
      const index = (turn + WARM_UP + place) % SIZES.length
      const took = await devices[index]?.()
      if (turn >= 0 && took !== undefined) times[index]?.push(took)
    }
  for (const round of ROUNDS) {
    const medians = times.map(each => medianOf(each.map(turn => turn[round])))
    for (const [index, entries] of SIZES.entries())
      bars.note(`${engine}, ${round} at ${entries} entries: median, ms`, medians[index] ?? NaN)
    const ratio = (medians.at(-1) ?? NaN) / (medians[0] ?? NaN)
    bars.atMost(`${engine}, ${round} at 60,000 entries: times that at none`, ratio, 1.2)
  }
}

/** Returns a function that saves a tempo, takes it back, and returns how long both took. */
async function savingDevice(database: Database, entries: number): Promise<() => Promise<Turn>> {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  const piece = { userId: device.user, pieceId: randomPieceId(), partId: randomPartId() }
  await device.sync(createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
  await addHistory(database.db, piece, entries)
  // The device has all of it, as one that was there all the years.
  device.since = await loadCurrentRevision(database.db, device.user)
  device.entriesSince = device.since
  const timed = async (change: Change) => {
    const started = performance.now()
    const answer = await device.sync(change)
    const took = performance.now() - started
    if (changeStatuses(answer).some(verdict => verdict !== 'applied'))
      throw new Error(changeStatuses(answer).join(', '))
    return took
  }
  return async () => {
    const added = addPracticeEntry(piece.pieceId, piece.partId)
    return { save: await timed(added), retract: await timed(retractPractice(added.args.id)) }
  }
}
