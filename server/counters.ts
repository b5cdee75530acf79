import { Counter, Registry } from 'prom-client'
import type { SocialOutcome, SocialProvider } from '#core/social-provider.ts'
import type { PictureRefusal } from '#server/account/avatar/fetch-picture.ts'
import type { Refused } from '#server/identity/find-session.ts'

/** What is counted since this process began, for /metrics. No label tells anything about anybody. */
export const counters = new Registry()

/** Counts one thing that has happened, by the words of a closed list. */
export const counted = {
  signIn: (way: SocialProvider | 'email', outcome: SocialOutcome | 'link-invalid') =>
    signIns.inc({ way, outcome }),
  refusedSession: (because: Refused) => refusedSessions.inc({ because }),
  checkout: (outcome: 'begun' | 'already-pro' | 'failed') => checkouts.inc({ outcome }),
  webhook: (result: 'taken' | 'bad-signature' | 'failed') => webhooks.inc({ result }),
  avatar: (outcome: 'fetched' | 'not-stored' | PictureRefusal) => avatars.inc({ outcome }),
  letter: (kind: 'feedback' | 'support') => letters.inc({ kind }),
  deletion: (outcome: 'done' | 'failed') => deletions.inc({ outcome }),
}

const signIns = counter('sign_ins', 'Sign-ins that have ended, well or not', ['way', 'outcome'])
const refusedSessions = counter('refused_sessions', 'Cookies of sessions that counted for nothing', [
  'because',
])
const checkouts = counter('checkouts', 'Purchases that were asked for', ['outcome'])
const webhooks = counter('stripe_notices', 'Notices from Stripe', ['result'])
const avatars = counter('avatar_fetches', 'Pictures that were asked for at providers', ['outcome'])
const letters = counter('letters', 'Words to the operator that were stored', ['kind'])
const deletions = counter('account_deletions', 'Accounts that were to be deleted', ['outcome'])

function counter<Label extends string>(
  what: string,
  help: string,
  labelNames: readonly Label[],
): Counter<Label> {
  return new Counter({ name: `dacapo_${what}_total`, help, labelNames, registers: [counters] })
}
