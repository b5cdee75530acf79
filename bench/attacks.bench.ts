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
import { ATTACKS, DELETION, type AttackWorkerData } from './attacks.ts'
import { BenchReport, type BenchFigures, type BenchSize } from './bench-report.ts'
import { BusyVisitor, Visits } from './visitor.ts'

const TITLE_PATTERN = process.env['BENCH_ATTACKS']

export const name = 'what attacks cost an uninvolved user'

const HISTORY_ENTRIES = 150_000
const TURNS = { full: 3, quick: 1 }
const QUIET_MILLISECONDS = 800
const ATTACK_MILLISECONDS = 2000
const REPEAT_MILLISECONDS = 500
const RAMP_UP_MILLISECONDS = 500
// Limits of decision 0076.
const MAX_TIMES_CONTROL = 5
const MAX_WAIT_MILLISECONDS = 1500
const MAX_HEALTH_MILLISECONDS = 500
const MAX_RECOVERY_MILLISECONDS = 10_000
const MAX_MEMORY_TIMES = 1.1

const TOKEN = 'the token of the metrics of the bench'
const COLLECT_GARBAGE_ON_SIGNAL = `
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => collect())`
/** Sets the default limits again, because startServerProcess raises them for browser tests. */
const ENVIRONMENT = {
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
  METRICS_TOKEN: TOKEN,
  LIMITS: 'eventsPerMinute=1000,eventsPerDay=30000',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COLLECT_GARBAGE_ON_SIGNAL)}`,
}

const ATTACK_NAMES = Object.keys(ATTACKS)
const PROXIES = (['nginx', 'caddy'] as const).filter(hasProxy)

type Scenario = { title: string; attacks: readonly string[]; proxy: ProxyName | null }

type Engine = {
  name: string
  env: Record<string, string>
  dataDir: string
  copy: () => Promise<{ env: Record<string, string>; dataDir: string }>
  /** Call it only while no server runs. Returns the rows of the last statement. */
  execute: (statements: string) => Promise<Record<string, unknown>[]>
}

/**
 * Measures three requests of an uninvolved user (session; a sync round that saves one tempo; health, on a new connection)
 * without an attack, while another server with the same data is attacked (the control), and during each attack: alone, with
 * the attack before it, and through each installed proxy, on both databases. The median is compared with the control,
 * because the attacker runs on the same machine and takes processor time from the server. The quick form runs each attack
 * once, alone and without a proxy. `BENCH_ATTACKS='PGlite behind nginx, events'` runs the scenarios whose title matches this
 * regular expression instead: `<database>[ behind <proxy>], <attack>[ + <attack>]`.
 *
 * Memory is heap and external memory after a garbage collection. Its limit compares the end of the attacks with the end of
 * their repetition: caches, compiled code and PGlite's memory, which grows with the largest statement and never shrinks, are
 * no leaks; growth in the repetition is.
 */
export async function measure(size: BenchSize): Promise<BenchFigures> {
  const report = new BenchReport()
  // The proxies use self-signed certificates.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const postgres = await startPostgres({ fsync: true })
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  // A mail server that accepts connections and never answers.
  const mail = createServer(socket => socket.on('error', () => {})).listen(0)
  await once(mail, 'listening')
  const address = mail.address()
  const port = typeof address === 'object' ? address?.port : address
  const SLOW_MAIL = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'dacapo@example.org' }
  try {
    const engines = [await onPostgres(await postgres.createDatabase(), folder), onPglite(folder)]
    for (const engine of engines) await measureEngine(report, size, engine, SLOW_MAIL)
    return report.figures()
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
  const [dataDir, copyDir] = [join(folder, 'pglite'), join(folder, 'pglite-copy')]
  return {
    name: 'PGlite',
    env: {},
    dataDir,
    async copy() {
      cpSync(dataDir, copyDir, { recursive: true })
      return { env: {}, dataDir: copyDir }
    },
    async execute(statements) {
      const pglite = await startPGlite(join(dataDir, 'database'))
      const results = await pglite.exec(statements)
      await pglite.close()
      return results.at(-1)?.rows ?? []
    },
  }
}

function scenariosFor(engine: string, size: BenchSize): Scenario[] {
  const alone = ATTACK_NAMES.map(attack => [attack])
  const pairs = ATTACK_NAMES.map((attack, index) => [attack, ATTACK_NAMES.at(index - 1) ?? ''])
  const scenarios = [null, ...PROXIES].flatMap(proxy =>
    [...alone, ...pairs].map(attacks => {
      const behind = proxy === null ? '' : ` behind ${proxy}`
      return { title: `${engine}${behind}, ${attacks.join(' + ')}`, attacks, proxy }
    }),
  )
  return scenarios.filter(({ title, attacks, proxy }) => {
    if (TITLE_PATTERN !== undefined) return new RegExp(TITLE_PATTERN).test(title)
    const [isAlone, isDirect] = [attacks.length === 1, proxy === null]
    return size === 'quick' ? isAlone && isDirect : isAlone || isDirect
  })
}

const deletesAccount = ({ attacks }: Scenario) => attacks.includes(DELETION)

async function measureEngine(
  report: BenchReport,
  size: BenchSize,
  engine: Engine,
  slowMail: Record<string, string>,
): Promise<void> {
  const scenarios = scenariosFor(engine.name, size)
  if (scenarios.length === 0) return
  const { env, dataDir } = engine
  const setupServer = await startServerProcess({ dataDir, env: { ...ENVIRONMENT, ...env } })
  const signIn = async (name: string) =>
    new BusyVisitor(setupServer.origin, await signInAt(setupServer.origin, `${name}@example.org`)).withPiece()
  const { cookie, piece } = await signIn('visitor')
  const attackers: BusyVisitor[] = []
  // At least two accounts attack. Each deletion uses up one, and another one must remain.
  while (attackers.length < Math.max(2, scenarios.filter(deletesAccount).length + 1))
    attackers.push(await signIn(`attacker${attackers.length}`))
  await setupServer.stop()
  for (const attacker of attackers) await engine.execute(insertHistorySql(attacker))
  const copy = await engine.copy()
  const closing: (() => Promise<unknown>)[] = []
  async function startTarget(data: typeof copy) {
    const server = await startServerProcess({ ...data, env: { ...ENVIRONMENT, ...data.env, ...slowMail } })
    closing.unshift(() => server.stop())
    const proxyUrls = new Map<ProxyName | null, string>()
    for (const name of PROXIES.filter(name => scenarios.some(({ proxy }) => proxy === name))) {
      const port = await freePort()
      const upstream = Number(new URL(server.origin).port)
      closing.unshift((await startDocumentedProxy(name, { port, upstream })).close)
      proxyUrls.set(name, `https://localhost:${port}`)
    }
    return { ...server, baseUrlFor: ({ proxy }: Scenario) => proxyUrls.get(proxy) ?? server.origin }
  }
  const [server, other] = [await startTarget({ env, dataDir }), await startTarget(copy)]
  const visitor = new BusyVisitor(server.origin, cookie, piece)

  async function attack(scenario: Scenario, target: typeof server, milliseconds: number, visits?: Visits) {
    const stopAttacks = scenario.attacks.map((attack, index) =>
      startAttack({
        attack,
        origin: target.origin,
        baseUrl: target.baseUrlFor(scenario),
        attackers: attackers.map(({ cookie, piece }) => ({ cookie, ...piece })),
        from: `127.0.0.${index + 2}`,
      }),
    )
    await pause(RAMP_UP_MILLISECONDS)
    await visitor.visitFor(milliseconds, visits)
    return (await Promise.all(stopAttacks.map(stop => stop()))).join(' | ')
  }

  async function measureScenario(scenario: Scenario) {
    const turns = deletesAccount(scenario) || scenario.attacks.length > 1 ? 1 : TURNS[size]
    const [quiet, control, attacked] = [new Visits(), new Visits(), new Visits()]
    visitor.baseUrl = server.baseUrlFor(scenario)
    let recovery = 0
    let answers = ''
    for (let turn = 0; turn < turns; turn += 1) {
      await visitor.visitFor(QUIET_MILLISECONDS, quiet)
      await attack(scenario, other, ATTACK_MILLISECONDS, control)
      await visitor.visitFor(RAMP_UP_MILLISECONDS)
      answers = await attack(scenario, server, ATTACK_MILLISECONDS, attacked)
      recovery = Math.max(recovery, await recoveryTime(visitor, quiet))
    }
    if (deletesAccount(scenario)) attackers.shift()
    report.allAtMost(
      scenario.title,
      [
        ['times the control', attacked.timesMedianOf(control), MAX_TIMES_CONTROL],
        ['longest wait, ms', attacked.longest, MAX_WAIT_MILLISECONDS],
        ['health, p99, ms', attacked.healthP99, MAX_HEALTH_MILLISECONDS],
        ['ms until quiet', recovery, MAX_RECOVERY_MILLISECONDS],
        ['refused', quiet.refused + control.refused + attacked.refused, 0],
      ],
      `medians, ms: ${[quiet, control, attacked].map(({ median }) => median.toFixed(1)).join(', ')}; control's longest wait and health, ms: ${control.longest.toFixed(0)}, ${control.healthP99.toFixed(0)}; attack: ${answers}`,
    )
    process.stderr.write(`${scenario.title}: ${report.figures()[scenario.title]?.toString()}\n`)
  }

  try {
    await visitor.visitFor(3 * QUIET_MILLISECONDS)
    const others = scenarios.filter(scenario => !deletesAccount(scenario))
    const memory = [await megabytesInUse(visitor, server)]
    for (const scenario of [...others, ...scenarios.filter(deletesAccount)]) await measureScenario(scenario)
    memory.push(await megabytesInUse(visitor, server))
    for (const scenario of others) await attack(scenario, server, REPEAT_MILLISECONDS)
    memory.push(await megabytesInUse(visitor, server))
    const [, once = NaN, again = NaN] = memory.map(({ heap, external }) => heap + external)
    const sums = memory.map(({ heap, external }) => `${heap.toFixed(0)} + ${external.toFixed(0)}`)
    report.note(`${engine.name}: megabytes of heap and external, before, after, after again`, sums.join(', '))
    report.atMost(`${engine.name}: times the memory after the first time`, again / once, MAX_MEMORY_TIMES)
  } finally {
    for (const close of closing) await close()
  }
  const [row] = await engine.execute(
    `select count(*)::int as count from practice where user_id = '${visitor.piece.userId}'`,
  )
  const lost = Math.max(0, visitor.saved - Number(row?.['count']))
  report.atMost(`${engine.name}: acknowledged tempos that are lost`, lost, 0)
}

async function recoveryTime(visitor: BusyVisitor, quiet: Visits): Promise<number> {
  const attackEnd = performance.now()
  for (;;) {
    const visits = await visitor.visitFor(RAMP_UP_MILLISECONDS / 2)
    const milliseconds = performance.now() - attackEnd
    if (visits.timesMedianOf(quiet) <= 2 || milliseconds > MAX_RECOVERY_MILLISECONDS) return milliseconds
  }
}

async function megabytesInUse(visitor: BusyVisitor, { origin, pid }: RunningServer) {
  const samples = []
  while (samples.length < 4) {
    await visitor.visitFor(500)
    process.kill(pid, 'SIGUSR2')
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await answer.text()
    const megabytes = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]) / 2 ** 20
    const heap = megabytes('nodejs_heap_size_used_bytes')
    samples.push({ heap, external: megabytes('nodejs_external_memory_bytes') })
  }
  return samples.reduce((a, b) => (b.heap + b.external < a.heap + a.external ? b : a))
}

function startAttack(workerData: AttackWorkerData): () => Promise<string> {
  const worker = new Worker(new URL('attacks.ts', import.meta.url), { workerData, execArgv: [], env: {} })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  worker.once('message', resolve)
  worker.once('error', error => reject(new Error(`${workerData.attack} failed`, { cause: error })))
  return async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage('stop')
    const answers = await promise
    await worker.terminate()
    return answers
  }
}

// A hundred entries per revision, as sync rounds write them: an answer never contains only part of a revision.
const insertHistorySql = ({ piece: { userId, pieceId, partId } }: BusyVisitor) =>
  `insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
   select '${userId}', gen_random_uuid()::text, '${pieceId}', '${partId}', 90, n, 2 + n / 100
   from generate_series(1, ${HISTORY_ENTRIES}) as n;
   update user_revision set revision = 2 + ${HISTORY_ENTRIES} / 100 where user_id = '${userId}'`
