import type { Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Tables } from '#server/database/tables.ts'

/** Something to be done again and again, by one server at a time. */
export type Job = {
  name: string
  everyMilliseconds: number
  run: (db: Kysely<Tables>, now: number) => Promise<void>
}

const TICK_MILLISECONDS = 60_000
/** For so long nobody else begins a job; who dies over it leaves it to the others after that. */
const LEASE_MILLISECONDS = 600_000

/**
 * Looks every minute whether a job is due and does it, until stopped. Which server does it is decided by a row of
 * the database, so any number of them may run (rule DB11).
 */
export function startJobs(
  context: Pick<Context, 'database' | 'log' | 'now'>,
  jobs: readonly Job[],
): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let stopped = false
  const tick = async () => {
    for (const job of jobs) if (!stopped) await attempt(context, job)
  }
  const timer = setInterval(() => {
    running = running.then(tick)
  }, TICK_MILLISECONDS).unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function attempt({ database, log, now }: Pick<Context, 'database' | 'log' | 'now'>, job: Job) {
  try {
    await runIfDue(database.db, job, now())
  } catch (error) {
    log.error({ err: error, job: job.name }, 'a job failed and will be tried again')
  }
}

/**
 * Does the job if its time has come and nobody else is at it; true when it was done. One that fails is due again
 * when its lease has run out.
 */
export async function runIfDue(db: Kysely<Tables>, job: Job, now: number): Promise<boolean> {
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
  await job.run(db, now)
  await db
    .updateTable('job')
    .set({ due_at: now + job.everyMilliseconds, lease_until: 0, finished_at: now })
    .where('name', '=', job.name)
    .execute()
  return true
}
