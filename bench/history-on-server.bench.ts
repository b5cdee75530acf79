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
import { BenchReport, type BenchFigures, type BenchSize } from './bench-report.ts'
import { addHistory, openAsServer } from './long-history.ts'
import { BusyVisitor } from './visitor.ts'

export const name = 'what years of practice cost the server'

const SIZES = [0, 6000, 60_000] as const
const WARM_UP_TURNS = 3
const TURNS = { full: 99, quick: 30 } satisfies Record<BenchSize, number>

/**
 * Measures a sync round that saves a tempo and one that takes it back, alternating between parts with 0, 6,000 and 60,000
 * entries, on both databases; and the time and memory of exports. The quick form leaves PGlite out.
 */
export async function measure(size: BenchSize): Promise<BenchFigures> {
  const report = new BenchReport()
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    if (size === 'full') {
      const embedded = await openAsServer({ kind: 'embedded', directory: join(folder, 'database') })
      await measureRounds(report, 'PGlite', embedded, TURNS[size])
      await embedded.close()
    }
    const url = await postgres.createDatabase()
    const database = await openAsServer({ kind: 'postgres', url, directUrl: url })
    await measureRounds(report, 'PostgreSQL', database, TURNS[size])
    await measureExports(report, database.db, url, size)
    await database.close()
    return report.figures()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ROUNDS = ['save', 'retract'] as const

type Turn = Record<(typeof ROUNDS)[number], number>

async function measureRounds(report: BenchReport, engine: string, database: Database, turns: number) {
  const devices = await Promise.all(SIZES.map(entries => createSavingDevice(database, entries)))
  const times = SIZES.map((): Turn[] => [])
  for (let turn = -WARM_UP_TURNS; turn < turns; turn += 1)
    for (let place = 0; place < SIZES.length; place += 1) {
      // Each size comes first, second and third equally often.
      const index = (turn + WARM_UP_TURNS + place) % SIZES.length
      const took = await devices[index]?.()
      if (turn >= 0 && took !== undefined) times[index]?.push(took)
    }
  for (const round of ROUNDS) {
    const medians = times.map(each => medianOf(each.map(turn => turn[round])))
    for (const [index, entries] of SIZES.entries())
      report.note(`${engine}, ${round} at ${entries} entries: median, ms`, medians[index] ?? NaN)
    const ratio = (medians.at(-1) ?? NaN) / (medians[0] ?? NaN)
    report.atMost(`${engine}, ${round} at 60,000 entries: times that at none`, ratio, 1.2)
  }
}

async function createSavingDevice(database: Database, entries: number): Promise<() => Promise<Turn>> {
  const server = library.createLibraryServer(database)
  const device = new library.SyncingDevice(server, await library.aUser(server, 'pro'))
  const piece = { userId: device.user, pieceId: changes.randomPieceId(), partId: changes.randomPartId() }
  await device.sync(changes.createPiece({ pieceId: piece.pieceId, partIds: [piece.partId] }))
  await addHistory(database.db, piece, entries)
  // The device has already pulled all of it.
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

const EXPORTS = {
  full: { entries: [0, 6000, 60_000, 120_000], exports: 9 },
  quick: { entries: [0, 6000, 60_000], exports: 5 },
} satisfies Record<BenchSize, { entries: number[]; exports: number }>
/** For ten times the entries; the fifth above ten allows for the larger heap. */
const MAX_EXPORT_TIMES = 12
const MAX_BYTES_PER_ENTRY = 500

type Account = {
  readonly entries: number
  readonly milliseconds: number[]
  readonly megabytes: number[]
  readonly download: () => Promise<void>
}

/**
 * Linux only. Memory per entry is how much the peak of the process grows from 60,000 to 120,000 entries. The quick form
 * has no limits, because the ratio of so few exports varies between 9 and 18.
 */
async function measureExports(report: BenchReport, db: Kysely<Tables>, url: string, size: BenchSize) {
  const { entries: sizes, exports } = EXPORTS[size]
  const server = await startServerProcess({ env: { DATABASE_URL: url } })
  try {
    const accounts: Account[] = []
    for (const entries of sizes) accounts.push(await fillAccount(server, db, entries))
    // The first exports let the process grow to its usual size.
    for (const { download } of accounts) await download()
    for (let count = 0; count < exports; count += 1)
      // In alternating order, because garbage of the first exports adds to the peak of later ones.
      for (const account of count % 2 === 0 ? accounts : accounts.toReversed())
        await measureExport(server.pid, account)
    reportExports(report, accounts)
  } finally {
    await server.stop()
  }
}

async function fillAccount({ origin }: RunningServer, db: Kysely<Tables>, entries: number): Promise<Account> {
  const cookie = await signInAt(origin, `history-${entries}@example.org`)
  const { piece } = await new BusyVisitor(origin, cookie).withPiece()
  await addHistory(db, piece, entries)
  return { entries, milliseconds: [], megabytes: [], download: () => downloadJsonExport(origin, cookie) }
}

async function downloadJsonExport(origin: string, cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/account/export`, { headers: { cookie } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`an export ended with ${answer.status}`)
}

async function measureExport(pid: number, { milliseconds, megabytes, download }: Account): Promise<void> {
  // Resets VmHWM, the peak size of the process.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const started = performance.now()
  await download()
  milliseconds.push(performance.now() - started)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  megabytes.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

function reportExports(report: BenchReport, accounts: readonly Account[]): void {
  const medians = accounts.map(({ milliseconds }) => medianOf(milliseconds))
  for (const [index, { entries, megabytes }] of accounts.entries()) {
    report.note(`export of ${entries} entries: median, ms`, medians[index] ?? NaN)
    report.note(`export of ${entries} entries: peak of the process, median, MB`, medianOf(megabytes))
  }
  const [, few = NaN, many = NaN] = medians
  const label = 'export of 60,000 entries: times that of 6,000'
  const [, , single, double] = accounts
  if (single === undefined || double === undefined) return report.note(label, many / few)
  report.atMost(label, many / few, MAX_EXPORT_TIMES)
  // A difference to an empty account would include what does not grow with the entries, such as code.
  const more = medianOf(
    single.megabytes.map((megabytes, index) => (double.megabytes[index] ?? NaN) - megabytes),
  )
  const bytes = (more * 2 ** 20) / (double.entries - single.entries)
  report.atMost(
    'export, from 60,000 to 120,000 entries: bytes per entry more at the peak',
    bytes,
    MAX_BYTES_PER_ENTRY,
  )
}
