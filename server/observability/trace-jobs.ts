import type { Job } from '#server/jobs/scheduler.ts'
import { finishSpan } from './active-span.ts'
import type { Tracing } from './start-tracing.ts'

/** Wraps a job so that each run of it creates a trace (rule HT88). */
export const traceJob = (job: Job, tracing: Pick<Tracing, 'startTrace'>): Job => ({
  ...job,
  run(db, now, hasTime) {
    const attributes = { 'dacapo.job.name': job.name }
    const span = tracing.startTrace(`job ${job.name}`, { kind: 'internal', attributes })
    return finishSpan(span, () => job.run(db, now, hasTime))
  },
})
