import { sql, type Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import type { Tables } from '#server/database/tables.ts'

/** A periodic task that runs on only one server at a time. */
export type Job = {
  name: string
  everyMilliseconds: number
  /** Must call `hasTime` before each small step, and end when it returns false. */
  run: (db: Kysely<Tables>, now: number, hasTime: () => boolean) => Promise<void>
}

const TICK_MILLISECONDS = 60_000
const LEASE_MILLISECONDS = 600_000
const WORKING_MILLISECONDS = 300_000

export function startJobs(
  context: Pick<ServerContext, 'database' | 'log' | 'now'>,
  jobs: readonly Job[],
): { stop: () => Promise<void> } {
  const running = new Map<Job, Promise<void>>()
  let isStopped = false
  for (const { name } of jobs) counterIncrementers.initializeJob(name)
  const begin = (job: Job) => {
    const done = attempt(context, job, () => isStopped).finally(() => running.delete(job))
    running.set(job, done)
  }
  const timer = setInterval(() => {
    for (const job of jobs) if (!running.has(job)) begin(job)
  }, TICK_MILLISECONDS).unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}

async function attempt(
  { database, log, now }: Pick<ServerContext, 'database' | 'log' | 'now'>,
  job: Job,
  isStopped: () => boolean,
) {
  const begun = performance.now()
  const hasTime = () => !isStopped() && performance.now() - begun < WORKING_MILLISECONDS
  try {
    await requireMatchingClocks(database.db, now())
    if (await runJobIfDue(database.db, job, now(), hasTime)) counterIncrementers.job(job.name, 'done')
  } catch (error) {
    counterIncrementers.job(job.name, 'failed')
    log.error({ err: error, job: job.name }, 'a job failed and will be tried again')
  }
}

/** Returns true if the job ran. Throws if the job throws; it then runs again after LEASE_MILLISECONDS. */
export async function runJobIfDue(
  db: Kysely<Tables>,
  job: Job,
  now: number,
  hasTime: () => boolean = () => true,
): Promise<boolean> {
  await db
    .insertInto('job')
    .values({ name: job.name, due_at: now, lease_until: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const leased = await db
    .updateTable('job')
    .set({ lease_until: now + LEASE_MILLISECONDS })
    .where('name', '=', job.name)
    .where('due_at', '<=', now)
    .where('lease_until', '<=', now)
    .returning('name')
    .executeTakeFirst()
  if (leased === undefined) return false
  await job.run(db, now, hasTime)
  const due = hasTime() ? now + job.everyMilliseconds : now
  await db
    .updateTable('job')
    .set({ due_at: due, lease_until: 0, finished_at: now })
    .where('name', '=', job.name)
    .execute()
  return true
}

const MAX_DIFFERENCE_MILLISECONDS = 600_000

/** Jobs on a server whose clock is fast would delete data too early (rule DB44). */
async function requireMatchingClocks(db: Kysely<Tables>, now: number): Promise<void> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  const ofDatabase = rows[0]?.now ?? NaN
  if (Math.abs(now - ofDatabase) <= MAX_DIFFERENCE_MILLISECONDS) return
  const [here, there] = [now, ofDatabase].map(time => new Date(time).toISOString())
  throw new Error(`the clock of this server says ${here}, that of the database ${there}`)
}
