import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadCurrentRevision } from '#server/library/user-revision.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
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
import { startServerProcess } from '../e2e/running-server.ts'
import { medianOf } from '#core/timed-session/median.ts'
import { Bars } from './bars.ts'
import type { BarredFigures } from './bars.ts'
import { addHistory } from './long-history.ts'
import { BusyVisitor } from './visitor.ts'

export const name = 'what years of practice cost the server'

const SIZES = [0, 6000, 60_000] as const
const RETRACTIONS = 99
const EXPORTED = [60_000, 120_000] as const
const EXPORTS = 6

/**
 * Milliseconds of a round that saves a tempo and takes it back, by turns with 0, 6,000 and 60,000 entries of the part, on
 * both databases; and by how many MB the process is larger at its peak when an export has 60,000 entries more, Linux only.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    const url = await postgres.createDatabase()
    const embedded = await open({ kind: 'embedded', directory: join(folder, 'database') })
    await retractions(bars, 'PGlite', embedded)
    await embedded.close()
    const server = await open({ kind: 'postgres', url, directUrl: url })
    await retractions(bars, 'PostgreSQL', server)
    await exports(bars, server.db, url)
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

async function retractions(bars: Bars, engine: string, database: Database): Promise<void> {
  const rounds = await Promise.all(SIZES.map(entries => retractingDevice(database, entries)))
  const times = SIZES.map((): number[] => [])
  for (let turn = -3; turn < RETRACTIONS; turn += 1)
    for (let place = 0; place < SIZES.length; place += 1) {
      // Each comes first, second and third equally often.
      const index = (turn + 3 + place) % SIZES.length
      const started = performance.now()
      await rounds[index]?.()
      // The first turns only warm up.
      if (turn >= 0) times[index]?.push(performance.now() - started)
    }
  const medians = times.map(medianOf)
  for (const [index, entries] of SIZES.entries())
    bars.note(`${engine}, retract at ${entries} entries: median, ms`, medians[index] ?? NaN)
  const ratio = (medians[2] ?? NaN) / (medians[0] ?? NaN)
  bars.atMost(`${engine}, retract at 60,000 entries: times that at none`, ratio, 1.2)
}

async function retractingDevice(database: Database, entries: number): Promise<() => Promise<void>> {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  const piece = { userId: device.user, pieceId: randomPieceId(), partId: randomPartId() }
  await device.sync(createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
  await addHistory(database.db, piece, entries)
  // The device has all of it, as one that was there all the years.
  device.since = await loadCurrentRevision(database.db, device.user)
  return async () => {
    const added = addPracticeEntry(piece.pieceId, piece.partId)
    const answer = await device.sync(added, retractPractice(added.args.id))
    if (changeStatuses(answer).some(verdict => verdict !== 'applied'))
      throw new Error(changeStatuses(answer).join(', '))
  }
}

async function exports(bars: Bars, db: Kysely<Tables>, url: string): Promise<void> {
  const server = await startServerProcess({ env: { DATABASE_URL: url } })
  try {
    const accounts = []
    for (const entries of EXPORTED) {
      const cookie = await signInAt(server.origin, `history-${entries}@example.org`)
      const { piece } = await new BusyVisitor(server.origin, cookie).withPiece()
      await addHistory(db, piece, entries)
      accounts.push({ entries, peaks: [] as number[], read: () => readExport(server.origin, cookie) })
    }
    // The process grows to its usual size.
    for (const { read } of accounts) await read()
    for (let count = 0; count < EXPORTS; count += 1)
      // In turn, because garbage lets the process grow whoever comes second.
      for (const { peaks, read } of count % 2 === 0 ? accounts : accounts.toReversed())
        peaks.push(await peakMegabytes(server.pid, read))
    for (const { entries, peaks } of accounts)
      bars.note(`export of ${entries} entries: peak of the process, MB`, peaks.join(', '))
    const [few = [], many = []] = accounts.map(({ peaks }) => peaks)
    const more = many.map((peak, index) => peak - (few[index] ?? NaN))
    bars.atMost('export of 60,000 entries more: MB more at the peak, median', medianOf(more), 30)
  } finally {
    await server.stop()
  }
}

async function readExport(origin: string, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/account/export`, { headers: { cookie } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`an export ended with ${answer.status}`)
}

/** The largest size of the process in MB while it works. */
async function peakMegabytes(pid: number, work: () => Promise<void>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await work()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
