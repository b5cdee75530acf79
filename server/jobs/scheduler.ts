import { sql, type Kysely } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import type { Tables } from '#server/database/tables.ts'

/** A periodic task that runs on only one server at a time. */
export type Job = {
  name: string
  everyMilliseconds: number
  /** Must call `hasTime` before each small step, and end once `hasTime` returns false or nothing is due. */
  run: (db: Kysely<Tables>, now: number, hasTime: () => boolean) => Promise<void>
}

const TICK_MILLISECONDS = 60_000
/** No other server starts the job during this time. If the server dies, another one takes over afterwards. */
const LEASE_MILLISECONDS = 600_000
/** After this time a job starts no further step, so that it ends before its lease expires. */
const WORKING_MILLISECONDS = 300_000

/** Looks for due jobs every minute. Each runs on one server only (DB13). `stop` waits for running jobs. */
export function startJobs(
  context: Pick<ServerContext, 'database' | 'log' | 'now'>,
  jobs: readonly Job[],
): { stop: () => Promise<void> } {
  const running = new Map<Job, Promise<void>>()
  let isStopped = false
  for (const { name } of jobs) counterIncrementers.startedJob(name)
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

/** Returns true if the job ran. If time ran out, it is due again at once; if it threw, after ten minutes. */
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

/** Ten minutes. A time service keeps clocks within milliseconds, so a larger difference is a fault. */
const MAX_DIFFERENCE_MILLISECONDS = 600_000

/** Throws if this server's clock differs from the database's: jobs on a fast clock delete too much (DB44). */
async function requireMatchingClocks(db: Kysely<Tables>, now: number): Promise<void> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  const ofDatabase = rows[0]?.now ?? NaN
  if (Math.abs(now - ofDatabase) <= MAX_DIFFERENCE_MILLISECONDS) return
  const [here, there] = [now, ofDatabase].map(time => new Date(time).toISOString())
  throw new Error(`the clock of this server says ${here}, that of the database ${there}`)
}
