import { sql } from 'kysely'
import type { Job } from './scheduler.ts'

/** Servers with a time service differ by milliseconds. */
const MAX_DIFFERENCE_MILLISECONDS = 600_000

/**
 * Wraps a job so that each run first compares the clocks of this server and the database. If they differ by more than
 * ten minutes, the run throws instead of doing the job's work (rule DB43). A job on a server whose clock is ahead would
 * delete data that has not expired. An embedded database uses the server's clock, so the check always passes there.
 */
export const requireRightClock = (job: Job): Job => ({
  ...job,
  async run(db, now, hasTime) {
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
    const ofDatabase = rows[0]?.now ?? NaN
    if (!(Math.abs(now - ofDatabase) <= MAX_DIFFERENCE_MILLISECONDS)) {
      const [here, there] = [now, ofDatabase].map(time => new Date(time).toISOString())
      throw new Error(`the clock of this server says ${here}, that of the database ${there}`)
    }
    await job.run(db, now, hasTime)
  },
})
