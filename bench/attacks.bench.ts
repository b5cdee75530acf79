import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { startPGlite } from '#server/database/durable-file-system.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { hasProxy, startDocumentedProxy, type ProxyName } from '#tests/security/documented-proxy.ts'
import { freePort } from '#tests/server/free-port.ts'
import { startServerProcess, type RunningServer } from '../e2e/running-server.ts'
import { ATTACKS, DELETION, type AttackOrder } from './attacks.ts'
import { Bars, type BarredFigures, type BenchSize } from './bars.ts'
import { BusyVisitor, Visits } from './visitor.ts'

const CHOSEN = process.env['BENCH_ATTACKS']

export const name = 'what attacks cost an uninvolved user'

const ENTRIES = 150_000
/** Quiet, control and attack take turns, so that a busy moment of the machine hits all of them. */
const TURNS = { full: 3, quick: 1 }
const QUIET_MILLISECONDS = 800
const ATTACK_MILLISECONDS = 2000
/** The second time, which only shows what memory it leaves. */
const AGAIN_MILLISECONDS = 500
/** Until an attack is at its height. */
const CHANGE_MILLISECONDS = 500
/** The bars of decision 0076. */
const MOST_TIMES = 5
const LONGEST_WAIT_MILLISECONDS = 1500
const HEALTH_MILLISECONDS = 500
const RECOVERY_MILLISECONDS = 10_000
const MEMORY_TIMES = 1.1

const TOKEN = 'the token of the metrics of the bench'
/** Lets a server collect its garbage at a signal. */
const COLLECT_GARBAGE = `
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => collect())`
/** Limits as where nothing is set; those of the browser tests are far above. */
const ENVIRONMENT = {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
  METRICS_TOKEN: TOKEN,
  LIMITS: 'eventsPerMinute=1000,eventsPerDay=30000',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COLLECT_GARBAGE)}`,
}

const ALL = Object.keys(ATTACKS)
const PROXIES = (['nginx', 'caddy'] as const).filter(hasProxy)

/** Attacks at the same time, directly or through a documented proxy. */
type Try = { title: string; attacks: readonly string[]; proxy: ProxyName | null }

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
 * attack, alone, together with the one before it, and through each proxy that is installed, on both databases. The bar of
 * the median counts against the control, because whoever attacks here takes the processor of the server that is attacked.
 * Quick: each attack alone and directly, once. `BENCH_ATTACKS='PGlite behind nginx, events'` tries what this expression
 * matches instead: titles are `<database>[ behind <proxy>], <attack>[ + <attack>]`.
 *
 * Memory in use is the heap and what lies outside of it, after a collection of garbage. Its bar counts from the end of the
 * attacks to the end of the same attacks again: caches, compiled code and PGlite's memory, which grows with the largest
 * statement and never shrinks, are no leak; what a second time adds is one.
 */
export async function measure(size: BenchSize): Promise<BarredFigures> {
  const bars = new Bars()
  // The proxies have certificates of their own.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
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
      const pglite = await startPGlite(join(dataDir, 'database'))
      const results = await pglite.exec(statements)
      await pglite.close()
      return results.at(-1)?.rows ?? []
    },
  }
}

function triesOn(engine: string, size: BenchSize): Try[] {
  const alone = ALL.map(attack => [attack])
  const pairs = ALL.map((attack, index) => [attack, ALL.at(index - 1) ?? ''])
  const tries = [null, ...PROXIES].flatMap(proxy =>
    [...alone, ...pairs].map(attacks => {
      const way = proxy === null ? '' : ` behind ${proxy}`
      return { title: `${engine}${way}, ${attacks.join(' + ')}`, attacks, proxy }
    }),
  )
  return tries.filter(({ title, attacks, proxy }) => {
    if (CHOSEN !== undefined) return new RegExp(CHOSEN).test(title)
    const ways = [attacks.length === 1, proxy === null]
    return size === 'quick' ? ways.every(Boolean) : ways.some(Boolean)
  })
}

const endsAccount = ({ attacks }: Try) => attacks.includes(DELETION)

async function attackOn(
  bars: Bars,
  size: BenchSize,
  engine: Engine,
  slowMail: Record<string, string>,
): Promise<void> {
  const tries = triesOn(engine.name, size)
  if (tries.length === 0) return
  const { env, dataDir } = engine
  const before = await startServerProcess({ dataDir, env: { ...ENVIRONMENT, ...env } })
  const signIn = async (name: string) =>
    new BusyVisitor(before.origin, await signInAt(before.origin, `${name}@example.org`)).withPiece()
  const { cookie, piece } = await signIn('visitor')
  const attackers: BusyVisitor[] = []
  // One for each deletion, and one more, because two attack.
  while (attackers.length < Math.max(2, tries.filter(endsAccount).length + 1))
    attackers.push(await signIn(`attacker${attackers.length}`))
  await before.stop()
  for (const attacker of attackers) await engine.execute(historyOf(attacker))
  const copy = await engine.copy()
  const closing: (() => Promise<unknown>)[] = []
  /** Starts a server, with the proxies that are tried before it; returns where each way to it begins. */
  async function open(more: typeof copy) {
    const server = await startServerProcess({ ...more, env: { ...ENVIRONMENT, ...more.env, ...slowMail } })
    closing.unshift(() => server.stop())
    const doors = new Map<ProxyName | null, string>()
    for (const name of PROXIES.filter(name => tries.some(({ proxy }) => proxy === name))) {
      const port = await freePort()
      const upstream = Number(new URL(server.origin).port)
      closing.unshift((await startDocumentedProxy(name, { port, upstream })).close)
      doors.set(name, `https://localhost:${port}`)
    }
    return { ...server, doorOf: ({ proxy }: Try) => doors.get(proxy) ?? server.origin }
  }
  const [server, other] = [await open({ env, dataDir }), await open(copy)]
  const visiting = new BusyVisitor(server.origin, cookie, piece)

  /** Attacks a server while the visitor visits, and returns how often which answer came. */
  async function attack(one: Try, target: typeof server, milliseconds: number, visits?: Visits) {
    const ends = one.attacks.map((attack, index) =>
      begin({
        attack,
        origin: target.origin,
        door: target.doorOf(one),
        attackers: attackers.map(({ cookie, piece }) => ({ cookie, ...piece })),
        from: `127.0.0.${index + 2}`,
      }),
    )
    await pause(CHANGE_MILLISECONDS)
    await visiting.visitFor(milliseconds, visits)
    return (await Promise.all(ends.map(end => end()))).join(' | ')
  }

  async function measureTry(one: Try, turns: number) {
    const [quiet, control, attacked] = [new Visits(), new Visits(), new Visits()]
    visiting.door = server.doorOf(one)
    let recovery = 0
    let answers = ''
    for (let turn = 0; turn < turns; turn += 1) {
      await visiting.visitFor(QUIET_MILLISECONDS, quiet)
      await attack(one, other, ATTACK_MILLISECONDS, control)
      await visiting.visitFor(CHANGE_MILLISECONDS)
      answers = await attack(one, server, ATTACK_MILLISECONDS, attacked)
      recovery = Math.max(recovery, await recoveryTime(visiting, quiet))
    }
    if (endsAccount(one)) attackers.shift()
    bars.together(
      one.title,
      [
        ['times the control', attacked.timesMedianOf(control), MOST_TIMES],
        ['longest wait, ms', attacked.longest, LONGEST_WAIT_MILLISECONDS],
        ['health, p99, ms', attacked.healthP99, HEALTH_MILLISECONDS],
        ['ms until quiet', recovery, RECOVERY_MILLISECONDS],
        ['refused', quiet.refused + control.refused + attacked.refused, 0],
      ],
      `medians, ms: ${[quiet, control, attacked].map(({ median }) => median.toFixed(1)).join(', ')}; control's longest wait and health, ms: ${control.longest.toFixed(0)}, ${control.healthP99.toFixed(0)}; attack: ${answers}`,
    )
    process.stderr.write(`${one.title}: ${bars.figures()[one.title]?.toString()}\n`)
  }

  try {
    await visiting.visitFor(3 * QUIET_MILLISECONDS)
    const [deletions, others] = [tries.filter(endsAccount), tries.filter(one => !endsAccount(one))]
    const memory = [await megabytesInUse(visiting, server)]
    for (const one of others) await measureTry(one, one.attacks.length === 1 ? TURNS[size] : 1)
    for (const one of deletions) await measureTry(one, 1)
    memory.push(await megabytesInUse(visiting, server))
    for (const one of others) await attack(one, server, AGAIN_MILLISECONDS)
    memory.push(await megabytesInUse(visiting, server))
    const [, once = NaN, again = NaN] = memory.map(({ heap, outside }) => heap + outside)
    const told = memory.map(({ heap, outside }) => `${heap.toFixed(0)} + ${outside.toFixed(0)}`)
    bars.note(`${engine.name}: megabytes of heap and outside, before, after, after again`, told.join(', '))
    bars.atMost(`${engine.name}: times the memory in use after the first time`, again / once, MEMORY_TIMES)
  } finally {
    for (const close of closing) await close()
  }
  const [row] = await engine.execute(
    `select count(*)::int as count from practice where user_id = '${visiting.piece.userId}'`,
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

/** The memory that a server has in use after it was told to collect its garbage, in megabytes: the least of some looks. */
async function megabytesInUse(visiting: BusyVisitor, { origin, pid }: RunningServer) {
  const looks = []
  for (let look = 0; look < 4; look += 1) {
    await visiting.visitFor(500)
    process.kill(pid, 'SIGUSR2')
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await answer.text()
    const megabytes = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]) / 2 ** 20
    const heap = megabytes('nodejs_heap_size_used_bytes')
    looks.push({ heap, outside: megabytes('nodejs_external_memory_bytes') })
  }
  return looks.reduce((least, one) => (one.heap + one.outside < least.heap + least.outside ? one : least))
}

/** Begins an attack on a thread of its own; the returned function ends it and tells how often which answer came. */
function begin(workerData: AttackOrder): () => Promise<string> {
  const worker = new Worker(new URL('attacks.ts', import.meta.url), { workerData, execArgv: [], env: {} })
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
