import { readFileSync, writeFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { medianOf } from '#core/timed-session/part-minutes.ts'
import type { Tables } from '#server/database/tables.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import type { Bars } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { addHistory } from './long-history.ts'
import { bytesPerUnit } from './memory-slope.ts'
import { BusyVisitor } from './visitor.ts'

/** The bar of memory needs a size that is twice the one before, and more exports than a quick run has time for. */
const SIZES = {
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
export async function measureExports(
  bars: Bars,
  db: Kysely<Tables>,
  url: string,
  size: BenchSize,
): Promise<void> {
  const { entries: sizes, exports } = SIZES[size]
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
  return { entries, milliseconds: [], megabytes: [], read: () => readExport(origin, cookie) }
}

async function readExport(origin: string, cookie: string): Promise<void> {
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
  const pairs = once.megabytes.map((megabytes, index) => ({
    once: megabytes,
    twice: twice.megabytes[index] ?? NaN,
  }))
  bars.atMost(
    'export, from 60,000 to 120,000 entries: bytes per entry more at the peak',
    bytesPerUnit(once.entries, pairs),
    MOST_BYTES_PER_ENTRY,
  )
}
