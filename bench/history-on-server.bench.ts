import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Change } from '#core/library/change.ts'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import * as changes from '#tests/library/library-changes.ts'
import * as library from '#tests/sync/library-server.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { Bars, type BarredFigures, type BenchSize } from './bars.ts'
import { addHistory, openAsServer } from './long-history.ts'
import { BusyVisitor } from './visitor.ts'

export const name = 'what years of practice cost the server'

const SIZES = [0, 6000, 60_000] as const
/** Turns that only warm up. */
const WARM_UP = 3
const TURNS = { full: 99, quick: 30 } satisfies Record<BenchSize, number>

/**
 * Milliseconds of a round that saves a tempo and of the one that takes it back, by turns with 0, 6,000 and 60,000 entries of
 * the part, on both databases; the time of an export and its memory per entry. The quick form leaves PGlite out.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    if (size === 'full') {
      const embedded = await openAsServer({ kind: 'embedded', directory: join(folder, 'database') })
      await measureRounds(bars, 'PGlite', embedded, TURNS[size])
      await embedded.close()
    }
    const url = await postgres.createDatabase()
    const database = await openAsServer({ kind: 'postgres', url, directUrl: url })
    await measureRounds(bars, 'PostgreSQL', database, TURNS[size])
    await measureExports(bars, database.db, url, size)
    await database.close()
    return bars.figures()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
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
  const server = library.createLibraryServer(database)
  const device = new library.SyncingDevice(server, await library.aUser(server, 'pro'))
  const piece = { userId: device.user, pieceId: changes.randomPieceId(), partId: changes.randomPartId() }
  await device.sync(changes.createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
  await addHistory(database.db, piece, entries)
  // The device has all of it, as one that was there all the years.
  device.since = await loadCurrentRevision(database.db, device.user)
  device.entriesSince = device.since
  const timed = async (change: Change) => {
    const started = performance.now()
    const answer = await device.sync(change)
    const took = performance.now() - started
    const statuses = library.changeStatuses(answer)
    if (statuses.some(status => status !== 'applied')) throw new Error(statuses.join(', '))
    return took
  }
  return async () => {
    const added = changes.addPracticeEntry(piece.pieceId, piece.partId)
    return { save: await timed(added), retract: await timed(changes.retractPractice(added.args.id)) }
  }
}

/** The bar of memory needs a size that is twice the one before, and more exports than a quick run has time for. */
const EXPORTS = {
  full: { entries: [0, 6000, 60_000, 120_000], exports: 9 },
  quick: { entries: [0, 6000, 60_000], exports: 5 },
} satisfies Record<BenchSize, { entries: number[]; exports: number }>
/** Ten times the entries may take ten times as long, with a fifth for what a larger memory costs. */
const MOST_TIMES = 12
const MOST_BYTES_PER_ENTRY = 500

type Account = {
  readonly entries: number
  readonly milliseconds: number[]
  readonly megabytes: number[]
  readonly read: () => Promise<void>
}

/**
 * Exports accounts with 0, 6,000, 60,000 and 120,000 entries by turns over HTTP: milliseconds of each, and by how many
 * bytes per entry the process is larger at its peak from 60,000 to 120,000, Linux only. The quick form leaves memory out
 * and has no bar, because the ratio of so few exports varies between 9 and 18.
 */
async function measureExports(bars: Bars, db: Kysely<Tables>, url: string, size: BenchSize): Promise<void> {
  const { entries: sizes, exports } = EXPORTS[size]
  const server = await startServerProcess({ env: { DATABASE_URL: url } })
  try {
    const accounts: Account[] = []
    for (const entries of sizes) accounts.push(await fillAccount(server, db, entries))
    // The process grows to its usual size.
    for (const { read } of accounts) await read()
    for (let count = 0; count < exports; count += 1)
      // In turn, because garbage lets the process grow whoever comes second.
      for (const account of count % 2 === 0 ? accounts : accounts.toReversed())
        await measureExport(server.pid, account)
    report(bars, accounts)
  } finally {
    await server.stop()
  }
}

async function fillAccount({ origin }: RunningServer, db: Kysely<Tables>, entries: number): Promise<Account> {
  const cookie = await signInAt(origin, `history-${entries}@example.org`)
  const { piece } = await new BusyVisitor(origin, cookie).withPiece()
  await addHistory(db, piece, entries)
  return { entries, milliseconds: [], megabytes: [], read: () => readJsonExport(origin, cookie) }
}

async function readJsonExport(origin: string, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/account/export`, { headers: { cookie } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`an export ended with ${answer.status}`)
}

async function measureExport(pid: number, { milliseconds, megabytes, read }: Account): Promise<void> {
  // From here on the kernel notes the largest size anew.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const started = performance.now()
  await read()
  milliseconds.push(performance.now() - started)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  megabytes.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function report(bars: Bars, accounts: readonly Account[]): void {
  const medians = accounts.map(({ milliseconds }) => medianOf(milliseconds))
  for (const [index, { entries, megabytes }] of accounts.entries()) {
    bars.note(`export of ${entries} entries: median, ms`, medians[index] ?? NaN)
    bars.note(`export of ${entries} entries: peak of the process, median, MB`, medianOf(megabytes))
  }
  const [, few = NaN, many = NaN] = medians
  const label = 'export of 60,000 entries: times that of 6,000'
  const [, , once, twice] = accounts
  if (once === undefined || twice === undefined) return bars.note(label, many / few)
  bars.atMost(label, many / few, MOST_TIMES)
  // Unlike a difference to nothing at all, this leaves out what the first entries bring, such as code and empty tables.
  const more = medianOf(once.megabytes.map((megabytes, index) => (twice.megabytes[index] ?? NaN) - megabytes))
  const bytes = (more * 2 ** 20) / (twice.entries - once.entries)
  bars.atMost(
    'export, from 60,000 to 120,000 entries: bytes per entry more at the peak',
    bytes,
    MOST_BYTES_PER_ENTRY,
  )
}
