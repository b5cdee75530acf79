import type { LogEvent } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventForwardingJob } from '#server/analytics/events.ts'
import { createStripeReconciliationJob } from '#server/billing/subscriptions.ts'
import type { BillingDependencies } from '#server/billing/billing.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createFeedbackMailJob } from '#server/feedback/feedback.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { runJobIfDue } from '#server/jobs/scheduler.ts'
import {
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { fillManyUsers } from './many-users.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { largeRelations, wholeScansOf } from './statement-plan.ts'

/** PostgreSQL plans for a million as for these. */
const USERS = 30_000
/** A whole scan of fewer rows takes a millisecond. */
const LARGE = 1000
/** Steps that have ended when they are answered. Others may send something afterwards. */
const COUNTED = ['start', 'push', 'pull', 'housekeeping']

/**
 * Once in the life of an account: an address within a value, and the hash within a key. Both tables hold what is younger
 * than a day.
 */
const ALLOWED = [
  'account deletion: Seq Scan of verification in delete from "verification" where strpos',
  'account deletion: Seq Scan of rate_limit in delete from "rate_limit" where split_part',
]

type Statement = LogEvent['query']
let postgres: PostgresServer
let url: string
let statements: Statement[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase()
}, 600_000)
afterAll(() => postgres.stop())

/** Opens the database as a server does at its start, and keeps what it sends to it. */
async function open(): Promise<Database> {
  const place = { database: { kind: 'postgres', url, directUrl: url }, live: 'poll' } as const
  const onStatement = ({ query }: LogEvent) => void statements.push(query)
  const opened = await openDatabase(place, silentLogger, { onStatement })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

/** Starts a server, signs in, syncs, runs every job and ends. Returns the statements of each step. */
async function aDay(): Promise<Record<string, Statement[]>> {
  const steps: Record<string, Statement[]> = {}
  async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
    statements = []
    const result = await act()
    steps[name] = statements
    statements = []
    return result
  }
  const database = await step('start', open)
  expect(await database.isReady()).toBe(true)
  const settings = { OPERATOR_EMAIL: 'operator@example.org', METRICS_TOKEN: 'a token that shows the figures' }
  const server = await aServer(settings, { database })
  const { context } = server
  const browser = await step('sign-in', () => createSignedInBrowser(server, 'anna@example.org'))
  const [pieceId, partId] = [randomPieceId(), randomPartId()]
  const sync = async (since: number, ...changes: object[]): Promise<number> => {
    const round = { ...syncRound(changes), since, entriesSince: since }
    const answer = await browser.post('/api/v1/sync', round)
    expect(answer.status).toBe(200)
    return (await answer.json()).revision
  }
  await step('first sync', () => sync(0, createPiece({ pieceId, partIds: [partId] })))
  await step('push', () => sync(1, addPracticeEntry(pieceId, partId)))
  await step('pull', () => sync(2))
  const sessions = await step('devices', () => browser.get('/api/v1/sessions'))
  expect(sessions.status).toBe(200)
  await step('export', async () => (await browser.get('/api/v1/account/export?format=json')).text())
  const { db } = database
  const sink = { url: 'http://127.0.0.1:1/', host: '127.0.0.1:1', token: null }
  const billing = { db, now: context.now, log: silentLogger } as BillingDependencies
  const jobs = [
    housekeepingJob,
    createFeedbackMailJob(context),
    createEventForwardingJob(sink),
    createStripeReconciliationJob(billing),
  ]
  for (const job of jobs) expect(await step(job.name, () => runJobIfDue(db, job, Date.now()))).toBe(true)
  const deletion = await step('account deletion', () => browser.send('/api/v1/account', { method: 'DELETE' }))
  expect(deletion.status).toBe(204)
  // The history is deleted behind the answer; what is left would be the next housekeeping's work.
  await expect.poll(() => db.selectFrom('deleted_user').select('id').execute()).toEqual([])
  await server.close()
  return steps
}

test('[DB46] with 30,000 users no step reads a whole table, and none takes more statements', async () => {
  await (await open()).close()
  const empty = await aDay()
  const filling = await open()
  await filling.db.deleteFrom('job').execute()
  await fillManyUsers(filling.db, USERS)
  const large = await largeRelations(filling.db, LARGE)
  expect(large).toContain('user')
  expect(large.size).toBeGreaterThan(20)
  await filling.close()

  const full = await aDay()
  const counts = (steps: Record<string, Statement[]>) =>
    COUNTED.map(step => `${step}: ${steps[step]?.length}`)
  expect(counts(full)).toEqual(counts(empty))

  const database = await open()
  const scans: string[] = []
  for (const [step, sent] of Object.entries(full))
    for (const statement of sent.filter(({ sql }) => /^\s*(select|insert|update|delete|with)/i.test(sql)))
      for (const scan of await wholeScansOf(database.db, statement, relation => large.has(relation)))
        scans.push(`${step}: ${scan} in ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
  expect([...new Set(scans)].filter(scan => !ALLOWED.some(allowed => scan.startsWith(allowed)))).toEqual([])
  await database.close()
}, 600_000)
