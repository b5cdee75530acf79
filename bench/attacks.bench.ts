import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startInProcessPostgres } from '#server/database/durable-file-system.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { startServerProcess } from '../e2e/running-server.ts'
import { ATTACKS } from './attacks.ts'
import type { Attack } from './attacks.ts'
import { Bars } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import type { BarredFigures } from './bars.ts'
import { BusyVisitor, Visits } from './visitor.ts'

const CHOSEN = new RegExp(process.env['BENCH_ATTACKS'] ?? '')

export const name = 'what attacks cost an uninvolved user'

const ENTRIES = 200_000
/** Quiet and attack take turns, so that a busy moment of the machine hits both. */
const TURNS = { full: 3, quick: 1 }
const QUIET_MILLISECONDS = 800
const ATTACK_MILLISECONDS = 2000
/** Until an attack is at its height, and until its last request has been answered. */
const CHANGE_MILLISECONDS = 500
/** An uninvolved user's median against that of the quiet, and their longest wait in milliseconds (rule HT84). */
const MOST_TIMES = 5
const LONGEST_WAIT_MILLISECONDS = 1500
/** After an attack the median must be back to twice that of the quiet within this time. */
const RECOVERY_MILLISECONDS = 10_000
/** As a server has them where nothing is set; those of the browser tests are far above. */
const ENVIRONMENT = {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
  LIMITS: 'eventsPerMinute=1000,eventsPerDay=30000',
}

/**
 * Milliseconds of three requests of an uninvolved user (who is signed in; a round that saves one tempo; health, on a new
 * connection), in quiet and during each attack, alone and together with the next one, on both databases. `BENCH_CHECKOUT`
 * attacks the server of another checkout, to compare versions, and `BENCH_ATTACKS='PGlite, events'` tries only what this
 * expression matches. Quick: each attack alone, once.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  try {
    const url = await postgres.createDatabase()
    await attackOn(
      bars,
      size,
      { name: 'PostgreSQL', dataDir, env: { DATABASE_URL: url } },
      async statement => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query(statement)
        await client.end()
      },
    )
    await attackOn(bars, size, { name: 'PGlite', dataDir, env: {} }, async statement => {
      const pglite = await startInProcessPostgres(join(dataDir, 'database'))
      await pglite.exec(statement)
      await pglite.close()
    })
    return bars.figures()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function attackOn(
  bars: Bars,
  size: BenchSize,
  { name: engine, dataDir, env }: { name: string; dataDir: string; env: Record<string, string> },
  execute: (statement: string) => Promise<void>,
): Promise<void> {
  if (!ATTACKS.some(attack => CHOSEN.test(`${engine}, ${attack}`))) return
  const checkout = process.env['BENCH_CHECKOUT']
  const start = () =>
    startServerProcess({
      dataDir,
      env: { ...ENVIRONMENT, ...env },
      ...(checkout !== undefined && { checkout }),
    })
  let server = await start()
  const cookies = await Promise.all(
    ['visitor', 'attacker', 'accomplice'].map(name => signInAt(server.origin, `${name}@example.org`)),
  )
  const [visitor, ...attackers] = await Promise.all(
    cookies.map(cookie => new BusyVisitor(server.origin, cookie).withPiece()),
  )
  if (visitor === undefined) throw new Error('nobody visits')
  await server.stop()
  for (const attacker of attackers) await execute(historyOf(attacker))
  server = await start()
  const own = attackers.map(({ cookie, piece }) => ({ cookie, ...piece }))
  const visiting = new BusyVisitor(server.origin, visitor.cookie, visitor.piece)
  try {
    await visiting.visitFor(3 * QUIET_MILLISECONDS)
    const memoryBefore = residentMegabytes(server.pid)
    for (const [number, attack] of ATTACKS.entries()) {
      const next = ATTACKS[(number + 1) % ATTACKS.length] ?? attack
      for (const together of size === 'quick' ? [[attack]] : [[attack], [attack, next]]) {
        const title = `${engine}, ${together.join(' and ')}`
        if (!CHOSEN.test(title)) continue
        const [quiet, attacked] = [new Visits(), new Visits()]
        const answers: string[] = []
        let recovery = 0
        for (let turn = 0; turn < TURNS[size]; turn += 1) {
          await visiting.visitFor(QUIET_MILLISECONDS, quiet)
          const ends = together.map((attack, index) =>
            underWay(attack, {
              attack,
              origin: server.origin,
              attackers: own,
              from: `198.51.100.${index + 1}`,
            }),
          )
          await pause(CHANGE_MILLISECONDS)
          await visiting.visitFor(ATTACK_MILLISECONDS, attacked)
          answers.push(...(await Promise.all(ends.map(end => end()))))
          recovery = Math.max(recovery, await recoveryTime(visiting, quiet))
        }
        bars.note(
          title,
          `${quiet.summary()}; attacked: ${attacked.against(quiet)}; attack: ${answers.join(' | ')}`,
        )
        bars.atMost(`${title}: times the median in quiet`, attacked.timesMedianOf(quiet), MOST_TIMES)
        bars.atMost(`${title}: longest wait`, attacked.longest, LONGEST_WAIT_MILLISECONDS)
        bars.atMost(`${title}: milliseconds until quiet again`, recovery, RECOVERY_MILLISECONDS)
        bars.atMost(`${title}: requests refused`, quiet.refused + attacked.refused, 0)
        process.stderr.write(
          `${title}: × ${attacked.timesMedianOf(quiet).toFixed(1)}, longest ${attacked.longest.toFixed(0)} ms, refused ${attacked.refused}; ${answers.at(-1)}\n`,
        )
      }
    }
    await pause(10_000)
    await visiting.visitFor(QUIET_MILLISECONDS)
    bars.note(`${engine}: megabytes before`, memoryBefore)
    bars.note(`${engine}: megabytes afterwards`, residentMegabytes(server.pid))
  } finally {
    await server.stop()
  }
}

/** Visits until requests take at most twice as long as in quiet; returns the milliseconds. */
async function recoveryTime(visiting: BusyVisitor, quiet: Visits): Promise<number> {
  const ended = performance.now()
  for (;;) {
    const visits = await visiting.visitFor(CHANGE_MILLISECONDS / 2)
    const milliseconds = performance.now() - ended
    if (visits.timesMedianOf(quiet) <= 2 || milliseconds > RECOVERY_MILLISECONDS) return milliseconds
  }
}

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Begins an attack on a thread of its own; the returned function ends it and tells how often which answer came. */
function underWay(attack: Attack, workerData: object): () => Promise<string> {
  const worker = new Worker(new URL('attacks.ts', import.meta.url), { workerData, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.once('message', resolve)
  worker.once('error', error => reject(new Error(`${attack} failed`, { cause: error })))
  return async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage('stop')
    const told = await promise
    await worker.terminate()
    return told
  }
}

// A hundred to a revision, as rounds leave them: an answer never holds a part of one.
const historyOf = ({ piece: { userId, pieceId, partId } }: BusyVisitor) =>
  `insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
   select '${userId}', gen_random_uuid()::text, '${pieceId}', '${partId}', 90, n, 2 + n / 100
   from generate_series(1, ${ENTRIES}) as n;
   update user_revision set revision = 2 + ${ENTRIES} / 100 where user_id = '${userId}'`
