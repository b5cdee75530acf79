import { mkdtempSync, rmSync } from 'node:fs'
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
import type { BarredFigures } from './bars.ts'
import { BusyVisitor, Visits } from './visitor.ts'

export const name = 'what one account costs the others'

const ENTRIES = 200_000
/** Quiet and attack take turns, so that a busy moment of the machine hits both. */
const TURNS = 5
const QUIET_MILLISECONDS = 800
const ATTACK_MILLISECONDS = 1200
/** Until an attack is at its height, and until its last request has been answered. */
const CHANGE_MILLISECONDS = 300
/** An uninvolved user's median stays below so many times that of the quiet (rule HT84). */
const MOST_TIMES = 3
/** As a server has them where nothing is set; those of the browser tests are far above. */
const LIMITS = {
  TRUST_PROXY: '1',
  LIMITS: 'eventsPerMinute=1000,eventsPerDay=30000',
}

/**
 * Milliseconds of two requests of an uninvolved user (who is signed in; a round that saves one tempo), in quiet and while
 * another account with 200,000 entries attacks, on both databases.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  try {
    const url = await postgres.createDatabase()
    await attackOn(bars, 'PGlite', dataDir, {}, async statement => {
      const pglite = await startInProcessPostgres(join(dataDir, 'database'))
      await pglite.exec(statement)
      await pglite.close()
    })
    await attackOn(bars, 'PostgreSQL', dataDir, { DATABASE_URL: url }, async statement => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(statement)
      await client.end()
    })
    return bars.figures()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function attackOn(
  bars: Bars,
  engine: string,
  dataDir: string,
  env: Record<string, string>,
  execute: (statement: string) => Promise<void>,
): Promise<void> {
  const start = () => startServerProcess({ dataDir, env: { ...LIMITS, ...env } })
  let server = await start()
  const cookies = {
    attacker: await signInAt(server.origin, 'attacker@example.org'),
    visitor: await signInAt(server.origin, 'visitor@example.org'),
  }
  const attacker = await new BusyVisitor(server.origin, cookies.attacker).withPiece()
  await server.stop()
  await execute(historyOf(attacker))
  server = await start()
  const visitor = await new BusyVisitor(server.origin, cookies.visitor).withPiece()
  try {
    await visitor.visitFor(QUIET_MILLISECONDS)
    for (const attack of ATTACKS) {
      const { origin } = server
      const workerData = { attack, origin, cookie: cookies.attacker, ...attacker.piece }
      const [quiet, attacked] = [new Visits(), new Visits()]
      const refusals: string[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        await visitor.visitFor(QUIET_MILLISECONDS, quiet)
        const end = underWay(attack, workerData)
        await pause(CHANGE_MILLISECONDS)
        await visitor.visitFor(ATTACK_MILLISECONDS, attacked)
        refusals.push(await end())
        await pause(CHANGE_MILLISECONDS)
      }
      const told = `${quiet.summary()}; attacked: ${attacked.against(quiet)}; attacker: ${refusals.join(' | ')}`
      bars.note(`${engine}, ${attack}`, told)
      bars.atMost(
        `${engine}, ${attack}: times the median in quiet`,
        attacked.timesMedianOf(quiet),
        MOST_TIMES,
      )
      bars.atMost(`${engine}, ${attack}: requests refused`, quiet.refused + attacked.refused, 0)
    }
  } finally {
    await server.stop()
  }
}

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
