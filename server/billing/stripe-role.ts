import type { Kysely } from 'kysely'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Tables } from '#server/database/tables.ts'

// Stripe retries a failed payment for some days. Until then the user keeps Pro.
const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

/** Loads the user's plan from the stored subscriptions. It is read for every request and never cached (rule LS9). */
export async function loadStripeRole(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await selectPayingSubscription(db, userId).executeTakeFirst()
  return paying === undefined ? null : 'pro'
}

/**
 * Builds a query that selects a subscription because of which the user currently has Pro. It finds none for Free
 * users.
 */
export const selectPayingSubscription = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
