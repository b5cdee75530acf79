import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startInProcessPostgres } from '#server/database/durable-file-system.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { ATTACKS, type AttackOrder } from './attacks.ts'
import { Bars, type BarredFigures } from './bars.ts'
import type { BenchSize } from './bench-arguments.ts'
import { BusyVisitor, Visits } from './visitor.ts'

const CHOSEN = new RegExp(process.env['BENCH_ATTACKS'] ?? '')

export const name = 'what attacks cost an uninvolved user'

const ENTRIES = 150_000
/** Quiet, control and attack take turns, so that a busy moment of the machine hits all of them. */
const TURNS = { full: 3, quick: 1 }
const QUIET_MILLISECONDS = 800
const ATTACK_MILLISECONDS = 2000
/** Until an attack is at its height. */
const CHANGE_MILLISECONDS = 500
/** The bars of rule HT84. */
const MOST_TIMES = 5
const LONGEST_WAIT_MILLISECONDS = 1500
const HEALTH_MILLISECONDS = 500
const RECOVERY_MILLISECONDS = 10_000
const MEMORY_TIMES = 1.1

const TOKEN = 'the token of the metrics of the bench'
/** Limits as where nothing is set; those of the browser tests are far above. */
const ENVIRONMENT = {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
  METRICS_TOKEN: TOKEN,
  LIMITS: 'eventsPerMinute=1000,eventsPerDay=30000',
}

type Engine = {
  name: string
  env: Record<string, string>
  dataDir: string
  /** The settings of a second server with a copy of the same data. */
  copy: () => Promise<{ env: Record<string, string>; dataDir: string }>
  /** Runs statements while no server does, and returns the rows of the last one. */
  execute: (statements: string) => Promise<Record<string, unknown>[]>
}

/**
 * What three requests of an uninvolved user cost (who is signed in; a round that saves one tempo; health, on a new
 * connection): in quiet, in a control in which the same attack goes to another server with the same data, and during each
 * attack, alone and together with the next one, on both databases. The bar of the median counts against the control,
 * because whoever attacks here takes the processor of the server that is attacked. `BENCH_ATTACKS='PGlite, events'` tries
 * only what this expression matches. Quick: each attack alone, once.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  const postgres = await startPostgres({ fsync: true })
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  // A mail server that says nothing.
  const mail = createServer(socket => socket.on('error', () => {})).listen(0)
  await once(mail, 'listening')
  const address = mail.address()
  const port = typeof address === 'object' ? address?.port : address
  const SLOW_MAIL = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'dacapo@example.org' }
  try {
    const engines = [await onPostgres(await postgres.createDatabase(), folder), onPglite(folder)]
    for (const engine of engines) await attackOn(bars, size, engine, SLOW_MAIL)
    return bars.figures()
  } finally {
    mail.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(url: string, folder: string): Promise<Engine> {
  const run = async (database: string, statement: string) => {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    const results = [await client.query(statement)].flat()
    await client.end()
    return results.at(-1)?.rows ?? []
  }
  const name = new URL(url).pathname.slice(1)
  return {
    name: 'PostgreSQL',
    env: { DATABASE_URL: url },
    dataDir: join(folder, 'postgres'),
    async copy() {
      await run(url.replace(name, 'postgres'), `create database copy template ${name}`)
      return { env: { DATABASE_URL: url.replace(name, 'copy') }, dataDir: join(folder, 'postgres-copy') }
    },
    execute: statement => run(url, statement),
  }
}

function onPglite(folder: string): Engine {
  const [dataDir, copied] = [join(folder, 'pglite'), join(folder, 'pglite-copy')]
  return {
    name: 'PGlite',
    env: {},
    dataDir,
    async copy() {
      cpSync(dataDir, copied, { recursive: true })
      return { env: {}, dataDir: copied }
    },
    async execute(statements) {
      const pglite = await startInProcessPostgres(join(dataDir, 'database'))
      const results = await pglite.exec(statements)
      await pglite.close()
      return results.at(-1)?.rows ?? []
    },
  }
}

async function attackOn(
  bars: Bars,
  size: BenchSize,
  engine: Engine,
  slowMail: Record<string, string>,
): Promise<void> {
  const all = Object.keys(ATTACKS)
  const tried = all
    .flatMap((attack, index) => [[attack], ...(size === 'quick' ? [] : [[attack, all.at(index - 1) ?? '']])])
    .map(together => ({ together, title: `${engine.name}, ${together.join(' and ')}` }))
    .filter(({ title }) => CHOSEN.test(title))
  if (tried.length === 0) return
  const { env, dataDir } = engine
  const before = await startServerProcess({ dataDir, env: { ...ENVIRONMENT, ...env } })
  const [visitor, ...attackers] = await Promise.all(
    ['visitor', 'attacker', 'accomplice'].map(async name =>
      new BusyVisitor(before.origin, await signInAt(before.origin, `${name}@example.org`)).withPiece(),
    ),
  )
  if (visitor === undefined) throw new Error('nobody visits')
  await before.stop()
  for (const attacker of attackers) await engine.execute(historyOf(attacker))
  const copy = await engine.copy()
  const start = (more: typeof copy) =>
    startServerProcess({ ...more, env: { ...ENVIRONMENT, ...more.env, ...slowMail } })
  const [server, other] = [await start({ env, dataDir }), await start(copy)]
  const visiting = new BusyVisitor(server.origin, visitor.cookie, visitor.piece)
  try {
    await visiting.visitFor(3 * QUIET_MILLISECONDS)
    const memoryBefore = await leastMegabytes(visiting, server)
    for (const { together, title } of tried) {
      const [quiet, control, attacked] = [new Visits(), new Visits(), new Visits()]
      let recovery = 0
      let answers = ''
      const underAttack = async ({ origin }: RunningServer, visits: Visits) => {
        const ends = together.map((attack, index) =>
          begin({
            attack,
            origin,
            attackers: attackers.map(({ cookie, piece }) => ({ cookie, ...piece })),
            from: `198.51.100.${index + 1}`,
          }),
        )
        await pause(CHANGE_MILLISECONDS)
        await visiting.visitFor(ATTACK_MILLISECONDS, visits)
        return (await Promise.all(ends.map(end => end()))).join(' | ')
      }
      for (let turn = 0; turn < TURNS[size]; turn += 1) {
        await visiting.visitFor(QUIET_MILLISECONDS, quiet)
        await underAttack(other, control)
        await visiting.visitFor(CHANGE_MILLISECONDS)
        answers = await underAttack(server, attacked)
        recovery = Math.max(recovery, await recoveryTime(visiting, quiet))
      }
      const times = attacked.timesMedianOf(control)
      bars.note(
        title,
        `× ${times.toFixed(1)} the control, × ${attacked.timesMedianOf(quiet).toFixed(1)} quiet (control × ${control.timesMedianOf(quiet).toFixed(1)}); quiet ${quiet.summary()}; control ${control.summary()}; attacked ${attacked.summary()}; refused ${attacked.refused}; attack: ${answers}`,
      )
      process.stderr.write(`${title}: ${bars.figures()[title]?.toString()}\n`)
      bars.atMost(`${title}: times the median of the control`, times, MOST_TIMES)
      bars.atMost(`${title}: longest wait, ms`, attacked.longest, LONGEST_WAIT_MILLISECONDS)
      bars.atMost(`${title}: health, p99, ms`, attacked.healthP99, HEALTH_MILLISECONDS)
      bars.atMost(`${title}: milliseconds until quiet again`, recovery, RECOVERY_MILLISECONDS)
      bars.atMost(`${title}: requests refused`, quiet.refused + control.refused + attacked.refused, 0)
    }
    const memoryAfter = await leastMegabytes(visiting, server)
    bars.note(`${engine.name}: megabytes in use before`, memoryBefore)
    bars.atMost(`${engine.name}: times the memory in use before`, memoryAfter / memoryBefore, MEMORY_TIMES)
  } finally {
    await Promise.all([server.stop(), other.stop()])
  }
  const [row] = await engine.execute(
    `select count(*)::int as count from practice where user_id = '${visitor.piece.userId}'`,
  )
  const lost = Math.max(0, visiting.saved - Number(row?.['count']))
  bars.atMost(`${engine.name}: acknowledged tempos that are lost`, lost, 0)
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

/**
 * The memory that a server has in use, in megabytes: the least of ten seconds with visits, so that garbage does not count.
 * Memory that V8 and PGlite have not returned to the system is not in use.
 */
async function leastMegabytes(visiting: BusyVisitor, { origin }: RunningServer): Promise<number> {
  let least = Infinity
  for (let look = 0; look < 20; look += 1) {
    await visiting.visitFor(500)
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await answer.text()
    const bytes = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
    const used = bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')
    least = Math.min(least, used / 2 ** 20)
  }
  return least
}

/** Begins an attack on a thread of its own; the returned function ends it and tells how often which answer came. */
function begin(workerData: AttackOrder): () => Promise<string> {
  const worker = new Worker(new URL('attacks.ts', import.meta.url), { workerData, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.once('message', resolve)
  worker.once('error', error => reject(new Error(`${workerData.attack} failed`, { cause: error })))
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
