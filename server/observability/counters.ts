import { Counter, Registry } from 'prom-client'
import type { SocialOutcome, SocialProvider } from '#core/protocol/sign-in.ts'
import type { SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import type { SessionRefusalReason } from '#server/identity/user-session.ts'

/** Reason why a mail could not be sent, such as an unreachable mail server or a refused recipient. */
export type MailFailure = 'login-refused' | 'no-tls' | 'refused' | 'time-out' | 'unreachable'

/** How a sync round ended: answered, refused for its form or for its frequency, or the database was away. */
type SyncRoundOutcome = 'done' | 'malformed' | 'too-many' | 'unavailable'

/**
 * The registry of the Prometheus counters that the route /metrics returns. They start at 0 with each process. No label
 * identifies a user.
 */
export const counterRegistry = new Registry()

/**
 * Functions that increment the Prometheus counters. Label values come from fixed lists, so that no label identifies a
 * user.
 */
export const incrementCounter = {
  signIn: (way: SocialProvider | 'email', outcome: SocialOutcome | 'link-invalid') =>
    signIns.inc({ way, outcome }),
  refusedSession: (because: SessionRefusalReason) => refusedSessions.inc({ because }),
  checkout: (outcome: 'begun' | 'already-pro' | 'failed') => checkouts.inc({ outcome }),
  webhook: (result: 'taken' | 'bad-signature' | 'failed') => webhooks.inc({ result }),
  avatar: (outcome: 'fetched' | 'refused') => avatars.inc({ outcome }),
  feedback: (kind: 'feedback' | 'support') => feedback.inc({ kind }),
  deletion: (outcome: 'done' | 'failed') => deletions.inc({ outcome }),
  mail: (outcome: 'sent' | MailFailure) => mails.inc({ outcome }),
  syncRound: (outcome: SyncRoundOutcome) => syncRounds.inc({ outcome }),
  change: (result: SyncChangeResult['status']) => changes.inc({ result }),
  shedRequest: () => shedRequests.inc(),
  job: (name: string, outcome: 'done' | 'failed') => jobs.inc({ name, outcome }),
  /**
   * Creates the counters of a job with the value 0. Without them, Prometheus could not see that a job has never run.
   */
  startedJob: (name: string) => {
    for (const outcome of ['done', 'failed']) jobs.inc({ name, outcome }, 0)
  },
}

const signIns = counter('sign_ins', 'Sign-ins that have ended, well or not', ['way', 'outcome'])
const refusedSessions = counter('refused_sessions', 'Cookies of sessions that counted for nothing', [
  'because',
])
const checkouts = counter('checkouts', 'Purchases that were asked for', ['outcome'])
const webhooks = counter('stripe_notices', 'Notices from Stripe', ['result'])
const avatars = counter('avatar_fetches', 'Pictures that were asked for at providers', ['outcome'])
const feedback = counter('feedback', 'Words to the operator that were stored', ['kind'])
const deletions = counter('account_deletions', 'Accounts that were to be deleted', ['outcome'])

const mails = counter('mails', 'Mails that were handed to the mail server, or could not be', ['outcome'])
const syncRounds = counter('sync_rounds', 'Rounds of sync of signed-in users', ['outcome'])
const changes = counter('sync_changes', 'Changes that devices sent', ['result'])
const shedRequests = counter('shed_requests', 'Requests refused because the server was overloaded', [])
const jobs = counter('job_runs', 'Runs of jobs that this server has begun', ['name', 'outcome'])

function counter<Label extends string>(
  what: string,
  help: string,
  labelNames: readonly Label[],
): Counter<Label> {
  return new Counter({ name: `dacapo_${what}_total`, help, labelNames, registers: [counterRegistry] })
}
