import type { Kysely } from 'kysely'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Tables } from '#server/database/tables.ts'

// Stripe retries a failed payment for some days. Until then the user keeps Pro.
const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

/** Reads the user's plan from the stored subscriptions. Computed for every request and never cached (rule LS9). */
export async function loadStripeRole(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await payingSubscription(db, userId).executeTakeFirst()
  return paying === undefined ? null : 'pro'
}

/** Selects a subscription that makes the user Pro, if there is one. */
export const payingSubscription = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
