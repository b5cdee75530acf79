import { Counter, Registry } from 'prom-client'
import type { SocialOutcome, SocialProvider } from '#core/protocol/sign-in.ts'
import type { SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import type { InvalidSessionCookieReason } from '#server/identity/user-session.ts'

export type MailFailureReason = 'login-refused' | 'no-tls' | 'refused' | 'time-out' | 'unreachable'

export const counterRegistry = new Registry()

const jobs = registered('job_runs', 'name', 'outcome')

/** Label values come from fixed lists, so that no label identifies a user. */
export const counterIncrementers = {
  signIn: counter<[SocialProvider | 'email', SocialOutcome | 'link-invalid']>('sign_ins', 'way', 'outcome'),
  refusedSession: counter<[InvalidSessionCookieReason]>('refused_sessions', 'because'),
  checkout: counter<['begun' | 'already-pro' | 'failed']>('checkouts', 'outcome'),
  webhook: counter<['taken' | 'bad-signature' | 'failed']>('stripe_notices', 'result'),
  avatar: counter<['fetched' | 'refused']>('avatar_fetches', 'outcome'),
  feedback: counter<['feedback' | 'support']>('feedback', 'kind'),
  deletion: counter<['done' | 'failed']>('account_deletions', 'outcome'),
  mail: counter<['sent' | MailFailureReason]>('mails', 'outcome'),
  syncRound: counter<['done' | 'malformed' | 'too-many' | 'unavailable']>('sync_rounds', 'outcome'),
  change: counter<[SyncChangeResult['status']]>('sync_changes', 'result'),
  shedRequest: counter<[]>('shed_requests'),
  job: (name: string, outcome: 'done' | 'failed') => jobs.inc({ name, outcome }),
  /** Sets the job's counters to 0, so that Prometheus also sees a job that has never run. */
  initializeJob: (name: string) => {
    for (const outcome of ['done', 'failed']) jobs.inc({ name, outcome }, 0)
  },
}

function counter<Values extends string[]>(what: string, ...labelNames: { [Place in keyof Values]: string }) {
  const family = registered(what, ...labelNames)
  return (...values: Values) => family.labels(...values).inc()
}

function registered(what: string, ...labelNames: string[]): Counter {
  const name = `dacapo_${what}_total`
  return new Counter({ name, help: what.replaceAll('_', ' '), labelNames, registers: [counterRegistry] })
}
