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

/** PostgreSQL makes the same plans for a million. */
const USERS = 30_000
const LARGE_TABLE_ROWS = 1000
/** Steps whose number of statements is compared. The others may still send statements after they were answered. */
const COUNTED_STEPS = ['start', 'push', 'pull', 'housekeeping']

/** Only an account deletion runs these scans. Both tables hold only rows younger than a day. */
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

async function openRecorded(): Promise<Database> {
  const place = { database: { kind: 'postgres', url, directUrl: url }, live: 'poll' } as const
  const onStatement = ({ query }: LogEvent) => void statements.push(query)
  const opened = await openDatabase(place, silentLogger, { onStatement })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

async function recordStatements(): Promise<Record<string, Statement[]>> {
  const steps: Record<string, Statement[]> = {}
  async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
    statements = []
    const result = await act()
    steps[name] = statements
    statements = []
    return result
  }
  const database = await step('start', openRecorded)
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
  // The history is deleted after the response.
  await expect.poll(() => db.selectFrom('deleted_user').select('id').execute()).toEqual([])
  await server.close()
  return steps
}

test('[DB46] with 30,000 users no step scans a whole table or sends more statements', async () => {
  await (await openRecorded()).close()
  const empty = await recordStatements()
  const filling = await openRecorded()
  await filling.db.deleteFrom('job').execute()
  await fillManyUsers(filling.db, USERS)
  const large = await largeRelations(filling.db, LARGE_TABLE_ROWS)
  expect(large).toContain('user')
  expect(large.size).toBeGreaterThan(20)
  await filling.close()

  const full = await recordStatements()
  const counts = (steps: Record<string, Statement[]>) =>
    COUNTED_STEPS.map(step => `${step}: ${steps[step]?.length}`)
  expect(counts(full)).toEqual(counts(empty))

  const database = await openRecorded()
  const scans: string[] = []
  for (const [step, sent] of Object.entries(full))
    for (const statement of sent.filter(({ sql }) => /^\s*(select|insert|update|delete|with)/i.test(sql)))
      for (const scan of await wholeScansOf(database.db, statement, relation => large.has(relation)))
        scans.push(`${step}: ${scan} in ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
  expect([...new Set(scans)].filter(scan => !ALLOWED.some(allowed => scan.startsWith(allowed)))).toEqual([])
  await database.close()
}, 600_000)
